import { randomBytes, randomInt } from 'node:crypto'
import { createEmailLetters } from '@app/api/accounts/email-letters.ts'
import { createResetLetters, resetAddressee } from '@app/api/accounts/reset-link.ts'
import { createHeadLetters } from '@app/api/record/head-mail.ts'
import { createQuotationLetters } from '@app/api/quotations/quotation-mails.ts'
import { createConfirmationLetters } from '@app/api/reminders/mailbox-letters.ts'
import { createRightsLetters } from '@app/api/rights/mailbox/rights-letter.ts'
import type { Metrics } from '@app/observability/metrics.ts'
import { requestResetMail, takeCodeMail } from '@app/processes/accounts/request-reset-mail.ts'
import { createMailSender } from '@app/processes/mails/mail-sender.ts'
import type { MailOutcome } from '@app/processes/mails/send-mail.ts'
import { quotationMailReaction } from '@app/processes/quotations/mail-quotation.ts'
import { logKeyOf } from '@app/record/head.ts'
import { createReminderTokens } from '@app/vault/keys/reminder-tokens.ts'
import { createSubscriptionIds } from '@app/vault/keys/subscription-ids.ts'
import { createRateCounters } from '@app/vault/logins/rate-counters.ts'
import { createMailQueue, type QueueStatus } from '@app/vault/mails/mail-queue.ts'
import type { Addressee } from '@app/vault/mails/mail-quota.ts'
import { createRightsLinks, type RightsLinks } from '@app/vault/mails/rights-links.ts'
import {
  createUnconfirmedReminders,
  type UnconfirmedReminders,
} from '@app/vault/mails/unconfirmed-reminders.ts'
import type { ProductDeps } from './product-deps.ts'
import { watchRefusals } from './watch-refusals.ts'

const MAILS_MS_MAX = 2_000
const MS = 1_000

/** The queue of mails, and the links in them. */
export function openMails(deps: ProductDeps) {
  const { app: db, keys, now } = deps.backend
  const unconfirmed = createUnconfirmedReminders({ db, keys, random: randomBytes, now })
  const links = createRightsLinks({ db, keys, random: randomBytes, now })
  const refusals = watchRefusals(deps)
  const requestMail = openMailer({ ...deps, mailer: refusals.mailer }, deps.metrics, { unconfirmed, links })
  const ids = createSubscriptionIds(deps.backend.idKeys)
  const counters = createRateCounters(db, now)
  const resets = { ids, counters, now, requestMail: (id: string) => requestMail(resetAddressee(id)) }
  return {
    ...refusals,
    unconfirmed,
    requestMail,
    quotationMails: quotationMailReaction({ ids, counters, requestMail }),
    requestResetMail: (accountId: string, email: string) => requestResetMail(resets, accountId, email),
    takeCodeMail: (email: string) => takeCodeMail(resets, email),
  }
}

/** @returns queues a mail */
function openMailer(
  deps: ProductDeps,
  metrics: Metrics,
  { unconfirmed, links }: { readonly unconfirmed: UnconfirmedReminders; readonly links: RightsLinks },
): (addressee: Addressee, contents?: string) => Promise<void> {
  const { settings, mailer, log, onStop } = deps
  const { app: db, keys, store, now, newId } = deps.backend
  const common = { now, newId, random: randomBytes }
  const queue = createMailQueue({ ...common, db, keys })
  const { publicUrl } = settings
  const ids = createSubscriptionIds(deps.backend.idKeys)
  const tokens = createReminderTokens(deps.backend.idKeys)
  const letters = { store, ids, tokens, unconfirmed, publicUrl, now }
  const sender = createMailSender({
    queue,
    mailer,
    writers: {
      'password-reset': createResetLetters({ ...common, store, queue, publicUrl }),
      ...createEmailLetters({ queue, publicUrl, now }),
      'reminder-confirmation': createConfirmationLetters(letters),
      ...createQuotationLetters({ store, queue, publicUrl, now }),
      ...createHeadLetters({
        db: deps.backend.reader,
        key: logKeyOf(deps.secrets.seal),
        to: settings.headMailTo,
        publicUrl,
        now,
      }),
      'rights-link': createRightsLetters({ links, queue, now, newId, publicUrl }),
    },
    isBlocked: async (subject) => (await keys.withLosses([subject])).blocked.has(subject),
    newId,
    random: () => randomInt(2 ** 32) / 2 ** 32,
    monotonicMs: () => performance.now(),
    onOutcome: (outcome) => report(outcome, deps, metrics),
    onStatus: (status) => measure(status, now(), metrics),
    onTrouble: (error) => log.warn({ err: error }, 'the mail queue could not be reached'),
  })
  onStop(() => sender.stop(MAILS_MS_MAX))
  sender.start()
  return async (addressee, contents) => {
    await queue.add(addressee, contents)
    sender.wake()
  }
}

function report(outcome: MailOutcome, { log }: Pick<ProductDeps, 'log'>, metrics: Metrics): void {
  metrics.mails[outcome.kind].inc()
  if (outcome.kind === 'given-up') log.error(outcome, 'mail given up')
  if (outcome.kind === 'dropped' && outcome.code !== undefined) log.warn(outcome, 'mail dropped')
  if (outcome.kind === 'retried') log.warn(outcome, 'mail retried')
}

function measure({ waiting, oldestQueuedAt }: QueueStatus, now: Date, metrics: Metrics): void {
  const waitedMs = oldestQueuedAt === null ? 0 : now.getTime() - oldestQueuedAt.getTime()
  metrics.queuedMails.set(waiting)
  metrics.oldestMailSeconds.set(Math.max(0, waitedMs) / MS)
}
