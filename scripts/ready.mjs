import { createHash } from 'node:crypto'
import { statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildAll, isBuilt, readIfThere, runQuietly } from './build.mjs'

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

const NODE_MIN = [20, 19]
const LOCK_FILE = 'package-lock.json'
const NPM_RECORD = 'node_modules/.package-lock.json'
const LOCK_STAMP = 'node_modules/.lock-stamp'

/** Installs the packages of the lock file; builds on request. Exits on a failure. @param {{ build: boolean }} wanted */
export async function prepareClone({ build }) {
  try {
    checkNode(process.versions.node)
    if (isInstalled(ROOT) && (!build || isBuilt(ROOT))) return
    await prepare(build)
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
    process.exit(1)
  }
}

/** @param {string} version @throws Error in one clear line when this Node is too old */
export function checkNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [majorMin, minorMin] = NODE_MIN
  if (major > majorMin || (major === majorMin && minor >= minorMin)) return
  throw new Error(
    `Se necesita Node ${NODE_MIN.join('.')} o más nuevo, y este es ${version}: actualízalo en https://nodejs.org`,
  )
}

/** @param {boolean} build */
async function prepare(build) {
  if (!isInstalled(ROOT)) await install()
  stampInstall(ROOT)
  if (!build || isBuilt(ROOT)) return
  await buildAll(ROOT, say)
}

/** Whether the packages match package-lock.json, by our stamp or npm's record. @param {string} root */
export function isInstalled(root) {
  const writtenMs = (/** @type {string} */ path) =>
    statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? NaN
  return readIfThere(root, LOCK_STAMP) === lockHash(root) || writtenMs(NPM_RECORD) > writtenMs(LOCK_FILE)
}

/** @param {string} root */
export function stampInstall(root) {
  writeFileSync(join(root, LOCK_STAMP), lockHash(root))
}

/** @param {string} root */
function lockHash(root) {
  return createHash('sha256').update(readIfThere(root, LOCK_FILE)).digest('hex')
}

async function install() {
  say('Instalando las dependencias (npm ci); la primera vez toma cerca de un minuto…')
  // The npm that started this process, if any. With NODE_ENV=production it would not install the build tools.
  const cli = process.env.npm_execpath
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund']
  const [file, all] = cli ? [process.execPath, [cli, ...args]] : ['npm', args]
  try {
    const options = { cwd: ROOT, shell: !cli && process.platform === 'win32' }
    await runQuietly(file, all, options)
  } catch (error) {
    console.error(/** @type {Error} */ (error).message)
    throw new Error(
      'No se pudieron instalar las dependencias: revisa la conexión y lo que dijo npm más arriba.',
    )
  }
}

/** @param {string} line */
function say(line) {
  console.error(line)
}
