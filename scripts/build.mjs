import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

const PROGRAMS = { standalone: 'services/product/main.ts', ops: 'services/ops/main.ts' }
/** Keep their names, because programs start them by path from their own folder. */
const WORKERS = {
  'password-worker': 'services/accounts/identity/password-worker.mjs',
  'image-child': 'services/media/image-child.ts',
  'report-worker': 'services/analytics/report/report-worker.ts',
}
/** Run once during the build, with the name of the output folder in dist/. */
const MAKERS = { 'make-demo-pictures': 'services/product/first-start/make-demo-pictures.ts' }
const DEMO_PICTURES = 'demo-pictures'
/** Run in this order after Vite has built the client. */
const WEB_MAKERS = [
  'web/build-public-page.mjs',
  'web/build-landing.mjs',
  'web/build-icons.mjs',
  'web/build-compressed.mjs',
]
const FOLDERS = {
  [DEMO_PICTURES]: 'services/product/first-start/demo-pictures',
}
/** Prefix of chunks that programs share or load by `import()`. They are beside the programs, which resolve paths there. */
const PART = 'part-'

const SOURCES = ['contracts', 'services', 'projections', 'web', 'scripts', 'package-lock.json']
const NO_SOURCE = /(^|\/)(node_modules|dist)$|\.test\.tsx?$|\.contract\.ts$/
const BUILD_STAMP = 'dist/.build-stamp'

/** Whether dist/ is the build of these sources. @param {string} root */
export function isBuilt(root) {
  return readIfThere(root, BUILD_STAMP) === sourceStamp(root)
}

/** Writes the stamp last: an interrupted build is repeated. @param {string} root @param {(line: string) => void} say */
export async function buildAll(root, say) {
  say('Compilando…')
  const stamp = sourceStamp(root)
  stampBuild(root, '')
  try {
    const programs = bundle(root, { ...PROGRAMS, ...MAKERS }, '.js')
    const workers = bundle(root, WORKERS, '.mjs')
    await Promise.all([programs, workers, buildWeb(root)])
    // The product runs on in this process, and the service of esbuild would stay beside it.
    await (await import('esbuild')).stop()
    removeOldParts(root, [...(await programs), ...(await workers)])
    for (const [name, source] of Object.entries(FOLDERS))
      cpSync(join(root, source), join(root, 'dist', name), { recursive: true })
    for (const name of Object.keys(MAKERS).filter((name) => existsSync(join(root, 'dist', `${name}.js`))))
      await runQuietly(
        process.execPath,
        [join(root, 'dist', `${name}.js`), join(root, 'dist', DEMO_PICTURES)],
        { cwd: root },
      )
  } catch (error) {
    console.error(/** @type {Error} */ (error).message)
    throw new Error('No se pudo compilar: corrige lo que se muestra más arriba y vuelve a intentarlo.')
  }
  stampBuild(root, stamp)
}

/** @param {string} root @param {string} stamp of the sources at the beginning of the build; '' during the build */
export function stampBuild(root, stamp) {
  const path = join(root, BUILD_STAMP)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, stamp)
}

/** Changes with every file that goes into the build. @param {string} root */
export function sourceStamp(root) {
  const hash = createHash('sha256')
  for (const source of SOURCES) addTo(hash, root, source)
  return hash.digest('hex')
}

/** @param {import('node:crypto').Hash} hash @param {string} root @param {string} path */
function addTo(hash, root, path) {
  if (NO_SOURCE.test(path) || !existsSync(join(root, path))) return
  const { mtimeMs, size } = statSync(join(root, path))
  const isFolder = statSync(join(root, path)).isDirectory()
  if (!isFolder) {
    hash.update(`${path}\0${mtimeMs}\0${size}\n`)
    return
  }
  for (const name of readdirSync(join(root, path)).sort()) addTo(hash, root, `${path}/${name}`)
}

/** @param {string} root @param {string} path */
export function readIfThere(root, path) {
  return existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : ''
}

/** @param {string} root @param {Record<string, string>} entries missing ones are skipped @param {string} extension */
async function bundle(root, entries, extension) {
  const { build } = await import('esbuild') // imported late, because it may have just been installed
  const present = Object.entries(entries).filter(([, source]) => existsSync(join(root, source)))
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(present),
    outdir: 'dist',
    outExtension: { '.js': extension },
    bundle: true,
    // Otherwise a start would load all imports, even EventStoreDB's client.
    splitting: true,
    chunkNames: `${PART}[name]-[hash]`,
    metafile: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    plugins: [onlyOwnCode],
    logLevel: 'silent',
  })
  return Object.keys(metafile.outputs).map((path) => basename(path))
}

/** Removes chunks of earlier builds. @param {string} root @param {readonly string[]} made */
function removeOldParts(root, made) {
  const old = readdirSync(join(root, 'dist')).filter((name) => name.startsWith(PART) && !made.includes(name))
  for (const name of old) rmSync(join(root, 'dist', name), { force: true })
}

/** Bundles our workspaces, and Kysely for a faster start (300 small files). @type {import('esbuild').Plugin} */
export const onlyOwnCode = {
  name: 'only-own-code',
  setup({ onResolve }) {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
      const isOwn = kind === 'entry-point' || path.startsWith('@app/') || path === 'kysely'
      return isOwn ? undefined : { path, external: true }
    })
  },
}

/** Builds the client, public page, landing and icons, and compresses all of it. @param {string} root */
async function buildWeb(root) {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const options = { cwd: root, env: { ...process.env, NODE_ENV: 'production' } }
  const client = ['build', 'web', '--config', 'web/vite.config.ts', '--outDir', join(root, 'dist/web')]
  await runQuietly(process.execPath, [vite, ...client, '--emptyOutDir', '--logLevel', 'warn'], options)
  for (const maker of WEB_MAKERS)
    await runQuietly(process.execPath, [join(root, maker), join(root, 'dist')], options)
}

/**
 * A failure's error contains the program's output. @param {string} file @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} options @returns {Promise<void>}
 */
export function runQuietly(file, args, options) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    /** @type {Buffer[]} */
    const chunks = []
    child.stdout?.on('data', (chunk) => chunks.push(chunk))
    child.stderr?.on('data', (chunk) => chunks.push(chunk))
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(Buffer.concat(chunks).toString('utf8').trim()))
    })
  })
}
