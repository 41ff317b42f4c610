import { setTimeout as sleep } from 'node:timers/promises'
import { randomBytes } from 'node:crypto'
import { Refusal } from '@app/contracts/refusals.ts'
import { addJob, type Job, type Worker } from '../../kernel/jobs.ts'
import type { WrittenMail, Mailer, Delivery } from './mailer.ts'
import { open, seal } from '../../kernel/keys/sealing.ts'
import type { SubjectKeys } from '../../kernel/keys/subject-keys.ts'
import type pg from 'pg'
import { retryMailAfterMs } from './mail-retries.ts'
import { codeOf } from '@app/contracts/start-error.ts'

type MailKind =
  | 'password-reset'
  | 'email-code'
  | 'email-code-new'
  | 'email-changed'
  | 'rights-link'
  | 'quotation-received'
  | 'quotation-arrived'
  | 'log-head'

export interface Addressee {
  readonly kind: MailKind
  readonly subject: string
}

export interface WaitingMail extends Addressee {
  readonly id: string
  readonly contents: string | undefined
}

/** Writes the letter when it is sent; undefined when there is nobody to write to any more. */
export type WriteLetter = (mail: WaitingMail) => Promise<WrittenMail | undefined>
export type Letters = Readonly<Partial<Record<MailKind, WriteLetter>>>

/** Durable when it resolves. A waiting mail without contents starts its tries again. @throws Refusal unavailable */
export type RequestMail = (
  addressee: Addressee,
  contents?: string,
  tx?: Pick<pg.Pool, 'query'>,
) => Promise<void>

const MAIL_JOB = 'mail'
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
    // The poll behind its commit reads a job of an open transaction.
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

async function openWaitingMail(
  { keys }: { readonly keys: Pick<SubjectKeys, 'forReading'> },
  { key, data }: Pick<Job, 'key' | 'data'>,
): Promise<WaitingMail> {
  const [kind, subject] = key.split(' ') as [MailKind, string]
  const { id, sealed } = data as { readonly id: string; readonly sealed?: string }
  const subjectKey = sealed === undefined ? undefined : (await keys.forReading([subject])).get(subject)
  const contents = subjectKey && open(subjectKey, placeOf(id), Buffer.from(sealed!, 'base64')).toString()
  return { kind, subject, id, contents }
}

/** `dropped`: the recipient is gone or blocked (its code says so). */
export interface MailOutcome {
  readonly kind: 'sent' | 'dropped' | 'retried' | 'given-up'
  readonly mailId: string
  /** Never an address, a text or a server's message. */
  readonly code: string | undefined
}

export function mailWorker(deps: {
  readonly mailer: Mailer
  readonly letters: Letters
  readonly keys: Pick<SubjectKeys, 'forReading' | 'withBlocked'>
  readonly onOutcome: (outcome: MailOutcome) => void
  readonly random?: () => number
}): Worker {
  const { mailer, letters, keys, onOutcome, random = Math.random } = deps

  async function send(
    job: Job,
    signal: AbortSignal,
  ): Promise<Omit<MailOutcome, 'mailId'> & { mailId?: string }> {
    const mail = await openWaitingMail(deps, job)
    const letter = await letters[mail.kind]?.(mail)
    if (letter === undefined) {
      const { blocked } = await keys.withBlocked([mail.subject])
      return { kind: 'dropped', mailId: mail.id, code: blocked.has(mail.subject) ? 'blocked' : undefined }
    }
    const subjects = mail.kind === 'log-head' ? [] : [mail.subject]
    const delivery = await deliverUnlessErased({ mailer, keysOf: keys.forReading }, letter, subjects, signal)
    if (delivery.kind === 'sent') return { kind: 'sent', mailId: letter.id, code: undefined }
    const kind = delivery.kind === 'refused' ? 'given-up' : 'retried'
    return { kind, mailId: letter.id, code: delivery.reason }
  }

  return {
    kind: MAIL_JOB,
    atOnce: mailer.atOnce,
    work: async (job, signal) => {
      const { id } = job.data as { readonly id: string }
      const outcome = await send(job, signal).catch((error: unknown) => ({
        kind: 'retried' as const,
        code: codeOf(error),
        mailId: undefined,
      }))
      const mailId = outcome.mailId ?? id
      // After a stop the mail is sent at the next start.
      const againInMs = signal.aborted ? 0 : retryMailAfterMs(job.tries + 1, random)
      const isOver = outcome.kind === 'retried' && againInMs === undefined
      onOutcome({ ...outcome, mailId, kind: isOver ? 'given-up' : outcome.kind })
      return outcome.kind === 'retried' && againInMs !== undefined ? { againInMs } : undefined
    },
  }
}

export interface Delivering {
  readonly mailer: Pick<Mailer, 'deliver'>
  /** From the vault: a key is destroyed before the log has an event of it. None of who is blocked. */
  readonly keysOf: (subjects: readonly string[]) => Promise<ReadonlyMap<string, Buffer>>
}

const WITHDRAWN: Delivery = { kind: 'failed', reason: 'withdrawn' }

export async function deliverUnlessErased(
  { mailer, keysOf }: Delivering,
  letter: WrittenMail,
  subjects: readonly string[],
  signal: AbortSignal,
): Promise<Delivery> {
  const keys = await keysOf(subjects).catch(() => undefined)
  const isGone = subjects.some((subject) => keys?.has(subject) !== true)
  return isGone ? WITHDRAWN : mailer.deliver(letter, signal)
}

/** Longer than a mail takes to be queued: an answer's time must not show whether one was. */
const ANSWER_AFTER_MS = 300

export const answerAfterQueueing = (): Promise<unknown> => sleep(ANSWER_AFTER_MS)
