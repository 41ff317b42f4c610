import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Neither npm nor git cares for what is in there. */
const FOLDER = 'dist/.ready'
const LOOK_EVERY_MS = 100

/**
 * Does some work while no other process does it in this clone; waits for a turn. A lock left by a killed process
 * counts for nothing, by its pid and start time.
 * Everybody first puts a lock and then looks: nobody goes on who sees anybody, so never two at once.
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
 * Holds the lock for a child as well: killed alone, we would leave it at work.
 * @param {string} root
 * @param {number} pid
 */
export function holdFor(root, pid) {
  mkdirSync(join(root, FOLDER, nameOf(pid)), { recursive: true })
}

/**
 * @param {string} dir
 * @param {string} own
 * @param {(line: string) => void} say
 */
async function untilAlone(dir, own, say) {
  for (let look = 1; ; look++) {
    mkdirSync(join(dir, own), { recursive: true })
    const [first] = liveLocks(dir, own)
    if (first === undefined) return
    // The first by name keeps its place in the queue; the others step back, and come again.
    if (first < own) rmSync(join(dir, own), { recursive: true, force: true })
    if (look === 1) say('Otro proceso está preparando el proyecto; esperando a que termine…')
    await pause(LOOK_EVERY_MS)
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
 * Names a process so that a later one with the same pid has another name; '' when there is none. A zombie is none.
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
 * Only Linux says.
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
