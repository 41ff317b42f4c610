import { createHash, randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { link, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isAlive, processIdentity } from '../observability/process-facts.ts'
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
  const release = (): Promise<void> => rm(join(dir, own), { force: true })
  await putLock(dir, own)
  for (const dead of locksIn(dir).filter((name) => !isLive(name))) await rm(join(dir, dead), { force: true })
  // Each locks first, so that one of two sees the other. The first by name retries, so that not all give up.
  for (let attempt = 1; ; attempt++) {
    const first = locksIn(dir).find((name) => name !== own && isLive(name))
    if (first === undefined) return { release }
    if (first < own || attempt === ATTEMPTS_MAX) {
      await release()
      throw inUse(dir, first)
    }
    await pause(RETRY_MS)
  }
}

async function putLock(dir: string, own: string): Promise<void> {
  try {
    await makeFolder(dir)
    await writeFile(join(dir, own), '', { mode: 0o600, flag: 'wx' })
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST' && existsSync(join(dir, own))) throw inUse(dir, own)
    throw new StartError(
      `No se puede escribir en la carpeta de datos ${dir} (${codeOf(cause) ?? String(cause)}): dale permisos de escritura o elige otra con DATA_DIR.`,
      { cause },
    )
  }
}

/** Node's recursive mkdir never returns for a folder that cannot be created (below /proc). */
export async function makeFolder(dir: string): Promise<void> {
  if (!existsSync(dir) && !existsSync(dirname(dir))) await makeFolder(dirname(dir))
  await mkdir(dir, { mode: 0o700 }).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error
  })
}

export const isClaimed = (dir: string): boolean =>
  locksIn(dir).some((name) => pidOf(name) !== process.pid && isLive(name))

const locksIn = (dir: string): readonly string[] =>
  (existsSync(dir) ? readdirSync(dir) : []).filter((name) => LOCK_NAME.test(name)).sort()

const isLive = (name: string): boolean => isAlive(pidOf(name)) && lockNameOf(pidOf(name)) === name

function lockNameOf(pid: number): string {
  const identity = processIdentity(pid)
  const mark = identity === undefined ? '' : createHash('sha256').update(identity).digest('hex').slice(0, 12)
  return `lock-${pid}-${mark}`
}

const pidOf = (name: string): number => Number(LOCK_NAME.exec(name)?.[1])

const inUse = (dir: string, lock: string): StartError =>
  new StartError(
    `La carpeta de datos ${dir} ya está en uso por el proceso ${pidOf(lock)}: ciérralo o elige otra carpeta con DATA_DIR.`,
  )

/** Durable, and readable by this user only. */
export async function writeAtomically(dir: string, path: string, text: string): Promise<void> {
  await rename(await writeDraft(path, text), path)
  await syncFolder(dir)
}

/** @returns its text, which is another one where another process was faster */
export async function createAtomically(dir: string, path: string, text: string): Promise<string> {
  const draft = await writeDraft(path, text)
  try {
    await link(draft, path)
    await syncFolder(dir)
    return text
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    return (await readFile(path, 'utf8')).trim()
  } finally {
    await rm(draft, { force: true })
  }
}

async function writeDraft(path: string, text: string): Promise<string> {
  // A name of its own: in containers with one folder, processes have the same number.
  const draft = `${path}.${randomUUID()}.new`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(`${text}\n`)
    await file.sync()
  } catch (error) {
    // An incomplete draft is useless and may contain personal data.
    await rm(draft, { force: true })
    throw error
  } finally {
    await file.close()
  }
  return draft
}

/** Makes the rename durable. Some systems cannot open a folder. */
async function syncFolder(dir: string): Promise<void> {
  const folder = await open(dir, 'r').catch(() => undefined)
  await folder?.sync().catch(() => undefined)
  await folder?.close()
}
