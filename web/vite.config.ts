import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, runnerImport, type Plugin } from 'vite'
import type * as indexPartsModule from './index-parts.tsx'
import { SHARED_CHUNKS } from './shared-chunks.ts'

const API = 'http://127.0.0.1:3000'
/** Tailwind's style sheet needs these too. The public page has an older target in build-public-page.mjs. */
const CLIENT_BROWSERS = ['chrome111', 'edge111', 'firefox128', 'safari16.4', 'ios16.4']

const indexParts: Plugin = {
  name: 'index-parts',
  transformIndexHtml: async (html) => {
    const file = `${root}index-parts.tsx`
    const { INDEX_PARTS } = (await runnerImport<typeof indexPartsModule>(file)).module
    return html.replaceAll(/%([A-Z_]+)%/g, (_, name: string) => INDEX_PARTS[name]!)
  },
}

const JSON_SCHEMA = /zod[\\/]v4[\\/]core[\\/](?:to-json-schema|json-schema-processors)\.js$/
/** Checks of schemas' own lengths, at the top of the makers' file. */
const OWN_LENGTHS = /^[^]*?(?=^export const stringProcessor\b)/m
const ENGLISH = /zod[\\/]v4[\\/]locales[\\/]en\.js$/
/** Only the server describes its schemas, and no screen shows an English message: each would load 7 KB for them. */
const smallerZod: Plugin = {
  name: 'smaller-zod',
  enforce: 'pre',
  load: (file) => {
    if (ENGLISH.test(file)) return "export default () => ({ localeError: () => 'Invalid input' })"
    if (!JSON_SCHEMA.test(file)) return null
    const source = readFileSync(file, 'utf8')
    const [checks = ''] = OWN_LENGTHS.exec(source) ?? []
    const makers = source.slice(checks.length).matchAll(/^export (?:const|function|\{ \w+ as) (\w+)/gm)
    const parts = [...makers].map(([, name]) => `absent as ${name}`)
    return `${checks}\nconst absent = () => () => { throw new Error('no JSON Schema in the client') }; export { ${parts.join(', ')} }`
  },
}

const FIRST_CHUNKS = { __DASHBOARD__: ['Dashboard'], __ADMIN__: ['Dashboard', 'AdminScreen', 'UsersPanel'] }
/** Names the files of two screens in the document: start.js requests them before the client has come. */
const firstFiles: Plugin = {
  name: 'first-files',
  transformIndexHtml: {
    order: 'post',
    handler: (html, { bundle = {} }) => {
      const filesOf = (names: readonly string[]) => {
        const files = new Set(
          names.flatMap((name) => Object.keys(bundle).filter((file) => bundle[file]!.name === name)),
        )
        for (const file of files) {
          const chunk = bundle[file]
          if (chunk?.type === 'chunk') for (const imported of chunk.imports) files.add(imported)
        }
        return [...files].filter((file) => !html.includes(file)).map((file) => `/${file}`)
      }
      return Object.entries(FIRST_CHUNKS).reduce(
        (text, [place, names]) => text.replace(place, filesOf(names).join(' ')),
        html,
      )
    },
  },
}

const root = fileURLToPath(new URL('.', import.meta.url))

export default defineConfig({
  root,
  plugins: [smallerZod, react(), tailwindcss(), indexParts, firstFiles],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    // Browsers without it only request later.
    modulePreload: { polyfill: false },
    // The landing's HTML comes from build-landing.mjs.
    rollupOptions: {
      input: [`${root}index.html`, `${root}app/landing/main.tsx`],
      // Schemas, calls and events of the contracts that no screen uses are left out.
      treeshake: { manualPureFunctions: ['z', 'call', 'defineEvent'] },
      output: {
        // Blockers judge files by their names. The manifest says what each one is.
        entryFileNames: 'assets/[hash:16].js',
        chunkFileNames: 'assets/[hash:16].js',
        assetFileNames: 'assets/[hash:16][extname]',
        hashCharacters: 'hex',
        codeSplitting: { groups: [...SHARED_CHUNKS] },
      },
    },
    // ECharts alone exceeds Vite's default. tests/browser/web-budget.pg.test.ts has the real limits.
    chunkSizeWarningLimit: 600,
    target: CLIENT_BROWSERS,
    // The CSP blocks data: URLs of fonts and images.
    assetsInlineLimit: 0,
  },
  resolve: {
    alias: [
      {
        find: /^react-router$/,
        replacement: `${root}../node_modules/react-router/dist/production/index.mjs`,
      },
      {
        find: /^react-router\/dom$/,
        replacement: `${root}../node_modules/react-router/dist/production/dom-export.mjs`,
      },
    ],
  },
  server: { proxy: { '/api': API, '/healthz': API, '/pages': API, '^/profile/.+/vcf': API } },
})
