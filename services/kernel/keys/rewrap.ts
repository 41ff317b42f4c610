import type pg from 'pg'
import { RETENTION } from '@app/contracts/limits/periods.ts'
import { pictureKeyPlace } from '../../media/stored-images.ts'
import type { Log } from '../../platform/observability/log.ts'
import { inTransaction } from '../../platform/postgres/in-transaction.ts'
import { recurring, type Worker } from '../jobs.ts'
import type { KeyVault, Vault } from './key-vault.ts'
import { idKeyPlace } from './keyed-ids.ts'
import { open, seal } from './sealing.ts'
import { subjectKeyPlace } from './subject-keys.ts'
import type { WrappedRow, WrappingKey } from './wrapping-keys.ts'

interface Present {
  readonly number: number
  readonly made_at: Date
  readonly has_losses: boolean
}

type OnPage = () => Promise<void>

/** Wraps all keys by a new one and destroys the former, so that no copy (WAL, backup) of a destroyed key opens. */
export function createRewrap(vault: Vault) {
  const { db, files, now } = vault
  async function run(isDue: (present: Present) => boolean, onPage?: OnPage) {
    const done = await inTransaction(db, async (client) => {
      // Writers and destroyers of keys wait, so that none is left under the former one.
      const { rows } = await client.query<Present>(
        'select number, made_at, has_losses from vault.wrapping for update',
      )
      const { number } = rows[0]!
      // A former file is there after a crash behind the commit.
      const isWanted = isDue(rows[0]!) || (await files.before(number)).length > 0
      return isWanted ? replace(vault, client, number + 1, onPage) : { number, rewrapped: 0 }
    })
    for (const number of await files.before(done.number)) await files.destroy(number)
    return done
  }
  return {
    now: () => run(() => true),
    /** Makes a new one if keys were destroyed since the present one was made, at least `ageMs` ago. */
    ifDue: (ageMs: number, onPage?: OnPage) =>
      run((present) => present.has_losses && present.made_at.getTime() <= now().getTime() - ageMs, onPage),
  }
}

const HOUR_MS = 3_600_000

/** Once a day at most: wrapping all keys takes long. */
export const rewrapWorker = ({ rewrap, log }: Pick<KeyVault, 'rewrap'> & { readonly log: Log }): Worker =>
  recurring('rewrap', HOUR_MS, async ({ assertHeld }) => {
    const done = await rewrap.ifDue(RETENTION.copiesHours * HOUR_MS, assertHeld)
    if (done.rewrapped > 0) log.info(done, 'keys were wrapped again')
  })

/** The file of the new key is durable before the database names it. */
async function replace(vault: Vault, client: pg.PoolClient, number: number, onPage: OnPage | undefined) {
  const to = { number, key: await vault.files.make(number) }
  let rewrapped = 0
  for (const table of TABLES) rewrapped += await rewrapTable(vault, client, table, to, onPage)
  await client.query('update vault.wrapping set number = $1, made_at = $2, has_losses = false', [
    number,
    vault.now(),
  ])
  return { number, rewrapped }
}

const TABLES = [
  { table: 'vault.subjects', name: 'subject', placeOf: subjectKeyPlace },
  { table: 'vault.id_keys', name: 'name', placeOf: idKeyPlace },
  { table: 'vault.images', name: 'ref', placeOf: pictureKeyPlace },
] as const

type Row = WrappedRow & { readonly name: string }

const PAGE_ROWS_MAX = 500

async function rewrapTable(
  { wrapping, random, pageRowsMax = PAGE_ROWS_MAX }: Vault,
  client: pg.PoolClient,
  { table, name, placeOf }: (typeof TABLES)[number],
  to: WrappingKey,
  onPage: OnPage | undefined,
): Promise<number> {
  let count = 0
  for (let after = ''; ;) {
    await onPage?.()
    const { rows } = await client.query<Row>(
      `select ${name} as name, wrapped_key, wrapped_by from ${table}
       where wrapped_key <> '' and ${name} > $1 order by ${name} limit $2`,
      [after, pageRowsMax],
    )
    const wrapped: Buffer[] = []
    for (const row of rows) {
      const former = await wrapping.find(row.wrapped_by)
      if (former === undefined)
        throw new Error(`the wrapping key ${row.wrapped_by} is missing: ${table} needs it`)
      const place = placeOf(row.name)
      wrapped.push(seal(to.key, place, open(former, place, row.wrapped_key), random))
    }
    await client.query(
      `update ${table} k set wrapped_key = v.wrapped, wrapped_by = $1
       from unnest($2::text[], $3::bytea[]) v(name, wrapped) where k.${name} = v.name`,
      [to.number, rows.map((row) => row.name), wrapped],
    )
    count += rows.length
    if (rows.length < pageRowsMax) return count
    after = rows.at(-1)!.name
  }
}
