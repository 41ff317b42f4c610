import { randomBytes, randomInt } from 'node:crypto'
import { createResetLetters, resetAddressee } from '@app/api/accounts/reset-letter.ts'
import { keptMailFolder } from '@app/mail/mail-folder.ts'
import { createMailer } from '@app/mail/mailer.ts'
import type { Metrics } from '@app/observability/metrics.ts'
import { createMailSender } from '@app/processes/mails/mail-sender.ts'
import type { MailOutcome } from '@app/processes/mails/send-mail.ts'
import { createMailQueue, type QueueStatus } from '@app/vault/mails/mail-queue.ts'
import type { ProductDeps } from './product-deps.ts'

const MAILS_MS_MAX = 2_000
const MS = 1_000

/**
 * Mails are queued in the database, and go out by the server that the settings name; without one they are kept beside
 * the data.
 * @returns how a mail with a link to a new password is queued
 */
export function openMailer(deps: ProductDeps, metrics: Metrics): (accountId: string) => Promise<void> {
  const { settings, backend, log, onStop } = deps
  const { app: db, now } = backend
  const queue = createMailQueue({ ...backend, db, random: randomBytes })
  const { smtpUrl, mailFrom: from, publicUrl } = settings
  const sender = createMailSender({
    ...backend,
    queue,
    mailer: createMailer({ smtpUrl, folder: keptMailFolder(settings), from }),
    writers: { 'password-reset': createResetLetters({ ...backend, queue, random: randomBytes, publicUrl }) },
    random: () => randomInt(2 ** 32) / 2 ** 32,
    monotonicMs: () => performance.now(),
    onOutcome: (outcome) => report(outcome, deps, metrics),
    onStatus: (status) => measure(status, now(), metrics),
    onTrouble: (error) => log.warn({ err: error }, 'the queue of mails could not be reached'),
  })
  onStop(() => sender.stop(MAILS_MS_MAX))
  sender.start()
  return async (accountId) => {
    await queue.add(resetAddressee(accountId))
    sender.wake()
  }
}

function report(outcome: MailOutcome, { log }: Pick<ProductDeps, 'log'>, metrics: Metrics): void {
  metrics.mails[outcome.kind].inc()
  if (outcome.kind === 'given-up') log.error(outcome, 'mail given up')
  if (outcome.kind === 'retried') log.warn(outcome, 'mail retried')
}

function measure({ waiting, oldestQueuedAt }: QueueStatus, now: Date, metrics: Metrics): void {
  const waitedMs = oldestQueuedAt === null ? 0 : now.getTime() - oldestQueuedAt.getTime()
  metrics.queuedMails.set(waiting)
  metrics.oldestMailSeconds.set(Math.max(0, waitedMs) / MS)
}
