import { randomBytes } from 'node:crypto'
import { Refusal } from '@app/contracts/refusals.ts'
import { derivedId } from '../../kernel/log/ids.ts'
import { addJob, type Job } from '../../kernel/jobs.ts'
import type { WrittenMail } from './mailer.ts'
import { open, seal } from '../../kernel/keys/sealing.ts'
import type { SubjectKeys } from '../../kernel/keys/subject-keys.ts'
import type pg from 'pg'

type MailKind =
  | 'password-reset'
  | 'email-code'
  | 'email-code-new'
  | 'email-changed'
  | 'reminder-confirmation'
  | 'rights-link'
  | 'quotation-received'
  | 'quotation-arrived'
  | 'log-head'

export interface Addressee {
  readonly kind: MailKind
  /** The subject's key encrypts what the letter needs. */
  readonly subject: string
}

export interface WaitingMail extends Addressee {
  /** The same in each try. */
  readonly id: string
  /** Undefined without any, or once its key is gone. */
  readonly contents: string | undefined
}

/** Writes the letter when it is sent; undefined when there is nobody to write to any more. */
export type WriteLetter = (mail: WaitingMail) => Promise<WrittenMail | undefined>
export type Letters = Readonly<Record<MailKind, WriteLetter>>

/**
 * Durable when it resolves. A mail without contents that waits already is the one that is wanted, and begins its tries
 * anew. @throws Refusal unavailable when too many wait
 */
export type RequestMail = (
  addressee: Addressee,
  contents?: string,
  tx?: Pick<pg.Pool, 'query'>,
) => Promise<void>

export const MAIL_JOB = 'mail'
const WAITING_MAX = 5_000
const FULL = 'Hay demasiados correos en espera. Inténtalo de nuevo en unos minutos.'
const RETRY_SECONDS = 120

/** Refuses a repeated request too: a refusal must not reveal whose mail is waiting. */
export const createRequestMail =
  ({
    db,
    keys,
    now,
    newId,
    wake,
  }: {
    readonly db: Pick<pg.Pool, 'query'>
    readonly keys: Pick<SubjectKeys, 'forWriting'>
    readonly now: () => Date
    readonly newId: () => string
    /** Workers need not wait for their next poll. */
    readonly wake: () => void
  }): RequestMail =>
  async ({ kind, subject }, contents, tx = db) => {
    if ((await countWaiting(tx)) >= WAITING_MAX)
      throw new Refusal('unavailable', FULL, { retryAfterSeconds: RETRY_SECONDS })
    const id = newId()
    const sealed =
      contents === undefined
        ? {}
        : { sealed: seal(await keys.forWriting(subject), placeOf(id), Buffer.from(contents), randomBytes) }
    const key = [kind, subject, ...(contents === undefined ? [] : [id])].join(' ')
    const data = { id, ...(sealed.sealed && { sealed: sealed.sealed.toString('base64') }) }
    await addJob(tx, { kind: MAIL_JOB, key, dueAt: now(), now: now(), data })
    // A job in an open transaction is found by the poll behind its commit.
    if (tx === db) wake()
  }

export async function countWaiting(db: Pick<pg.Pool, 'query'>): Promise<number> {
  const { rows } = await db.query<{ waiting: number }>(
    'select count(*)::integer as waiting from kernel.jobs where kind = $1',
    [MAIL_JOB],
  )
  return rows[0]!.waiting
}

const placeOf = (id: string): string => `mail:${id}`

const MARK_CHARS = 16
const markOf = (text: string): string => derivedId(text).replaceAll('-', '').slice(0, MARK_CHARS)

/** Begins the ids of all mails of a person, by which an erasure finds copies to any of their addresses. */
export const mailsOf = (subject: string): string => markOf(`mails of ${subject}`)
/** Short, because longer Message-IDs are broken into two lines. */
export const mailIdOf = (subject: string, id: string): string => `${mailsOf(subject)}-${markOf(id)}`

export async function openWaitingMail(
  { keys }: { readonly keys: Pick<SubjectKeys, 'forReading'> },
  { key, data }: Pick<Job, 'key' | 'data'>,
): Promise<WaitingMail> {
  const [kind, subject] = key.split(' ') as [MailKind, string]
  const { id, sealed } = data as { readonly id: string; readonly sealed?: string }
  const found = sealed === undefined ? undefined : (await keys.forReading([subject])).get(subject)
  const contents = found && open(found, placeOf(id), Buffer.from(sealed!, 'base64')).toString()
  return { kind, subject, id: mailIdOf(subject, id), contents }
}
