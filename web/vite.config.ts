import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
import { PRODUCT } from '../contracts/product.ts'
import { CLIENT_BROWSERS } from './browsers.ts'
import { contractsForClient } from './contracts-for-client.ts'

const API = 'http://127.0.0.1:3000'

const productName: Plugin = {
  name: 'product-name',
  transformIndexHtml: (html) => html.replaceAll('%PRODUCT_NAME%', PRODUCT.name),
}

const JSON_SCHEMA = /zod[\\/]v4[\\/]core[\\/](?:to-json-schema|json-schema-processors)\.js$/
/** What schemas say of their own lengths, at the top of the makers' file. */
const OWN_LENGTHS = /^[^]*?(?=^export const stringProcessor\b)/m
/** Only the server describes its schemas; each screen would load 6 KB for it. */
const withoutJsonSchema: Plugin = {
  name: 'without-json-schema',
  enforce: 'pre',
  load: (file) => {
    if (!JSON_SCHEMA.test(file)) return null
    const source = readFileSync(file, 'utf8')
    const [kept = ''] = OWN_LENGTHS.exec(source) ?? []
    const makers = source.slice(kept.length).matchAll(/^export (?:const|function|\{ \w+ as) (\w+)/gm)
    const parts = [...makers].map(([, name]) => `absent as ${name}`)
    return `${kept}\nconst absent = () => () => { throw new Error('no JSON Schema in the client') }; export { ${parts.join(', ')} }`
  },
}

const root = fileURLToPath(new URL('.', import.meta.url))

/** Functions that all other chunks call while they load; in one of those they might not exist yet. */
const REACT = [/node_modules\/react\//]
/**
 * Parts of nearly every screen: as files of their own they would weigh twice as much. What the landing and the screens
 * begin with has none of them, or the two files would import each other, and neither could start.
 */
const SMALL_AND_SHARED = [
  /lucide-react\/dist\/esm\/(?:shared\/|[^/]+$)/,
  /lucide-react\/dist\/esm\/icons\/(?:arrow-right|check|circle-(?:alert|check|exclamation-point)|external-link|eye|eye-off|info|key-round|loader-circle|minus|nfc|phone|plus|qr-code|rotate-cw|triangle-(?:alert|exclamation-point)|user-round|user-round-check|x)\./,
  /web\/ui\/(?:Button|IconButton|brand\/Ondas|ScreenTitle|text-link|notices\/(?:EmptyNotice|FailedNotice|Notice|say))\.tsx?/,
  /web\/ui\/(?:forms\/(?:FieldError|TextField|field-ring)|overlays\/use-after-press)\.tsx?/,
  /web\/app\/(?:CrashScreen\.tsx|use-idempotency-keys\.ts)/,
  /contracts\/(?:fields\/(?:activation-code|blocked|phone)|privacy\/privacy-links)\.ts/,
]
/** Common modules of the dashboard's frame and tabs: each further file waits for one of a browser's six connections. */
const SHARED_BY_TABS = [
  /lucide-react\/dist\/esm\/icons\/(?:chart-no-axes-combined|chevron-down|copy|id-card|palette|pen-line|rotate-ccw-clock|share-2|table-2)\./,
  /web\/app\/(?:copy-link|shell\/tab(?:s|-ids))\.ts/,
  /web\/ui\/(?:Badge|brand\/NetworkGlyph|notices\/LazyPart|Panel|people\/PersonAvatar|Segments)\.tsx/,
  /web\/ui\/(?:wording\/(?:figures|phone-links|relative-time)|people\/person-mark|browser\/(?:copy-text|use-more-edges|use-now))\.ts/,
  /contracts\/(?:traffic\/traffic-names|api\/(?:profile|public)-calls|fields\/(?:display-name|image-renditions|visitor-phone))\.ts/,
  /web\/features\/analytics\/series\/days\.ts/,
]
/** Days, instants, names in sentences and saved files: of the dashboard, and of one's data, which loads nothing else of it. */
const ANSWERS = [
  /lucide-react\/dist\/esm\/icons\/(?:clock|download|lock)\./,
  /web\/app\/(?:public-url|save-answer)\.ts/,
  /web\/ui\/(?:browser\/save-file|wording\/(?:exact-time|file-name))\.ts/,
  /contracts\/(?:calendar|fields\/isolated)\.ts/,
]
/** Of nearly every list of the administrator's panel. */
const LISTS = [
  /lucide-react\/dist\/esm\/icons\/arrow-up-down\./,
  /web\/features\/admin\/(?:lists\/|use-telling)/,
]
/** Of the landing as well, which would load all the others for one of them. */
const ICONS = [
  /lucide-react\/dist\/esm\/icons\/(?:file-spreadsheet|globe|link|link-2|mail|shield-check)\./,
  /web\/ui\/people\/EmailText\.tsx/,
]
/** Of both histories; the figures ask for days as well. */
const HISTORY = [
  /lucide-react\/dist\/esm\/icons\/(?:calendar|image|list-checks|log-in)\./,
  /web\/app\/calls\/history-pages\.ts/,
  /web\/ui\/(?:forms\/(?:DateField|TypedField|typed-date)|history\/[\w-]+)\.tsx?/,
]
/** Past versions, of both histories and of one's account. */
const PAST = [
  /web\/features\/history\/(?:ExpedienteButton|PastPhone|RestoreSummary|use-restore|history-(?:api|path))\.tsx?/,
  /lucide-react\/dist\/esm\/icons\/(?:folder-down|image-off)\./,
]
const OVERLAYS = [
  /web\/ui\/overlays\/(?:BottomSheet|ConfirmDialog|Dialog(?:Close|Frame)|Modal|use-drag-down)\.tsx?/,
]
const isOneOf =
  (parts: readonly RegExp[]) =>
  (file: string): boolean =>
    parts.some((part) => part.test(file.replaceAll('\\', '/')))

export default defineConfig({
  root,
  plugins: [withoutJsonSchema, contractsForClient, react(), tailwindcss(), productName],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
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
        codeSplitting: {
          groups: [
            { name: 'react', test: isOneOf(REACT), includeDependenciesRecursively: false },
            { name: 'ui', test: isOneOf(SMALL_AND_SHARED), includeDependenciesRecursively: false },
            { name: 'icons', test: isOneOf(ICONS), includeDependenciesRecursively: false },
            { name: 'tabs', test: isOneOf(SHARED_BY_TABS), includeDependenciesRecursively: false },
            { name: 'answers', test: isOneOf(ANSWERS), includeDependenciesRecursively: false },
            { name: 'lists', test: isOneOf(LISTS), includeDependenciesRecursively: false },
            { name: 'history', test: isOneOf(HISTORY), includeDependenciesRecursively: false },
            { name: 'past', test: isOneOf(PAST), includeDependenciesRecursively: false },
            { name: 'overlays', test: isOneOf(OVERLAYS), includeDependenciesRecursively: false },
          ],
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
