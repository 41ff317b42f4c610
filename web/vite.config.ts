import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { PRODUCT } from '../contracts/product.ts'
import { CLIENT_BROWSERS } from './browsers.ts'

const API = 'http://127.0.0.1:3000'

const productName: Plugin = {
  name: 'product-name',
  transformIndexHtml: (html) => html.replaceAll('%PRODUCT_NAME%', PRODUCT.name),
}

const JSON_SCHEMA = /zod[\\/]v4[\\/]core[\\/]to-json-schema\.js$/
const JSON_SCHEMA_PARTS = [
  'createStandardJSONSchemaMethod',
  'createToJSONSchemaMethod',
  'extractDefs',
  'finalize',
  'handleUnrepresentable',
  'initializeContext',
  'process',
  'processSchema',
]
/** Only the server describes its schemas; each screen would load 4 KB for it. */
const withoutJsonSchema: Plugin = {
  name: 'without-json-schema',
  enforce: 'pre',
  load: (file) => {
    if (!JSON_SCHEMA.test(file)) return null
    const parts = JSON_SCHEMA_PARTS.map((name) => `absent as ${name}`)
    return `const absent = () => () => { throw new Error('no JSON Schema in the client') }; export { ${parts.join(', ')} }`
  },
}

const root = fileURLToPath(new URL('.', import.meta.url))

/** Parts of nearly every screen: as files of their own they would weigh twice as much. */
const SMALL_AND_SHARED = [
  /lucide-react\/dist\/esm\/(?:shared\/|[^/]+$)/,
  /lucide-react\/dist\/esm\/icons\/(?:check|circle-(?:alert|check|exclamation-point)|eye|eye-off|info|rotate-cw|triangle-(?:alert|exclamation-point)|x)\./,
  /web\/ui\/(?:IconButton|Ondas|ScreenTitle|notices\/(?:EmptyNotice|FailedNotice|Notice))\.tsx/,
  /web\/ui\/(?:forms\/(?:FieldError|TextField|field-ring)|overlays\/use-after-press)\.tsx?/,
  /web\/app\/idempotency-key\.ts/,
]
const isSmallAndShared = (file: string): boolean =>
  SMALL_AND_SHARED.some((part) => part.test(file.replaceAll('\\', '/')))

export default defineConfig({
  root,
  plugins: [withoutJsonSchema, react(), tailwindcss(), productName],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    // The landing's HTML comes from build-landing.mjs.
    rollupOptions: {
      input: [`${root}index.html`, `${root}app/landing/main.tsx`],
      // Schemas and calls of the contracts that no screen uses are left out.
      treeshake: { manualPureFunctions: ['z', 'call'] },
      output: {
        codeSplitting: {
          groups: [{ name: 'ui', test: isSmallAndShared, includeDependenciesRecursively: false }],
        },
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
