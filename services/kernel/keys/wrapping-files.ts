import { link, mkdir, open, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { KEY_BYTES, type RandomBytes } from './sealing.ts'

/** Outside of the database, so that no copy of it opens what a destroyed key has wrapped. */
export interface WrappingFiles {
  /** 32 bytes. */
  find(number: number): Promise<Buffer | undefined>
  /** Durable when it resolves. An existing key stays as it is. */
  make(number: number, key?: Buffer): Promise<Buffer>
  /** Numbers that exist before this one. */
  before(number: number): Promise<readonly number[]>
  destroy(number: number): Promise<void>
}

const NAME = /^wrapping-([1-9]\d*)$/

/** One file a key; there are two while keys are wrapped anew. */
export function createWrappingFiles(folder: string, random: RandomBytes): WrappingFiles {
  const pathOf = (number: number): string => join(folder, `wrapping-${number}`)

  async function find(number: number): Promise<Buffer | undefined> {
    const text = await readFile(pathOf(number), 'utf8').catch(unlessMissing)
    if (text === undefined) return undefined
    const key = Buffer.from(text.trim(), 'base64')
    if (key.length !== KEY_BYTES) throw new Error(`${pathOf(number)} is no wrapping key`)
    return key
  }

  return {
    find,
    make: async (number, key = random(KEY_BYTES)) => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const draft = `${pathOf(number)}.${process.pid}.new`
      await rm(draft, { force: true })
      try {
        await write(draft, 'wx', key)
        // `link` publishes a whole file, and never overwrites one.
        await link(draft, pathOf(number))
      } catch (error) {
        await rm(draft, { force: true })
        if ((await find(number)) === undefined) throw error
      }
      // A process that was killed leaves a draft; one that is at work finds the published file instead.
      const drafts = (await readdir(folder)).filter((name) => name.startsWith(`wrapping-${number}.`))
      for (const name of drafts) await rm(join(folder, name), { force: true })
      await syncFolder(folder)
      return (await find(number))!
    },
    before: async (number) =>
      (await readdir(folder))
        .map((name) => Number(NAME.exec(name)?.[1] ?? Infinity))
        .filter((one) => one < number),
    destroy: async (number) => {
      await destroySecret(pathOf(number), random)
      await syncFolder(folder)
    },
  }
}

/** Overwrites a key before it removes the file. */
async function destroySecret(path: string, random: RandomBytes): Promise<void> {
  await write(path, 'r+', random(KEY_BYTES)).catch(unlessMissing)
  await rm(path, { force: true })
}

async function write(path: string, flags: 'wx' | 'r+', key: Buffer): Promise<void> {
  const file = await open(path, flags, 0o600)
  try {
    await file.writeFile(`${key.toString('base64')}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Makes names durable. Some systems cannot open a folder: there it does nothing. */
async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder, 'r').catch(() => undefined)
  await opened?.sync().catch(() => undefined)
  await opened?.close()
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
  return undefined
}
