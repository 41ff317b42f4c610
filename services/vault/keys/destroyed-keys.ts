import { StoreError } from '@app/contracts/event-store.ts'
import type pg from 'pg'

/** A key that was destroyed, and of which the log was not told yet. */
export interface DestroyedKey {
  /** A UUID, the same for whoever goes on with it. */
  readonly erasureId: string
  readonly subject: string
}

type Db = Pick<pg.Pool, 'query'>

/** What stands in the place of a destroyed key: a name that no subject has, and no key. */
const DESTROYED = 'destroyed/'
const nameOf = ({ erasureId, subject }: DestroyedKey): string => `${DESTROYED}${erasureId}/${subject}`

/** One statement: there is no moment at which the key is gone and nobody knows that it must be said. */
export async function destroyKey(db: Db, key: DestroyedKey, now: Date): Promise<boolean> {
  const { rowCount } = await db
    .query(
      "update vault.subject_keys set subject = $2, wrapped_key = '', created_at = $3 where subject = $1",
      [key.subject, nameOf(key), now],
    )
    .catch(unavailable)
  return rowCount === 1
}

export async function untoldKeys(
  db: Db,
  { subject, max }: { readonly subject?: string; readonly max: number },
): Promise<readonly DestroyedKey[]> {
  const names = await namesFrom(db, {
    prefix: DESTROYED,
    suffix: subject === undefined ? '' : `/${subject}`,
    max,
  })
  return names.map((name) => {
    const [, erasureId = '', ...rest] = name.split('/')
    return { erasureId, subject: rest.join('/') }
  })
}

/** Nothing is left of the key. */
export async function forgetDestroyed(db: Db, key: DestroyedKey): Promise<void> {
  await db.query('delete from vault.subject_keys where subject = $1', [nameOf(key)]).catch(unavailable)
}

/** Names of the vault's keys by how they begin and end, in order. */
export async function namesFrom(
  db: Db,
  { prefix, suffix, max }: { readonly prefix: string; readonly suffix: string; readonly max: number },
): Promise<readonly string[]> {
  const { rows } = await db
    .query<{ subject: string }>(
      `select subject from vault.subject_keys
       where subject >= $1 and subject < $2 and right(subject, length($3)) = $3 order by subject limit $4`,
      [prefix, behind(prefix), suffix, max],
    )
    .catch(unavailable)
  return rows.map((row) => row.subject)
}

/** After all that begins so, as the vault orders names. */
const behind = (prefix: string): string =>
  prefix.slice(0, -1) + String.fromCodePoint(prefix.codePointAt(prefix.length - 1)! + 1)

export const unavailable = (cause: unknown): never => {
  throw new StoreError('Unavailable', 'the key vault cannot be reached', { cause })
}
