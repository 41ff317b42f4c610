import type pg from 'pg'
import { idKeyPlace } from './id-keys.ts'
import { pictureKeyPlace } from '../pictures/picture-keys.ts'
import { open, seal, type RandomBytes } from './sealing.ts'
import { subjectKeyPlace } from './subject-keys.ts'
import type { WrappingKey, WrappingKeys } from './wrapping-keys.ts'

interface WrappedTable {
  readonly table: string
  readonly name: string
  readonly placeOf: (name: string) => string
}

const TABLES: readonly WrappedTable[] = [
  { table: 'vault.subjects', name: 'subject', placeOf: subjectKeyPlace },
  { table: 'vault.id_keys', name: 'name', placeOf: idKeyPlace },
  { table: 'vault.images', name: 'ref', placeOf: pictureKeyPlace },
]

export interface RewrapDeps {
  readonly db: Pick<pg.Pool, 'query'>
  readonly wrapping: WrappingKeys
  readonly random: RandomBytes
  readonly pageRowsMax?: number
}

interface Row {
  readonly name: string
  readonly wrapped_key: Buffer
  readonly epoch: number
}

const PAGE_ROWS_MAX = 500

/** Skips keys that were destroyed or rewrapped since they were read. Locks in the order of `destroyKeys`. */
const updateOf = ({ table, name }: WrappedTable): string => `
  with held as materialized (select ${name} from ${table} where ${name} = any($2::text[]) order by ${name} for update)
  update ${table} k set wrapped_key = v.wrapped, epoch = $1
  from unnest($2::text[], $3::bytea[], $4::bytea[]) v(name, former, wrapped)
  where k.${name} = v.name and k.wrapped_key = v.former and k.${name} in (select ${name} from held)`

/** @returns the keys found under earlier epochs: 0 means that none is left */
export async function rewrapOnce(deps: RewrapDeps, to: WrappingKey): Promise<number> {
  let count = 0
  for (const table of TABLES) count += await rewrapTable(deps, table, to)
  return count
}

async function rewrapTable(deps: RewrapDeps, table: WrappedTable, to: WrappingKey): Promise<number> {
  const { db, pageRowsMax = PAGE_ROWS_MAX } = deps
  let count = 0
  for (let after = ''; ;) {
    const { rows } = await db.query<Row>(
      `select ${table.name} as name, wrapped_key, epoch from ${table.table}
       where ${table.name} > $1 order by ${table.name} limit $2`,
      [after, pageRowsMax],
    )
    const former = rows.filter(({ epoch, wrapped_key: key }) => epoch < to.epoch && key.length > 0)
    if (former.length > 0) await rewrapRows(deps, table, former, to)
    count += former.length
    if (rows.length < pageRowsMax) return count
    after = rows.at(-1)!.name
  }
}

async function rewrapRows(
  { db, wrapping, random }: RewrapDeps,
  table: WrappedTable,
  rows: readonly Row[],
  to: WrappingKey,
): Promise<void> {
  const wrapped: Buffer[] = []
  for (const { name, wrapped_key: former, epoch } of rows) {
    const key = await wrapping.find(epoch)
    if (key === undefined)
      throw new Error(`the key of epoch ${epoch} is missing: ${table.table} stays under it`)
    const place = table.placeOf(name)
    wrapped.push(seal(to.key, place, open(key, place, former), random))
  }
  const names = rows.map(({ name }) => name)
  const formers = rows.map(({ wrapped_key: former }) => former)
  await db.query(updateOf(table), [to.epoch, names, formers, wrapped])
}
