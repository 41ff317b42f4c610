import type { Mailer, WrittenMail } from '@app/mail/mailer.ts'
import { RefusedLetter } from '@app/mail/letter.ts'
import { codeOf } from '@app/contracts/start-error.ts'
import type { ClaimedMail, MailQueue } from '@app/vault/mails/mail-queue.ts'
import type { MailKind } from '@app/vault/mails/mail-quota.ts'
import { retryMailAfterMs } from './mail-retry.ts'

/** What became of a try. `dropped`: there was nobody to send it to, or they were sent enough. */
export interface MailOutcome {
  readonly kind: 'sent' | 'dropped' | 'retried' | 'given-up'
  readonly mailId: string
  /** Of what went wrong: never an address, a text, or what a server said of them. */
  readonly code: string | undefined
}

/** Writes a mail of one kind when it is about to be sent; undefined where it is not to be sent. */
export type WriteMail = (mail: ClaimedMail) => Promise<WrittenMail | undefined>

export interface SendMailDeps {
  readonly queue: MailQueue
  readonly mailer: Mailer
  readonly writers: Readonly<Record<MailKind, WriteMail>>
  /** 0 to 1. */
  readonly random: () => number
}

/** An outcome, and how the queue is told of it. */
interface Settlement {
  readonly outcome: MailOutcome
  readonly settle: () => Promise<void>
}

/** Tries a claimed mail once. Whoever calls it settles the outcome, again and again until the queue has it. */
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
    const written = await writers[mail.kind](mail)
    if (written === undefined) return settled('dropped', () => queue.remove(mail))
    mailId = written.id
    await mailer.handOver(written, signal)
    return settled('sent', () => queue.sent(mail))
  } catch (error) {
    // Who stops sends it with the next start.
    const waitMs = signal.aborted ? 0 : retryMailAfterMs(mail.tries, deps.random)
    if (waitMs === undefined || error instanceof RefusedLetter)
      return settled('given-up', () => queue.remove(mail), error)
    return settled('retried', () => queue.postpone(mail, waitMs), error)
  }
}
