import type { ExpiringKind } from '@app/contracts/privacy/retention.ts'
import type pg from 'pg'
import { unavailable } from './destroyed-keys.ts'

/** Somebody whose texts are stored. */
export interface StoredSubject {
  readonly subject: string
  /** Since its key was made: whoever comes back after an erasure is another person. */
  readonly since: Date
  /** Instant of the last text. */
  readonly lastAt: Date
}

/** The place of a subject in the order of retention. */
export type DuePlace = Pick<StoredSubject, 'subject' | 'lastAt'>

/** The rows of people, without their keys. */
export interface Subjects {
  /** Does nothing for a subject without a key from before `at`. Readers get no key from then on. */
  freeze(subject: string, at: Date): Promise<void>
  unfreeze(subject: string): Promise<void>
  frozen(subjects: readonly string[]): Promise<ReadonlySet<string>>
  /** Id of the key that existed at that instant, and still exists. */
  keyIdOf(subject: string, at: Date): Promise<string | undefined>
  find(subject: string): Promise<StoredSubject | undefined>
  /** From now on the mailbox proves the subject's texts. */
  setMailbox(subject: string, mailboxHash: string): Promise<void>
  /**
   * The newest, and quotations last: strangers may type an address into their form, so they must hide nothing else.
   * @param until only subjects that existed then
   */
  ofMailbox(mailboxHash: string, limit: number, until?: Date): Promise<readonly StoredSubject[]>
  /** Texts whose period of retention is over, the oldest first. A frozen subject is kept. */
  due(page: {
    readonly kind: ExpiringKind
    /** The last text is from before this instant. */
    readonly before: Date
    readonly after?: DuePlace | undefined
    readonly limit: number
  }): Promise<readonly DuePlace[]>
}

const FREEZE = 'update vault.subjects set is_frozen = true where subject = $1 and created_at <= $2'
const UNFREEZE = 'update vault.subjects set is_frozen = false where subject = $1'
const FROZEN = 'select subject from vault.subjects where subject = any($1) and is_frozen'
const KEY_ID = 'select key_id from vault.subjects where subject = $1 and created_at <= $2'
const FIND = `
  select subject, created_at as since, coalesce(last_at, created_at) as "lastAt" from vault.subjects
  where subject = $1 and wrapped_key <> ''`
const SET_MAILBOX = 'update vault.subjects set mailbox_hash = $2 where subject = $1'
const OF_MAILBOX = `
  select subject, created_at as since, coalesce(last_at, created_at) as "lastAt" from vault.subjects
  where mailbox_hash = $1 and created_at <= coalesce($3, 'infinity'::timestamptz)
  order by starts_with(subject, 'quotation-'), created_at desc, subject desc limit $2`
const DUE = `
  select subject, last_at as "lastAt" from vault.subjects
  where wrapped_key <> '' and split_part(subject, '-', 1) = $1 and last_at < $2 and not is_frozen
    and ($3::text is null or (last_at, subject) > ($4::timestamptz, $3))
  order by last_at, subject limit $5`

export function createSubjects(db: Pick<pg.Pool, 'query'>): Subjects {
  const rowsOf = async <Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> =>
    (await db.query<Row>(text, values).catch(unavailable)).rows
  return {
    freeze: async (subject, at) => void (await rowsOf(FREEZE, [subject, at])),
    unfreeze: async (subject) => void (await rowsOf(UNFREEZE, [subject])),
    frozen: async (subjects) =>
      new Set((await rowsOf<{ subject: string }>(FROZEN, [subjects])).map(({ subject }) => subject)),
    keyIdOf: async (subject, at) => (await rowsOf<{ key_id: string }>(KEY_ID, [subject, at]))[0]?.key_id,
    find: async (subject) => (await rowsOf<StoredSubject>(FIND, [subject]))[0],
    setMailbox: async (subject, mailboxHash) => void (await rowsOf(SET_MAILBOX, [subject, mailboxHash])),
    ofMailbox: (mailboxHash, limit, until) => rowsOf<StoredSubject>(OF_MAILBOX, [mailboxHash, limit, until]),
    due: ({ kind, before, after, limit }) =>
      rowsOf<DuePlace>(DUE, [kind, before, after?.subject, after?.lastAt, limit]),
  }
}
