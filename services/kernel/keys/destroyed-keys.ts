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
/** In a name, the subject begins behind an erasure's UUID. */
const SUBJECT_AT = DESTROYED.length + '00000000-0000-0000-0000-000000000000/'.length + 1

// In the order of names, as `rewrap` locks them too: two statements over many keys never wait for each other.
const DESTROY = `
  with held as materialized
    (select subject from vault.subjects where subject = any($1::text[]) order by subject for update),
  noted as (update vault.wrapping set has_losses = true where exists (select from held))
  update vault.subjects k set subject = d.name, wrapped_key = '', created_at = $3,
    mailbox_hash = null, is_frozen = false
  from unnest($1::text[], $2::text[]) d(subject, name)
  where k.subject = d.subject and k.subject in (select subject from held)`

/** One statement: a key is never gone without a row that says so. @returns how many there were */
export async function destroyKeys(db: Db, keys: readonly DestroyedKey[], now: Date): Promise<number> {
  const subjects = keys.map(({ subject }) => subject)
  const { rowCount } = await db.query(DESTROY, [subjects, keys.map(nameOf), now]).catch(unavailable)
  return rowCount ?? 0
}

export async function unpublishedKeys(
  db: Db,
  { subjects, max }: { readonly subjects?: readonly string[]; readonly max: number },
): Promise<readonly DestroyedKey[]> {
  const names = await namesFrom(db, { prefix: DESTROYED, max, subjects })
  return names.map((name) => {
    const [, erasureId = '', ...rest] = name.split('/')
    return { erasureId, subject: rest.join('/') }
  })
}

export async function forgetDestroyed(db: Db, keys: readonly DestroyedKey[]): Promise<void> {
  await db.query('delete from vault.subjects where subject = any($1)', [keys.map(nameOf)]).catch(unavailable)
}

export async function namesFrom(
  db: Db,
  names: {
    readonly prefix: string
    readonly max: number
    /** Of destroyed keys only those of these subjects. */
    readonly subjects?: readonly string[] | undefined
  },
): Promise<readonly string[]> {
  const { prefix, max, subjects = null } = names
  const { rows } = await db
    .query<{ subject: string }>(
      `select subject from vault.subjects
       where subject >= $1 and subject < $2 and ($3::text[] is null or substr(subject, $5) = any($3))
       order by subject limit $4`,
      [prefix, behind(prefix), subjects, max, SUBJECT_AT],
    )
    .catch(unavailable)
  return rows.map((row) => row.subject)
}

const behind = (prefix: string): string =>
  prefix.slice(0, -1) + String.fromCodePoint(prefix.codePointAt(prefix.length - 1)! + 1)

export const unavailable = (cause: unknown): never => {
  throw new StoreError('Unavailable', 'the key vault cannot be reached', { cause })
}
