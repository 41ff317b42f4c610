// Run after vite's build. Writes the client's document once for each address: with the chunks of that screen named in
// it, so that a browser requests them at once and not after the first of them has run, and with what of that screen
// needs no script. `node web/build-documents.mjs [folder]`
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { chunksOf, MAIN } from './built-chunks.mjs'

const web = fileURLToPath(new URL('.', import.meta.url))
const out = join(resolve(process.argv[2] ?? join(web, '../dist')), 'web')

const ACCOUNT = ['app/routes/AccountRoute.tsx']
const DASHBOARD = 'app/shell/Dashboard.tsx'
/** By tab, known only from the address of a visit: app/prefetch/main.ts requests them. */
const TABS = {
  analytics: {
    first: 'features/analytics/AnalyticsTab.tsx',
    later: 'features/analytics/series/TrafficChart.tsx',
  },
  profiles: { first: 'features/profiles/mine/MyProfiles.tsx' },
  profile: { first: 'features/editor/EditTab.tsx' },
  appearance: { first: 'features/editor/appearance/AppearanceTab.tsx' },
  history: { first: 'features/history/HistoryTab.tsx' },
  account: { first: 'features/account/own/OwnAccountScreen.tsx' },
}
/** By address: the modules that app/App.tsx loads for it. All other addresses get the plain document. */
const MODULES = {
  '/login': ['app/routes/LoginRoute.tsx'],
  '/register': ACCOUNT,
  '/auth/forgot-password': ACCOUNT,
  '/auth/reset': ACCOUNT,
  '/auth/reset/success': ACCOUNT,
  '/activate': ACCOUNT,
  '/profile': ACCOUNT,
  '/mis-datos': ['features/rights/YourDataScreen.tsx'],
  '/comprobante': ['features/rights/ConsentScreen.tsx'],
  '/dashboard': [],
  '/admin': [DASHBOARD, 'features/admin/AdminScreen.tsx', 'features/admin/users/UsersPanel.tsx'],
}

/** By address: the answers that app/main.tsx waits for. */
const ANSWERS = { '/login': ['/api/auth/methods'], '/register': ['/api/auth/methods'] }

const manifest = JSON.parse(await readFile(join(out, '.vite/manifest.json'), 'utf8'))
const plain = await readFile(join(out, 'index.html'), 'utf8')

/** With their style sheets, which vite requests once the script that draws with them has come. */
const filesOf = (name) =>
  new Set([...chunksOf(manifest, name)].flatMap(({ file, css = [] }) => [...css, file]))
const isStyle = (file) => file.endsWith('.css')

async function staticScreens() {
  const folder = await mkdtemp(join(tmpdir(), 'static-screens-'))
  const outfile = join(folder, 'static-screens.mjs')
  try {
    await build({
      entryPoints: [join(web, 'app/static-screens.tsx')],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: 'node20',
      define: { 'process.env.NODE_ENV': '"production"' },
      // React's server build calls require() for Node's own modules.
      banner: {
        js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
      },
      logLevel: 'warning',
    })
    return await import(pathToFileURL(outfile).href)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** @returns its address */
async function prefetchScript() {
  const { metafile } = await build({
    entryPoints: [join(web, 'app/prefetch/main.ts')],
    outdir: out,
    entryNames: 'assets/[hash]',
    bundle: true,
    minify: true,
    metafile: true,
    format: 'iife',
    target: 'es2020',
    logLevel: 'warning',
  })
  const [file] = Object.keys(metafile.outputs)
  return `/assets/${basename(file)}`
}

/** Scripts that vite has named in the plain document. */
const CLIENT =
  /\s*<(?:script type="module"|link rel="modulepreload")[^>]*?(?:src|href)="([^"]+)"[^>]*>(?:<\/script>)?/g
/** Their documents show nothing of the screen but its frame: its scripts are requested at once. */
const AT_ONCE = ['/dashboard', '/admin']

const answer = (path) => `<link rel="preload" as="fetch" crossorigin href="${path}">`
const preload = (file) =>
  `<link rel=${isStyle(file) ? '"preload" as="style"' : '"modulepreload"'} crossorigin href="/${file}">`

/** The document's frame is drawn with the dashboard's own styles: without them its bars would jump. */
const FRAME_STYLES = manifest[DASHBOARD].css
const style = (file) => `<link rel="stylesheet" crossorigin href="/${file}">`

const SHELL = /(<div data-shell>).*?(<\/div>\s*<\/div>)/s
if (!SHELL.test(plain)) throw new Error('index.html has no shell')
const NO_SCRIPT = /<noscript\s*>.*?<\/noscript\s*>/s
if (!NO_SCRIPT.test(plain)) throw new Error('index.html has no noscript')
const { STATIC_SCREENS: screens, PREVIEWS: previews, WITHOUT_SCRIPTS: unscripted } = await staticScreens()

const START = '<script src="/start.js"></script>'
if (!plain.includes(START)) throw new Error('index.html has no start.js')
/** It requests the client after the first paint. */
const startWith = (files) => START.replace('>', ` data-client="${files.join(' ')}">`)
const prefetch = await prefetchScript()

/** Named right after the first script, so that the browser requests it before all others. */
function prefetchElement(named) {
  const newFiles = (modules, known) =>
    [...new Set(modules.flatMap((name) => [...filesOf(name)]))].filter((file) => !known.has(file))
  const addresses = (files) => files.map((file) => `/${file}`)
  const chunksOf = ({ first, later }) => {
    const drawn = newFiles([DASHBOARD, first], named)
    const rest = later === undefined ? [] : newFiles([later], new Set([...named, ...drawn]))
    return { first: addresses(drawn), later: addresses(rest) }
  }
  const chunks = Object.fromEntries(Object.entries(TABS).map(([tab, modules]) => [tab, chunksOf(modules)]))
  return `<script async fetchpriority="high" src="${prefetch}" data-chunks='${JSON.stringify(chunks)}'></script>`
}

for (const [address, modules] of Object.entries(MODULES)) {
  const files = [...new Set([...modules, MAIN].flatMap((name) => [...filesOf(name)]))]
  const chunks = files.filter((file) => !plain.includes(file) && !FRAME_STYLES.includes(file))
  const isAtOnce = AT_ONCE.includes(address)
  const head = [
    previews[address] ?? '',
    ...(ANSWERS[address] ?? []).map(answer),
    ...(isAtOnce ? [...FRAME_STYLES.map(style), ...chunks.map(preload)] : []),
  ].join('')
  const path = join(out, `${address}.html`)
  await mkdir(dirname(path), { recursive: true })
  const screen = screens[address]
  const shown =
    screen === undefined ? plain : plain.replace(SHELL, (_all, open, close) => open + screen + close)
  const start = isAtOnce ? START : startWith(files.filter((file) => !isStyle(file)).map((file) => `/${file}`))
  const first = address === '/dashboard' ? prefetchElement(new Set([...filesOf(MAIN), ...FRAME_STYLES])) : ''
  await writeFile(
    path,
    (isAtOnce ? shown : shown.replace(CLIENT, ''))
      .replace(START, () => start + first)
      .replace('</head>', () => `${head}</head>`)
      .replace(NO_SCRIPT, (whole) =>
        unscripted[address] === undefined ? whole : `<noscript>${unscripted[address]}</noscript>`,
      ),
  )
}
