import { Refusal } from '@app/contracts/refusals.ts'
import type pg from 'pg'
import { hasRoomForMail, removeSentMail, type Addressee } from './mail-quota.ts'
import { open, seal, type RandomBytes } from '../keys/sealing.ts'
import type { SubjectKeys } from '../keys/subject-keys.ts'

export interface ClaimedMail extends Addressee {
  /** Changes with the letter's contents. */
  readonly id: string
  readonly lease: string
  /** Claims since the mail was last requested, this one included. */
  readonly tries: number
  /** Of an earlier try; undefined without one, or once its key is gone. */
  readonly contents: string | undefined
}

export interface QueueStatus {
  readonly waiting: number
  readonly oldestQueuedAt: Date | null
  readonly leases: readonly string[]
}

interface Claim {
  readonly lease: string
  readonly max: number
  /** Leases of dead workers. */
  readonly abandoned: readonly string[]
}

export interface MailQueue {
  /**
   * Durable when it resolves. A mail that waits already restarts its tries, and keeps its contents.
   * @param contents for the first try, sealed with the subject's key @throws Refusal unavailable when full
   */
  add(addressee: Addressee, contents?: string): Promise<void>
  /** No mail has two claims; no lock is held afterwards. */
  claim(claim: Claim): Promise<readonly ClaimedMail[]>
  /** Stores the contents for the next try. False when the claim or the person's key is gone. */
  keep(mail: ClaimedMail, letter: { readonly id: string; readonly contents: string }): Promise<boolean>
  hasRoom(addressee: Addressee): Promise<boolean>
  /** Counts the mail in its quota. */
  sent(mail: ClaimedMail): Promise<void>
  remove(mail: ClaimedMail): Promise<void>
  postpone(mail: ClaimedMail, ms: number): Promise<void>
  status(): Promise<QueueStatus>
}

export interface MailQueueDeps {
  readonly db: pg.Pool
  readonly keys: Pick<SubjectKeys, 'forReading' | 'forWriting'>
  readonly random: RandomBytes
  readonly now: () => Date
  readonly newId: () => string
  readonly waitingMax?: number
}

const WAITING_MAX = 5_000
const FULL = 'Hay demasiados correos en espera. Inténtalo de nuevo en unos minutos.'
const RETRY_SECONDS = 120
/** A mail that is requested again is tried soon, but not at each request. */
const SOON_MS = 30_000
/** A mail due later than this was postponed before the clock was set back. */
const PAUSE_MS_MAX = 15 * 60_000

/** Refuses a repeated request too: a refusal must not reveal whose mail is waiting. */
const ADD = `
  insert into vault.mails as mail (kind, subject, id, queued_at, due_at, contents)
  select $1, $2, $3::uuid, $4::timestamptz, $4::timestamptz, $7::bytea where (select count(*) from vault.mails) < $5
  on conflict (kind, subject) do update set
    queued_at = excluded.queued_at, due_at = least(mail.due_at, $6::timestamptz), tries = 0`

const CLAIM = `
  with due as (
    select kind, subject from vault.mails
    where (lease is null and (due_at <= $1 or due_at > $2)) or lease = any($3::uuid[])
    order by due_at limit $4 for update skip locked
  )
  update vault.mails mail set lease = $5, tries = mail.tries + 1
  from due where mail.kind = due.kind and mail.subject = due.subject
  returning mail.kind, mail.subject, mail.id, mail.lease, mail.tries, mail.contents`

const STATUS = `
  select count(*)::integer as waiting, min(queued_at) as "oldestQueuedAt",
         coalesce(array_agg(distinct lease) filter (where lease is not null), '{}') as leases
  from vault.mails`

const OF_CLAIM = 'where kind = $1 and subject = $2 and lease = $3'
const KEEP = `update vault.mails set id = $4, contents = $5 ${OF_CLAIM}`
const POSTPONE = `update vault.mails set lease = null, due_at = $4 ${OF_CLAIM}`

type ClaimedRow = Omit<ClaimedMail, 'contents'> & { readonly contents: Buffer | null }

export function createMailQueue(deps: MailQueueDeps): MailQueue {
  const { db, now, newId, waitingMax = WAITING_MAX } = deps
  const after = (ms: number): Date => new Date(now().getTime() + ms)
  const ofClaim = ({ kind, subject, lease }: ClaimedMail) => [kind, subject, lease]

  async function add({ kind, subject }: Addressee, contents?: string): Promise<void> {
    const id = newId()
    const sealed =
      contents === undefined ? null : sealedIn(deps, { id, contents }, await deps.keys.forWriting(subject))
    const values = [kind, subject, id, now(), waitingMax, after(SOON_MS), sealed]
    const { rowCount } = await db.query(ADD, values)
    if (rowCount === 0) throw new Refusal('unavailable', FULL, { retryAfterSeconds: RETRY_SECONDS })
  }

  async function claim({ lease, max, abandoned }: Claim): Promise<readonly ClaimedMail[]> {
    const { rows } = await db.query<ClaimedRow>(CLAIM, [now(), after(PAUSE_MS_MAX), abandoned, max, lease])
    const found = await deps.keys.forReading([...new Set(rows.map(({ subject }) => subject))])
    return rows.map((row) => ({ ...row, contents: openContents(row, found.get(row.subject)) }))
  }

  async function keep(mail: ClaimedMail, letter: { id: string; contents: string }): Promise<boolean> {
    const key = (await deps.keys.forReading([mail.subject])).get(mail.subject)
    if (key === undefined) return false
    const contents = sealedIn(deps, letter, key)
    const { rowCount } = await db.query(KEEP, [...ofClaim(mail), letter.id, contents])
    return rowCount === 1
  }

  return {
    add,
    claim,
    keep,
    hasRoom: (addressee) => hasRoomForMail(db, addressee, now()),
    sent: (mail) => removeSentMail(db, mail, now()),
    remove: async (mail) => {
      await db.query(`delete from vault.mails ${OF_CLAIM}`, ofClaim(mail))
    },
    postpone: async (mail, ms) => {
      await db.query(POSTPONE, [...ofClaim(mail), after(Math.min(ms, PAUSE_MS_MAX))])
    },
    status: async () => {
      const { rows } = await db.query<QueueStatus>({ name: 'mail-queue-status', text: STATUS })
      return rows[0]!
    },
  }
}

const placeOf = (id: string): string => `mail:${id}`

const sealedIn = (
  { random }: Pick<MailQueueDeps, 'random'>,
  { id, contents }: { readonly id: string; readonly contents: string },
  key: Buffer,
): Buffer => seal(key, placeOf(id), Buffer.from(contents), random)

function openContents({ id, contents }: ClaimedRow, key: Buffer | undefined): string | undefined {
  if (contents === null || key === undefined) return undefined
  try {
    return open(key, placeOf(id), contents).toString()
  } catch {
    return undefined
  }
}
