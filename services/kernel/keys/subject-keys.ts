import { StoreError } from '@app/contracts/event-store.ts'
import type pg from 'pg'
import { uuidOfHash } from './keyed-ids.ts'
import { KEY_BYTES, seal } from './sealing.ts'
import { openedRows, unavailable, type WrappedRow } from './wrapping-keys.ts'
import type { Vault } from './key-vault.ts'

export interface DestroyedKey {
  /** A UUID; the same when another process continues the erasure. */
  readonly erasureId: string
  readonly subject: string
}

/** Without it nobody gets the key of a frozen subject. */
interface FrozenToo {
  readonly frozen?: boolean | undefined
}

interface WrittenText {
  readonly at: Date
  /** Keyed hash of the mailbox that proves the subject's texts from now on. */
  readonly mailbox?: string | undefined
}

export interface KeysAndBlocked {
  readonly keys: ReadonlyMap<string, Buffer>
  readonly blocked: ReadonlySet<string>
}

const ID_BYTES = 16
export const subjectKeyPlace = (subject: string): string => `subject-key:${subject}`

interface Row extends WrappedRow {
  readonly subject: string
  readonly is_frozen: boolean
}

const ATTEMPTS_MAX = 5

const keysWhere = (condition: string): string =>
  `select subject, wrapped_key, wrapped_by, is_frozen from vault.subjects where ${condition}`
/** Nearly every call reads one key. PostgreSQL keeps a plan for one subject; for a list it makes a new one each time. */
const KEY = { name: 'subject-key', text: keysWhere('subject = $1') }
const KEYS = { name: 'subject-keys', text: keysWhere('subject = any($1)') }

// The lock delays another wrapping key, so that no key is written under a former one.
const INSERT = `
  insert into vault.subjects (subject, wrapped_key, created_at, wrapped_by, last_at, mailbox_hash)
  select $1, $2, $3::timestamptz, w.number, coalesce($5, $3::timestamptz), $6
  from vault.wrapping w where w.number = $4 for key share
  on conflict do nothing`

const ADD_TEXT = `
  update vault.subjects set last_at = greatest(last_at, $2), mailbox_hash = coalesce($3, mailbox_hash)
  where subject = $1 and ((last_at < $2) is not false or mailbox_hash is distinct from coalesce($3, mailbox_hash))`

const DESTROYED = 'destroyed/'
/** In the name of a destroyed key, the subject begins behind an erasure's UUID. */
const SUBJECT_AT = DESTROYED.length + '00000000-0000-0000-0000-000000000000/'.length + 1
const destroyedKeyOf = (name: string): DestroyedKey => ({
  erasureId: name.split('/')[1]!,
  subject: name.slice(SUBJECT_AT - 1),
})
const nameOf = ({ erasureId, subject }: DestroyedKey): string => `${DESTROYED}${erasureId}/${subject}`

// Waits for a new wrapping key before it locks a row, and locks in the order of names: no two wait for each other. One
// statement: a key is never gone without a row that says so.
const DESTROY = `
  with present as materialized (select from vault.wrapping for no key update),
  held as materialized
    (select subject from vault.subjects, present where subject = any($1::text[]) order by subject for update of subjects),
  noted as (update vault.wrapping set has_losses = true where exists (select from held))
  update vault.subjects k set subject = d.name, wrapped_key = '', created_at = $3,
    mailbox_hash = null, is_frozen = false
  from unnest($1::text[], $2::text[]) d(subject, name)
  where k.subject = d.subject and k.subject in (select subject from held)`

const STARTING = `
  select subject from vault.subjects
  where starts_with(subject, $1) and ($2::text[] is null or substr(subject, ${SUBJECT_AT}) = any($2))
  order by subject limit $3`
const FORGET = 'delete from vault.subjects where subject = any($1)'
const IDS = 'select subject, key_id from vault.subjects where subject = any($1)'

export type SubjectKeys = ReturnType<typeof createSubjectKeys>

