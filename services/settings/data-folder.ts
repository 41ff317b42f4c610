import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isAlive, processIdentity } from '@app/observability/process-facts.ts'
import { codeOf, StartError } from '@app/contracts/start-error.ts'

export interface DataFolderClaim {
  release(): Promise<void>
}

/** Names the process, so that a lock is complete at once and no two processes share one. */
const LOCK_NAME = /^lock-(\d+)-([0-9a-f]*)$/
const ATTEMPTS_MAX = 6
const RETRY_MS = 50

/** Replaces a crashed process's lock. @throws StartError when the folder is unusable or claimed */
export async function claimDataFolder(dir: string): Promise<DataFolderClaim> {
  const own = lockNameOf(process.pid)
  await putLock(dir, own)
  try {
    await untilAlone(dir, own)
  } catch (error) {
    await rm(join(dir, own), { force: true })
    throw error
  }
  return { release: () => rm(join(dir, own), { force: true }) }
}

async function putLock(dir: string, own: string): Promise<void> {
  try {
    await makeFolder(dir)
    await writeFile(join(dir, own), '', { mode: 0o600, flag: 'wx' })
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST' && existsSync(join(dir, own))) {
      throw inUse(dir, process.pid)
    }
    throw new StartError(
      `No se puede escribir en la carpeta de datos ${dir} (${codeOf(cause) ?? String(cause)}): dale permisos de escritura o elige otra con DATA_DIR.`,
      { cause },
    )
  }
}

/** Node's recursive mkdir never returns for a folder that cannot be created (below /proc). */
export async function makeFolder(dir: string): Promise<void> {
  try {
    await mkdir(dir, { mode: 0o700 })
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return
    if (codeOf(error) !== 'ENOENT' || existsSync(dirname(dir))) throw error
    await makeFolder(dirname(dir))
    await mkdir(dir, { mode: 0o700 })
  }
}

/** Each locks first, so that one of two sees the other. The first by name retries, so that not all give up. */
async function untilAlone(dir: string, own: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const others = await liveLocks(dir, own)
    const [first] = others
    if (first === undefined) return
    if (first < own || attempt === ATTEMPTS_MAX) throw inUse(dir, pidOf(first))
    await pause(RETRY_MS)
  }
}

/** Removes dead processes' locks, whose names are never used again. */
async function liveLocks(dir: string, own: string): Promise<readonly string[]> {
  const names = (await readdir(dir)).filter((name) => LOCK_NAME.test(name) && name !== own)
  const dead = names.filter((name) => !isLive(name))
  await Promise.all(dead.map((name) => rm(join(dir, name), { force: true })))
  return names.filter((name) => !dead.includes(name)).sort()
}

/** Whether another live process has claimed it. */
export function isClaimed(dir: string): boolean {
  const names = existsSync(dir) ? readdirSync(dir) : []
  return names.some((name) => LOCK_NAME.test(name) && pidOf(name) !== process.pid && isLive(name))
}

function isLive(name: string): boolean {
  const pid = pidOf(name)
  return isAlive(pid) && lockNameOf(pid) === name
}

function lockNameOf(pid: number): string {
  const identity = processIdentity(pid)
  const mark = identity === undefined ? '' : createHash('sha256').update(identity).digest('hex').slice(0, 12)
  return `lock-${pid}-${mark}`
}

const pidOf = (name: string): number => Number(LOCK_NAME.exec(name)?.[1])

function inUse(dir: string, pid: number): StartError {
  return new StartError(
    `La carpeta de datos ${dir} ya está en uso por el proceso ${pid}: ciérralo o elige otra carpeta con DATA_DIR.`,
  )
}
