import { withFreeAdvisoryLock } from '../../platform/postgres/advisory-lock.ts'
import { inTransaction } from '../../platform/postgres/in-transaction.ts'
import type pg from 'pg'
import { idKeyPlace } from './id-keys.ts'
import { pictureKeyPlace } from '../../media/stored-images.ts'
import { open, seal, type RandomBytes } from './sealing.ts'
import { subjectKeyPlace } from './subject-keys.ts'
import type { WrappingFiles } from './wrapping-files.ts'
import type { WrappingKey, WrappingKeys } from './wrapping-keys.ts'

interface Rewrapped {
  /** Number of the wrapping key. */
  readonly number: number
  readonly rewrapped: number
}

/** Keys of people, and the one that wraps them. */
export interface Vault {
  readonly db: pg.Pool
  readonly wrapping: WrappingKeys
  readonly files: WrappingFiles
  readonly random: RandomBytes
  readonly now: () => Date
  readonly pageRowsMax?: number
}

/** Called before each page of keys; ends the pass by an error. */
type OnPage = () => Promise<void>

/**
 * Wraps all keys by a new wrapping key and destroys the former one, so that no copy of a destroyed key (heap, WAL, backups)
 * opens any more. Completes what a crash interrupted. Undefined while another process does it.
 */
export function createRewrap(deps: Vault) {
  const alone = (
    isDue: (client: pg.PoolClient) => Promise<boolean>,
    onPage: OnPage = async () => undefined,
  ): Promise<Rewrapped | undefined> =>
    withFreeAdvisoryLock(deps.db, 'wrapping keys', async ({ client }) => {
      if (await isDue(client)) await replace(deps, client)
      return finish({ ...deps, onPage }, client)
    }).then((done) => done?.result)
  return {
    now: () => alone(async () => true),
    /** Makes a new one if keys were destroyed since the present one was made, at least `ageMs` ago. */
    ifDue: (ageMs: number, onPage?: OnPage) =>
      alone(async (client) => {
        const madeUntil = new Date(deps.now().getTime() - ageMs)
        const due = await client.query('select from vault.wrapping where has_losses and made_at <= $1', [
          madeUntil,
        ])
        return due.rowCount === 1
      }, onPage),
  }
}

/** The file of the new key is durable before the database names it. */
async function replace({ wrapping, files, now }: Vault, client: pg.PoolClient): Promise<void> {
  const next = (await wrapping.current()).number + 1
  await files.make(next)
  await inTransaction(client, async () => {
    // Waits for keys that are being written under the former one: these are wrapped anew with the others.
    await client.query('select from vault.wrapping for update')
    await client.query('update vault.wrapping set number = $1, made_at = $2, has_losses = false', [
      next,
      now(),
    ])
  })
}

/** Destroys a former key only once no row needs it. */
async function finish(deps: Vault & { readonly onPage: OnPage }, client: pg.PoolClient): Promise<Rewrapped> {
  const to = await deps.wrapping.current()
  const former = await deps.files.before(to.number)
  if (former.length === 0) return { number: to.number, rewrapped: 0 }
  let rewrapped = 0
  for (const table of TABLES) rewrapped += await rewrapTable(deps, client, table, to)
  const left = await client.query(LEFT, [to.number])
  if (left.rowCount !== 0) throw new Error(`keys are still wrapped by one before ${to.number}`)
  for (const number of former) await deps.files.destroy(number)
  return { number: to.number, rewrapped }
}

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

const FORMER = "wrapped_by < $1 and wrapped_key <> ''"
const LEFT = TABLES.map(({ table }) => `(select from ${table} where ${FORMER} limit 1)`).join(' union all ')

interface Row {
  readonly name: string
  readonly wrapped_key: Buffer
  readonly wrapped_by: number
}

const PAGE_ROWS_MAX = 500

/** Skips keys that were destroyed or rewrapped since they were read. Locks in the order of `destroyKeys`. */
const updateOf = ({ table, name }: WrappedTable): string => `
  with held as materialized (select ${name} from ${table} where ${name} = any($2::text[]) order by ${name} for update)
  update ${table} k set wrapped_key = v.wrapped, wrapped_by = $1
  from unnest($2::text[], $3::bytea[], $4::bytea[]) v(name, former, wrapped)
  where k.${name} = v.name and k.wrapped_key = v.former and k.${name} in (select ${name} from held)`

async function rewrapTable(
  deps: Vault & { readonly onPage: OnPage },
  client: pg.PoolClient,
  table: WrappedTable,
  to: WrappingKey,
): Promise<number> {
  const { pageRowsMax = PAGE_ROWS_MAX } = deps
  let count = 0
  for (let after = ''; ;) {
    await deps.onPage()
    const { rows } = await client.query<Row>(
      `select ${table.name} as name, wrapped_key, wrapped_by from ${table.table}
       where ${FORMER} and ${table.name} > $2 order by ${table.name} limit $3`,
      [to.number, after, pageRowsMax],
    )
    if (rows.length > 0) await rewrapRows(deps, client, { table, rows, to })
    count += rows.length
    if (rows.length < pageRowsMax) return count
    after = rows.at(-1)!.name
  }
}

async function rewrapRows(
  { wrapping, random }: Vault,
  client: pg.PoolClient,
  {
    table,
    rows,
    to,
  }: { readonly table: WrappedTable; readonly rows: readonly Row[]; readonly to: WrappingKey },
): Promise<void> {
  const formers = new Map<number, Buffer | undefined>()
  for (const number of new Set(rows.map((row) => row.wrapped_by)))
    formers.set(number, await wrapping.find(number))
  const wrapped = rows.map(({ name, wrapped_key: former, wrapped_by: number }) => {
    const key = formers.get(number)
    if (key === undefined) throw new Error(`the wrapping key ${number} is missing: ${table.table} needs it`)
    const place = table.placeOf(name)
    return seal(to.key, place, open(key, place, former), random)
  })
  const names = rows.map(({ name }) => name)
  await client.query(updateOf(table), [to.number, names, rows.map((row) => row.wrapped_key), wrapped])
}
