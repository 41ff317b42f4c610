import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** A folder that npm and git ignore. */
const FOLDER = 'dist/.ready'
const POLL_MS = 100

/**
 * Runs `work` in one process of this clone at a time; others wait. The lock of a killed process is void, by its pid and
 * start time. Each process puts its lock before it checks for others, and does not continue while it finds one.
 * @template T
 * @param {string} root
 * @param {() => Promise<T>} work
 * @param {(line: string) => void} say
 * @returns {Promise<T>}
 */
export async function withBuildLock(root, work, say) {
  const dir = join(root, FOLDER)
  const own = nameOf(process.pid)
  await untilAlone(dir, own, say)
  try {
    return await work()
  } finally {
    rmSync(join(dir, own), { recursive: true, force: true })
  }
}

/**
 * Locks for a child too, because it continues to work when this process alone is killed.
 * @param {string} root
 * @param {number} pid
 */
export function lockFor(root, pid) {
  mkdirSync(join(root, FOLDER, nameOf(pid)), { recursive: true })
}

/**
 * @param {string} dir
 * @param {string} own
 * @param {(line: string) => void} say
 */
async function untilAlone(dir, own, say) {
  for (let attempt = 1; ; attempt++) {
    mkdirSync(join(dir, own), { recursive: true })
    const [first] = liveLocks(dir, own)
    if (first === undefined) return
    // The first by name keeps its lock; the others remove theirs and retry.
    if (first < own) rmSync(join(dir, own), { recursive: true, force: true })
    if (attempt === 1) say('Otro proceso está preparando el proyecto; esperando a que termine…')
    await pause(POLL_MS)
  }
}

/**
 * @param {string} dir
 * @param {string} own
 */
function liveLocks(dir, own) {
  const others = readdirSync(dir).filter((name) => name !== own)
  const dead = others.filter((name) => nameOf(Number(name.split('-')[0])) !== name)
  for (const name of dead) rmSync(join(dir, name), { recursive: true, force: true })
  return others.filter((name) => !dead.includes(name)).sort()
}

/**
 * Names a process so that a later one with the same pid has another name; '' for a dead process or a zombie.
 * @param {number} pid
 */
function nameOf(pid) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EPERM') return ''
  }
  const { state, start } = statOf(pid)
  return state === 'Z' ? '' : `${pid}-${start}`
}

/**
 * Empty outside Linux.
 * @param {number} pid
 */
function statOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0], start: fields[19] ?? '' }
  } catch {
    return { state: '', start: '' }
  }
}
