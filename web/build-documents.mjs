// Run after vite's build. Writes the client's document once for each address: with the chunks of that screen named in
// it, so that a browser requests them at once and not after the first of them has run, and with what of that screen
// needs no script. `node web/build-documents.mjs [folder]`
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'

const web = fileURLToPath(new URL('.', import.meta.url))
const out = join(resolve(process.argv[2] ?? join(web, '../dist')), 'web')

const ACCOUNT = ['app/routes/AccountRoute.tsx']
const DASHBOARD = ['app/shell/Dashboard.tsx', 'features/analytics/AnalyticsTab.tsx']
/** By address: the modules that app/App.tsx loads for it. All other addresses get the plain document. */
const MODULES = {
  '/login': ['app/routes/LoginRoute.tsx'],
  '/register': ACCOUNT,
  '/auth/forgot-password': ACCOUNT,
  '/auth/reset': ACCOUNT,
  '/auth/reset/success': ACCOUNT,
  '/activate': ACCOUNT,
  '/profile': ACCOUNT,
  '/dashboard': DASHBOARD,
  '/admin': DASHBOARD,
}

/** By address: the answers that app/routes/first-answers.ts waits for. */
const ANSWERS = { '/login': ['/api/auth/methods'], '/register': ['/api/auth/methods'] }

const manifest = JSON.parse(await readFile(join(out, '.vite/manifest.json'), 'utf8'))
const plain = await readFile(join(out, 'index.html'), 'utf8')

/** Files of a module and of all that it imports at once. */
function filesOf(name, files = new Set()) {
  const chunk = manifest[name]
  if (chunk === undefined) throw new Error(`the build has no ${name}`)
  if (files.has(chunk.file)) return files
  files.add(chunk.file)
  for (const imported of chunk.imports ?? []) filesOf(imported, files)
  return files
}

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

const answer = (path) => `<link rel="preload" as="fetch" crossorigin href="${path}">`
const preload = (file) => `<link rel="modulepreload" crossorigin href="/${file}">`

const SHELL = /(<div data-shell>).*?(<\/div>\s*<\/div>)/s
if (!SHELL.test(plain)) throw new Error('index.html has no shell')
const { STATIC_SCREENS: screens, PREVIEWS: previews } = await staticScreens()

for (const [address, modules] of Object.entries(MODULES)) {
  const files = new Set(modules.flatMap((name) => [...filesOf(name)]))
  const chunks = [...files].filter((file) => !plain.includes(file)).map(preload)
  const head = [previews[address] ?? '', ...(ANSWERS[address] ?? []).map(answer), ...chunks].join('')
  const path = join(out, `${address}.html`)
  await mkdir(dirname(path), { recursive: true })
  const screen = screens[address]
  const shown =
    screen === undefined ? plain : plain.replace(SHELL, (_all, open, close) => open + screen + close)
  await writeFile(
    path,
    shown.replace('</head>', () => `${head}</head>`),
  )
}
