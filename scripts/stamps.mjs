import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const SOURCES = ['contracts', 'services', 'projections', 'web', 'scripts', 'package-lock.json']
const NO_SOURCE = /(^|\/)(node_modules|dist)$|\.test\.tsx?$|\.contract\.ts$/
const LOCK_FILE = 'package-lock.json'
const LOCK_STAMP = 'node_modules/.lock-stamp'
const BUILD_STAMP = 'dist/.build-stamp'

/**
 * Whether the packages are those of package-lock.json, by our stamp, or by npm's own record if npm was run by hand.
 * @param {string} root
 */
export function isInstalled(root) {
  if (read(root, LOCK_STAMP) === lockHash(root)) return true
  const locked = packagesOf(read(root, LOCK_FILE))
  const installed = packagesOf(read(root, 'node_modules/.package-lock.json'))
  if (Object.keys(installed).length === 0) return false
  const isAsLocked = (/** @type {string} */ path) =>
    JSON.stringify(installed[path]) === JSON.stringify(locked[path])
  // Packages of other platforms are only in the lock file.
  const isMissing = (/** @type {string} */ path) => !installed[path] && !locked[path]?.optional && path !== ''
  return Object.keys(installed).every(isAsLocked) && !Object.keys(locked).some(isMissing)
}

/** @param {string} root */
export function stampInstall(root) {
  writeFileSync(join(root, LOCK_STAMP), lockHash(root))
}

/**
 * Whether dist/ is the build of these sources.
 * @param {string} root
 */
export function isBuilt(root) {
  return read(root, BUILD_STAMP) === sourceStamp(root)
}

/**
 * @param {string} root
 * @param {string} stamp of the sources at the beginning of the build; '' during the build
 */
export function stampBuild(root, stamp) {
  const path = join(root, BUILD_STAMP)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, stamp)
}

/**
 * Changes with every file that goes into the build.
 * @param {string} root
 */
export function sourceStamp(root) {
  const hash = createHash('sha256')
  for (const source of SOURCES) addTo(hash, root, source)
  return hash.digest('hex')
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} root
 * @param {string} path
 */
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

/**
 * @param {string} text
 * @returns {Record<string, { optional?: boolean } | undefined>}
 */
function packagesOf(text) {
  try {
    return JSON.parse(text).packages ?? {}
  } catch {
    return {}
  }
}

/**
 * @param {string} root
 * @param {string} path
 */
function read(root, path) {
  return existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : ''
}
