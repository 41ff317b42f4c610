import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const SOURCES = ['contracts', 'services', 'projections', 'web', 'scripts', 'package-lock.json']
const NO_SOURCE = /(^|\/)(node_modules|dist)$|\.test\.tsx?$|\.contract\.ts$/
const LOCK_FILE = 'package-lock.json'
const NPM_RECORD = 'node_modules/.package-lock.json'
const LOCK_STAMP = 'node_modules/.lock-stamp'
const BUILD_STAMP = 'dist/.build-stamp'

/** Whether the packages match package-lock.json, by our stamp or npm's record. @param {string} root */
export function isInstalled(root) {
  const writtenMs = (/** @type {string} */ path) =>
    statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? NaN
  return read(root, LOCK_STAMP) === lockHash(root) || writtenMs(NPM_RECORD) > writtenMs(LOCK_FILE)
}

/** @param {string} root */
export function stampInstall(root) {
  writeFileSync(join(root, LOCK_STAMP), lockHash(root))
}

/** Whether dist/ is the build of these sources. @param {string} root */
export function isBuilt(root) {
  return read(root, BUILD_STAMP) === sourceStamp(root)
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

/** @param {string} root */
function lockHash(root) {
  return createHash('sha256').update(read(root, LOCK_FILE)).digest('hex')
}

/** @param {string} root @param {string} path */
function read(root, path) {
  return existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : ''
}
