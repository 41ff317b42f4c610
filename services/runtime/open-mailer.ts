import { randomBytes, randomInt } from 'node:crypto'
import { createResetLetters, resetAddressee } from '@app/api/accounts/reset-letter.ts'
import type { Metrics } from '@app/observability/metrics.ts'
import { createMailSender } from '@app/processes/mails/mail-sender.ts'
import type { MailOutcome } from '@app/processes/mails/send-mail.ts'
import { createMailQueue, type QueueStatus } from '@app/vault/mails/mail-queue.ts'
import type { ProductDeps } from './product-deps.ts'

const MAILS_MS_MAX = 2_000
const MS = 1_000

/** @returns queues a mail with a link to a new password */
export function openMailer(deps: ProductDeps, metrics: Metrics): (accountId: string) => Promise<void> {
  const { settings, mailer, log, onStop } = deps
  const { app: db, keys, store, now, newId } = deps.backend
  const common = { now, newId, random: randomBytes }
  const queue = createMailQueue({ ...common, db, keys })
  const { publicUrl } = settings
  const sender = createMailSender({
    queue,
    mailer,
    writers: { 'password-reset': createResetLetters({ ...common, store, queue, publicUrl }) },
    newId,
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
