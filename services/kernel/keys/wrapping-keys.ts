import { StoreError } from '@app/contracts/event-store.ts'
import type pg from 'pg'
import { open } from './sealing.ts'
import type { WrappingFiles } from './wrapping-files.ts'

type Db = Pick<pg.Pool, 'query'>

/** The key that wraps all others. Each has a number, by which a row names the one that opens it. */
export interface WrappingKey {
  readonly number: number
  readonly key: Buffer
}

export interface WrappingKeys {
  /** Wraps new keys. @throws StoreError Unavailable */
  current(): Promise<WrappingKey>
  /** As `current`; no other follows it until the client's transaction ends. */
  hold(client: Db): Promise<WrappingKey>
  /** Undefined once it was destroyed: the row is wrapped by another one by then. */
  find(number: number): Promise<Buffer | undefined>
}

export function createWrappingKeys({
  db,
  files,
}: {
  readonly db: Db
  readonly files: Pick<WrappingFiles, 'find'>
}): WrappingKeys {
  let newest: WrappingKey | undefined

  async function find(number: number): Promise<Buffer | undefined> {
    if (newest?.number === number) return newest.key
    const key = await files.find(number).catch(unavailable)
    if (key !== undefined && number > (newest?.number ?? 0)) newest = { number, key }
    return key
  }

  async function current(from: Db, lock = ''): Promise<WrappingKey> {
    const { rows } = await from
      .query<{ number: number }>(`select number from vault.wrapping ${lock}`)
      .catch(unavailable)
    const { number } = rows[0]!
    const key = await find(number)
    if (key === undefined) throw new StoreError('Unavailable', `the wrapping key ${number} is missing`)
    return { number, key }
  }

  return { find, current: () => current(db), hold: (client) => current(client, 'for key share') }
}

export const unavailable = (cause: unknown): never => {
  throw new StoreError('Unavailable', 'the key vault cannot be reached', { cause })
}

/** A key as a row has it. */
export interface WrappedRow {
  readonly wrapped_key: Buffer
  readonly wrapped_by: number
}

const READS_MAX = 5

/**
 * Rows with their keys. Reads them again when a key was wrapped anew between its row and its wrapping key.
 * @throws StoreError Unavailable
 */
export async function openedRows<Row extends WrappedRow>(
  wrapping: Pick<WrappingKeys, 'find'>,
  read: () => Promise<readonly Row[]>,
  placeOf: (row: Row) => string,
): Promise<readonly (readonly [row: Row, key: Buffer])[]> {
  for (let reads = 1; reads <= READS_MAX; reads += 1) {
    const rows = await read()
    const opened: (readonly [Row, Buffer])[] = []
    for (const row of rows) {
      const wrappedBy = await wrapping.find(row.wrapped_by)
      if (wrappedBy !== undefined) opened.push([row, open(wrappedBy, placeOf(row), row.wrapped_key)])
    }
    if (opened.length === rows.length) return opened
  }
  throw new StoreError('Unavailable', 'a wrapping key is missing')
}
