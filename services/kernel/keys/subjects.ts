import type { ExpiringKind } from '@app/contracts/limits/periods.ts'
import type pg from 'pg'
import { unavailable } from './wrapping-keys.ts'

export interface StoredSubject {
  readonly subject: string
  /** Since its key was made: somebody who comes back after an erasure is another person. */
  readonly since: Date
  readonly lastAt: Date
}

export type DuePlace = Pick<StoredSubject, 'subject' | 'lastAt'>

const FREEZE = 'update vault.subjects set is_frozen = true where subject = $1 and created_at <= $2'
const UNFREEZE = 'update vault.subjects set is_frozen = false where subject = $1'
const FROZEN = 'select subject from vault.subjects where subject = any($1) and is_frozen'
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

interface DuePage {
  readonly kind: ExpiringKind
  readonly before: Date
  readonly after?: DuePlace | undefined
  readonly limit: number
}

export type Subjects = ReturnType<typeof createSubjects>

export function createSubjects(db: Pick<pg.Pool, 'query'>) {
  const rowsOf = async <Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> =>
    (await db.query<Row>(text, values).catch(unavailable)).rows
  return {
    /** Does nothing for a subject without a key from before `at`. Readers get no key from then on. */
    freeze: async (subject: string, at: Date): Promise<void> => void (await rowsOf(FREEZE, [subject, at])),
    unfreeze: async (subject: string): Promise<void> => void (await rowsOf(UNFREEZE, [subject])),
    frozen: async (subjects: readonly string[]): Promise<ReadonlySet<string>> =>
      new Set((await rowsOf<{ subject: string }>(FROZEN, [subjects])).map(({ subject }) => subject)),
    find: async (subject: string): Promise<StoredSubject | undefined> =>
      (await rowsOf<StoredSubject>(FIND, [subject]))[0],
    setMailbox: async (subject: string, mailboxHash: string): Promise<void> =>
      void (await rowsOf(SET_MAILBOX, [subject, mailboxHash])),
    /** Newest first, quotations last: strangers may type an address there. @param until only subjects from before it */
    ofMailbox: (mailboxHash: string, limit: number, until?: Date): Promise<readonly StoredSubject[]> =>
      rowsOf<StoredSubject>(OF_MAILBOX, [mailboxHash, limit, until]),
    /** Texts whose period of retention is over, the oldest first. A frozen subject stays. */
    due: ({ kind, before, after, limit }: DuePage): Promise<readonly DuePlace[]> =>
      rowsOf<DuePlace>(DUE, [kind, before, after?.subject, after?.lastAt, limit]),
  }
}