/** Destroying a key erases its subject's data in all copies. */
export function createSubjectKeys(deps: Pick<Vault, 'db' | 'wrapping' | 'random' | 'now'>) {
  const { db, random, now } = deps
  const query = <Found extends pg.QueryResultRow>(text: string, values: unknown[]) =>
    db.query<Found>(text, values).catch(unavailable)

  const startingWith = async (prefix: string, max: number, subjects?: readonly string[]) =>
    (await query<{ subject: string }>(STARTING, [prefix, subjects, max])).rows.map(({ subject }) => subject)

  return {
    /** Durable when it resolves, with the text. Also of a frozen subject: what is written meanwhile is frozen with the rest. */
    forWriting: (subject: string, text?: WrittenText) => makeKey(deps, subject, text),
    /** Existing keys, in one query. Not cached, so that a destroyed or frozen key is gone at once in every process. */
    forReading: async (subjects: readonly string[], options?: FrozenToo) =>
      (await keysOf(deps, subjects, options)).keys,
    withBlocked: (subjects: readonly string[], options?: FrozenToo) => keysOf(deps, subjects, options),
    /** Ids of existing keys: rewrapping keeps them; a returning subject gets a new one. */
    idsOf: async (subjects: readonly string[]): Promise<ReadonlyMap<string, string>> => {
      const { rows } = await query<{ subject: string; key_id: string }>(IDS, [subjects])
      return new Map(rows.map((row) => [row.subject, row.key_id]))
    },
    /** All or none. False without a key. The rows stay, see `unpublished`, until the log records the erasure. */
    destroy: async (...subjects: readonly string[]): Promise<boolean> => {
      const names = subjects.map((subject) => nameOf({ erasureId: uuidOfHash(random(ID_BYTES)), subject }))
      return ((await query(DESTROY, [subjects, names, now()])).rowCount ?? 0) > 0
    },
    startingWith: (prefix: string, max: number) => startingWith(prefix, max),
    unpublished: async (page: { readonly subjects?: readonly string[]; readonly max: number }) =>
      (await startingWith(DESTROYED, page.max, page.subjects)).map(destroyedKeyOf),
    published: async (...keys: readonly DestroyedKey[]): Promise<void> =>
      void (await query(FORGET, [keys.map(nameOf)])),
  }
}

async function makeKey(
  deps: Pick<Vault, 'db' | 'wrapping' | 'random' | 'now'>,
  subject: string,
  text: WrittenText | undefined,
): Promise<Buffer> {
  const { db, wrapping, random, now } = deps
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const existing = (await keysOf(deps, [subject], { frozen: true })).keys.get(subject)
    if (existing !== undefined) {
      if (text !== undefined) await db.query(ADD_TEXT, [subject, text.at, text.mailbox]).catch(unavailable)
      return existing
    }
    const key = random(KEY_BYTES)
    const { number, key: wrappedBy } = await wrapping.current()
    const wrapped = seal(wrappedBy, subjectKeyPlace(subject), key, random)
    const values = [subject, wrapped, now(), number, text?.at, text?.mailbox]
    if ((await db.query(INSERT, values).catch(unavailable)).rowCount === 1) return key
    // Another process has made it, there is another wrapping key, or the key was destroyed again.
  }
  throw new StoreError('Unavailable', 'the subject is erased again and again while it is written to')
}

async function keysOf(
  { db, wrapping }: Pick<Vault, 'db' | 'wrapping'>,
  subjects: readonly string[],
  { frozen = false }: FrozenToo = {},
): Promise<KeysAndBlocked> {
  const query = subjects.length === 1 ? { ...KEY, values: [subjects[0]] } : { ...KEYS, values: [subjects] }
  let blocked: ReadonlySet<string> = new Set()
  const read = async (): Promise<readonly Row[]> => {
    const { rows } = await db.query<Row>(query).catch(unavailable)
    blocked = new Set(rows.filter((row) => row.is_frozen && !frozen).map(({ subject }) => subject))
    return rows.filter(({ subject }) => !blocked.has(subject))
  }
  const opened = await openedRows(wrapping, read, ({ subject }) => subjectKeyPlace(subject))
  return { keys: new Map(opened.map(([{ subject }, key]) => [subject, key])), blocked }
}
