import { link, mkdir, open as openFile, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { StoreError } from '@app/contracts/event-store.ts'
import type pg from 'pg'
import { KEY_BYTES, open, type RandomBytes } from './sealing.ts'

const NAME = /^wrapping-([1-9]\d*)$/

export type WrappingFiles = ReturnType<typeof createWrappingFiles>

/** Keys outside of the database: no copy of it opens what a destroyed one wrapped. Two files during a rewrap. */
export function createWrappingFiles(folder: string, random: RandomBytes) {
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
    /** Durable when it resolves. An existing key stays as it is. */
    make: async (number: number, key?: Buffer): Promise<Buffer> => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const draft = `${pathOf(number)}.${process.pid}.new`
      await rm(draft, { force: true })
      try {
        await write(draft, 'wx', key ?? random(KEY_BYTES))
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
    before: async (number: number): Promise<readonly number[]> =>
      (await readdir(folder))
        .map((name) => Number(NAME.exec(name)?.[1] ?? Infinity))
        .filter((one) => one < number),
    /** Overwrites the key before it removes the file. */
    destroy: async (number: number): Promise<void> => {
      await write(pathOf(number), 'r+', random(KEY_BYTES)).catch(unlessMissing)
      await rm(pathOf(number), { force: true })
      await syncFolder(folder)
    },
  }
}

async function write(path: string, flags: 'wx' | 'r+', key: Buffer): Promise<void> {
  const file = await openFile(path, flags, 0o600)
  try {
    await file.writeFile(`${key.toString('base64')}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Makes names durable. Some systems cannot open a folder: there it does nothing. */
async function syncFolder(folder: string): Promise<void> {
  const opened = await openFile(folder, 'r').catch(() => undefined)
  await opened?.sync().catch(() => undefined)
  await opened?.close()
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
  return undefined
}

type Db = Pick<pg.Pool, 'query'>

export interface WrappingKey {
  readonly number: number
  readonly key: Buffer
}

export type WrappingKeys = ReturnType<typeof createWrappingKeys>

export function createWrappingKeys({
  db,
  files,
}: {
  readonly db: Db
  readonly files: Pick<WrappingFiles, 'find'>
}) {
  let newest: WrappingKey | undefined

  async function find(number: number): Promise<Buffer | undefined> {
    if (newest?.number === number) return newest.key
    const key = await files.find(number).catch(unavailable)
    if (key !== undefined && number > (newest?.number ?? 0)) newest = { number, key }
    return key
  }

  async function current(from: Db, lock = ''): Promise<WrappingKey> {
    const text = `select number from vault.wrapping ${lock}`
    const { rows } = await from.query<{ number: number }>(text).catch(unavailable)
    const { number } = rows[0]!
    const key = await find(number)
    if (key === undefined) throw new StoreError('Unavailable', `the wrapping key ${number} is missing`)
    return { number, key }
  }

  return {
    /** Undefined once it was destroyed: the row is wrapped by another one by then. */
    find,
    /** Wraps new keys. @throws StoreError Unavailable */
    current: () => current(db),
    /** As `current`; no other follows it until the client's transaction ends. */
    hold: (client: Db) => current(client, 'for key share'),
  }
}

export const unavailable = (cause: unknown): never => {
  throw new StoreError('Unavailable', 'the key vault cannot be reached', { cause })
}

export interface WrappedRow {
  readonly wrapped_key: Buffer
  readonly wrapped_by: number
}

const READS_MAX = 5

/** Reads rows again when keys were rewrapped between row and wrapping key. @throws StoreError Unavailable */
export async function openedRows<Row extends WrappedRow>(
  wrapping: Pick<WrappingKeys, 'find'>,
  read: () => Promise<readonly Row[]>,
  placeOf: (row: Row) => string,
): Promise<readonly (readonly [row: Row, key: Buffer])[]> {
  for (let reads = 1; reads <= READS_MAX; reads += 1) {
    const rows = await read()
    const keys = await Promise.all(rows.map(({ wrapped_by: by }) => wrapping.find(by)))
    if (keys.every((key) => key !== undefined))
      return rows.map((row, nth) => [row, open(keys[nth]!, placeOf(row), row.wrapped_key)])
  }
  throw new StoreError('Unavailable', 'a wrapping key is missing')
}
