import { StoreError } from '@app/contracts/event-store.ts'
import type pg from 'pg'

/** Destroyed, but not yet recorded in the log. */
export interface DestroyedKey {
  /** A UUID; the same when another process continues the erasure. */
  readonly erasureId: string
  readonly subject: string
}

type Db = Pick<pg.Pool, 'query'>

const DESTROYED = 'destroyed/'
const nameOf = ({ erasureId, subject }: DestroyedKey): string => `${DESTROYED}${erasureId}/${subject}`

/** One statement: the key is never gone without a row that says so. */
export async function destroyKey(db: Db, key: DestroyedKey, now: Date): Promise<boolean> {
  const { rowCount } = await db
    .query(
      "update vault.subject_keys set subject = $2, wrapped_key = '', created_at = $3 where subject = $1",
      [key.subject, nameOf(key), now],
    )
    .catch(unavailable)
  return rowCount === 1
}

export async function unpublishedKeys(
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

export async function forgetDestroyed(db: Db, key: DestroyedKey): Promise<void> {
  await db.query('delete from vault.subject_keys where subject = $1', [nameOf(key)]).catch(unavailable)
}

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

const behind = (prefix: string): string =>
  prefix.slice(0, -1) + String.fromCodePoint(prefix.codePointAt(prefix.length - 1)! + 1)

export const unavailable = (cause: unknown): never => {
  throw new StoreError('Unavailable', 'the key vault cannot be reached', { cause })
}
