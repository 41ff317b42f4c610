import type { Mailer, WrittenMail } from '@app/mail/mailer.ts'
import { codeOf } from '@app/contracts/start-error.ts'
import type { ClaimedMail, MailQueue } from '@app/vault/mails/mail-queue.ts'
import type { MailKind } from '@app/vault/mails/mail-quota.ts'
import { RETENTION } from '@app/contracts/privacy/retention.ts'

/** `dropped`: the recipient is gone or blocked (its code says so), or the quota is used up. */
export interface MailOutcome {
  readonly kind: 'sent' | 'dropped' | 'retried' | 'given-up'
  readonly mailId: string
  /** Never an address, a text or a server's message. */
  readonly code: string | undefined
}

/** Undefined when the mail is not to be sent. */
type WriteMail = (mail: ClaimedMail) => Promise<WrittenMail | undefined>

export interface SendMailDeps {
  readonly queue: MailQueue
  readonly mailer: Mailer
  readonly writers: Readonly<Record<MailKind, WriteMail>>
  readonly isBlocked: (subject: string) => Promise<boolean>
  readonly random: () => number
}

interface Settlement {
  readonly outcome: MailOutcome
  readonly settle: () => Promise<void>
}

const BLOCKED = { code: 'blocked' }

/** The caller repeats `settle` until the queue has recorded the outcome. */
export async function sendMail(
  deps: SendMailDeps,
  mail: ClaimedMail,
  signal: AbortSignal,
): Promise<Settlement> {
  const { queue, mailer, writers } = deps
  let mailId = mail.id
  const settled = (kind: MailOutcome['kind'], settle: () => Promise<void>, error?: unknown): Settlement => ({
    outcome: { kind, mailId, code: codeOf(error) },
    settle,
  })
  try {
    // One that a program of before queued has no writer any more.
    const write = writers[mail.kind] as WriteMail | undefined
    const written = await write?.(mail)
    if (written === undefined) {
      const isBlocked = await deps.isBlocked(mail.subject)
      return settled('dropped', () => queue.remove(mail), isBlocked ? BLOCKED : undefined)
    }
    mailId = written.id
    const delivery = await mailer.deliver(written, signal)
    if (delivery.kind === 'sent') return settled('sent', () => queue.sent(mail))
    return notSent({ code: delivery.reason }, delivery.kind === 'refused')
  } catch (error) {
    return notSent(error, false)
  }

  function notSent(error: unknown, isFinal: boolean): Settlement {
    // After a stop the mail is sent at the next start.
    const waitMs = signal.aborted ? 0 : retryMailAfterMs(mail.tries, deps.random)
    return waitMs === undefined || isFinal
      ? settled('given-up', () => queue.remove(mail), error)
      : settled('retried', () => queue.postpone(mail, waitMs), error)
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
