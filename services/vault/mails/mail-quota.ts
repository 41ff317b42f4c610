import { createHash } from 'node:crypto'
import {
  ACCOUNT_MAILS,
  CONFIRMATIONS_OF_MAILBOX,
  HEAD_MAILS,
  MAILS_OF_QUOTATION,
  RIGHTS_LINKS_OF_MAILBOX,
  type Quota,
} from '@app/contracts/limits/rate-limits.ts'
import type pg from 'pg'

export type MailKind =
  | 'password-reset'
  | 'email-code'
  | 'email-code-new'
  | 'email-changed'
  | 'reminder-confirmation'
  | 'rights-link'
  | 'quotation-received'
  | 'quotation-arrived'
  | 'log-head'

const QUOTAS: Readonly<Record<MailKind, Quota>> = {
  'password-reset': ACCOUNT_MAILS,
  'email-code': ACCOUNT_MAILS,
  'email-code-new': ACCOUNT_MAILS,
  'email-changed': ACCOUNT_MAILS,
  // Each request takes a unit of the mailbox's quota; a subject belongs to one profile.
  'reminder-confirmation': CONFIRMATIONS_OF_MAILBOX,
  'rights-link': RIGHTS_LINKS_OF_MAILBOX,
  'quotation-received': MAILS_OF_QUOTATION,
  'quotation-arrived': MAILS_OF_QUOTATION,
  'log-head': HEAD_MAILS,
}

const MS = 1_000

export interface Addressee {
  readonly kind: MailKind
  /** Its key seals the mail. */
  readonly subject: string
}

// Without a key, because a subject is a keyed hash already.
const keyHashOf = (subject: string): Buffer => createHash('sha256').update(subject).digest()

const windowEndAfter = (now: Date, kind: MailKind): Date =>
  new Date(now.getTime() + QUOTAS[kind].seconds * MS)

export async function countMailsQueuedBefore(
  db: Pick<pg.Pool, 'query'>,
  kind: MailKind,
  before: Date,
): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    'select count(*)::int as count from vault.mails where kind = $1 and queued_at < $2',
    [kind, before],
  )
  return rows[0]!.count
}

/** Of one kind; those that could not be sent and were never given up. @returns how many there were */
export async function removeMailsQueuedBefore(
  db: Pick<pg.Pool, 'query'>,
  kind: MailKind,
  before: Date,
): Promise<number> {
  const { rowCount } = await db.query('delete from vault.mails where kind = $1 and queued_at < $2', [
    kind,
    before,
  ])
  return rowCount ?? 0
}

/** A window that ends too late began before the clock was set back: it is over. */
export async function hasRoomForMail(
  db: Pick<pg.Pool, 'query'>,
  { kind, subject }: Addressee,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from vault.rate_counters where name = $1 and key_hash = $2 and count >= $4
       and window_end > $3 and window_end <= $5::timestamptz + interval '1 minute'`,
    [kind, keyHashOf(subject), now, QUOTAS[kind].max, windowEndAfter(now, kind)],
  )
  return rowCount === 0
}

/** Each mail restarts the window, so that no period of its length has more mails than allowed. */
export async function removeSentMail(
  db: Pick<pg.Pool, 'query'>,
  { kind, subject, lease }: Addressee & { readonly lease: string },
  now: Date,
): Promise<void> {
  await db.query(
    `with sent as (delete from vault.mails where kind = $1 and subject = $2 and lease = $3 returning kind)
     insert into vault.rate_counters as counter (name, key_hash, window_end, count)
     select kind, $4::bytea, $5::timestamptz, 1 from sent
     on conflict (name, key_hash) do update set
       window_end = excluded.window_end,
       count = case when counter.window_end <= $6
         or counter.window_end > excluded.window_end + interval '1 minute' then 1 else counter.count + 1 end`,
    [kind, subject, lease, keyHashOf(subject), windowEndAfter(now, kind), now],
  )
}
