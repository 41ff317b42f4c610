import { inTransaction } from '../../platform/postgres/in-transaction.ts'
import type pg from 'pg'
import { pictureKeyPlace } from '../../media/stored-images.ts'
import { idKeyPlace, loadIdKeys } from './id-keys.ts'
import { open, seal, type RandomBytes } from './sealing.ts'
import { createSubjectKeys, subjectKeyPlace } from './subject-keys.ts'
import {
  createWrappingKeys,
  type WrappingFiles,
  type WrappingKey,
  type WrappingKeys,
} from './wrapping-keys.ts'

interface VaultParts {
  readonly db: pg.Pool
  readonly files: WrappingFiles
  readonly random: RandomBytes
  readonly now: () => Date
  readonly pageRowsMax?: number
}

export type KeyVault = ReturnType<typeof createKeyVault>

export function createKeyVault(parts: VaultParts) {
  const wrapping = createWrappingKeys(parts)
  const all = { ...parts, wrapping }
  return {
    keys: createSubjectKeys(all),
    rewrap: createRewrap(all),
    wrapping,
    idKeys: () => loadIdKeys(all),
  }
}

export interface Vault extends VaultParts {
  readonly wrapping: WrappingKeys
  /** Called before each page of keys; ends the pass by an error. */
  readonly onPage?: (() => Promise<void>) | undefined
}

interface Present {
  readonly number: number
  readonly made_at: Date
  readonly has_losses: boolean
}

interface Rewrapped {
  /** Number of the wrapping key. */
  readonly number: number
  readonly rewrapped: number
}

/**
 * Wraps all keys by a new wrapping key and destroys the former one, so that no copy of a destroyed key (heap, WAL, backups)
 * opens any more.
 */
function createRewrap(vault: Vault) {
  const { db, files, now } = vault
  async function run(isDue: (present: Present) => boolean, onPage?: Vault['onPage']): Promise<Rewrapped> {
    const done = await inTransaction(db, async (client) => {
      // Writers and destroyers of keys wait, so that none is left under the former one.
      const { rows } = await client.query<Present>(
        'select number, made_at, has_losses from vault.wrapping for update',
      )
      const present = rows[0]!
      // A former file is there after a crash behind the commit.
      const isWanted = isDue(present) || (await files.before(present.number)).length > 0
      return isWanted
        ? replace({ ...vault, onPage }, client, present.number + 1)
        : { number: present.number, rewrapped: 0 }
    })
    for (const number of await files.before(done.number)) await files.destroy(number)
    return done
  }
  return {
    now: () => run(() => true),
    /** Makes a new one if keys were destroyed since the present one was made, at least `ageMs` ago. */
    ifDue: (ageMs: number, onPage?: Vault['onPage']) =>
      run((present) => present.has_losses && present.made_at.getTime() <= now().getTime() - ageMs, onPage),
  }
}

/** The file of the new key is durable before the database names it. */
async function replace(vault: Vault, client: pg.PoolClient, number: number): Promise<Rewrapped> {
  const to = { number, key: await vault.files.make(number) }
  let rewrapped = 0
  for (const table of TABLES) rewrapped += await rewrapTable(vault, client, table, to)
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

interface Row {
  readonly name: string
  readonly wrapped_key: Buffer
  readonly wrapped_by: number
}

const PAGE_ROWS_MAX = 500

async function rewrapTable(
  { wrapping, random, onPage, pageRowsMax = PAGE_ROWS_MAX }: Vault,
  client: pg.PoolClient,
  { table, name, placeOf }: (typeof TABLES)[number],
  to: WrappingKey,
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
