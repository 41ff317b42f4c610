import { RETENTION } from '@app/contracts/privacy/retention.ts'
import { codeOf } from '@app/contracts/start-error.ts'
import type { Outcome, Worker } from '../../kernel/jobs.ts'
import type { Mailer, WrittenMail } from './mailer.ts'
import type { SubjectKeys } from '../../kernel/keys/subject-keys.ts'
import { MAIL_JOB, openWaitingMail, type Letters } from './waiting-mail.ts'
import type { Delivery } from './mail-message.ts'

/** `dropped`: the recipient is gone or blocked (its code says so). */
export interface MailOutcome {
  readonly kind: 'sent' | 'dropped' | 'retried' | 'given-up'
  readonly mailId: string
  /** Never an address, a text or a server's message. */
  readonly code: string | undefined
}

/** Sends waiting mails, and tries again what no server took. */
export function mailWorker(deps: {
  readonly mailer: Mailer
  readonly letters: Letters
  readonly keys: Pick<SubjectKeys, 'forReading'>
  readonly isBlocked: (subject: string) => Promise<boolean>
  readonly random: () => number
  readonly onOutcome: (outcome: MailOutcome) => void
}): Worker {
  const { mailer, letters, keys, isBlocked, random, onOutcome } = deps
  return {
    kind: MAIL_JOB,
    atOnce: mailer.atOnce,
    work: async (job, signal) => {
      const mail = await openWaitingMail(deps, job)
      let mailId = mail.id
      const ended = (kind: MailOutcome['kind'], code?: string): undefined => {
        onOutcome({ kind, mailId, code })
      }
      const again = (code: string | undefined): Outcome => {
        // After a stop the mail is sent at the next start.
        const waitMs = signal.aborted ? 0 : retryMailAfterMs(job.tries + 1, random)
        if (waitMs === undefined) return ended('given-up', code)
        ended('retried', code)
        return { againInMs: waitMs }
      }
      try {
        const letter = await letters[mail.kind](mail)
        if (letter === undefined)
          return ended('dropped', (await isBlocked(mail.subject)) ? 'blocked' : undefined)
        mailId = letter.id
        const subjects = mail.kind === 'log-head' ? [] : [mail.subject]
        const delivery = await deliverUnlessErased(
          { mailer, keysOf: keys.forReading },
          letter,
          subjects,
          signal,
        )
        if (delivery.kind === 'sent') return ended('sent')
        return delivery.kind === 'refused' ? ended('given-up', delivery.reason) : again(delivery.reason)
      } catch (error) {
        return again(codeOf(error))
      }
    },
  }
}

const FIRST_MS = 5_000
const MOST_MS = 600_000
const GIVEN_UP_AFTER_MS = RETENTION.mailTriesHours * 3_600_000
const JITTER = 0.5

const pauseAfter = (tries: number): number => Math.min(MOST_MS, FIRST_MS * 2 ** Math.min(tries - 1, 20))

/** Counts tries, so that a clock set forward by days gives up no mail. */
const TRIES_MAX = triesWithin(GIVEN_UP_AFTER_MS)

function triesWithin(ms: number): number {
  let tries = 1
  for (let waited = pauseAfter(1); waited <= ms; waited += pauseAfter(tries)) tries += 1
  return tries
}

/** Undefined after six hours of tries. `tries` counts from 1; `random` is 0 to 1. */
export const retryMailAfterMs = (tries: number, random: () => number): number | undefined =>
  tries >= TRIES_MAX ? undefined : pauseAfter(tries) * (1 - JITTER / 2 + JITTER * random())

export interface Delivering {
  readonly mailer: Pick<Mailer, 'deliver'>
  /** From the vault: a key is destroyed before the log has an event of it. None of who is blocked. */
  readonly keysOf: (subjects: readonly string[]) => Promise<ReadonlyMap<string, Buffer>>
}

/** Erased or blocked since the letter was written. */
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
