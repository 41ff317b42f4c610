import { randomBytes, randomInt } from 'node:crypto'
import { createEmailLetters } from '@app/api/accounts/email-letters.ts'
import { createResetLetters } from '@app/api/accounts/reset-link.ts'
import { createHeadLetters } from '@app/api/record/head-mail.ts'
import { createQuotationLetters } from '@app/api/quotations/quotation-mails.ts'
import { createConfirmationLetters } from '@app/api/reminders/mailbox-letters.ts'
import { createRightsLetters } from '@app/processes/rights/rights-link.ts'
import type { Mailer } from '@app/mail/mailer.ts'
import type { Metrics } from '@app/observability/metrics.ts'
import { takeAccountMail, type AccountMail } from '@app/processes/accounts/take-account-mail.ts'
import { createMailSender } from '@app/processes/mails/mail-sender.ts'
import type { MailOutcome } from '@app/processes/mails/send-mail.ts'
import { quotationMailReaction } from '@app/processes/quotations/mail-quotation.ts'
import { logKeyOf } from '@app/record/head.ts'
import { createReminderTokens } from '@app/vault/keys/reminder-tokens.ts'
import { createSubscriptionIds } from '@app/vault/keys/subscription-ids.ts'
import { createRateCounters } from '@app/vault/logins/rate-counters.ts'
import { createMailQueue, type QueueStatus } from '@app/vault/mails/mail-queue.ts'
import type { Addressee } from '@app/vault/mails/mail-quota.ts'
import { MAILS_REFUSED, markRefused } from '@app/vault/mails/refused-mails.ts'
import { createRightsLinks, type RightsLinks } from '@app/vault/mails/rights-links.ts'
import {
  createUnconfirmedReminders,
  type UnconfirmedReminders,
} from '@app/vault/mails/unconfirmed-reminders.ts'
import type { ProductDeps } from './product-deps.ts'

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
  return {
    ...refusals,
    unconfirmed,
    requestMail,
    quotationMails: quotationMailReaction({ ids, counters, requestMail }),
    takeAccountMail: (kind: AccountMail, email: string) =>
      takeAccountMail({ ids, counters, now }, kind, email),
  }
}

/** Counts each refusal because of this installation, logs the first of a day, and shows for a day that there were some. */
function watchRefusals({ backend, metrics, log, mailer }: ProductDeps) {
  const counters = createRateCounters(backend.app, backend.now)
  const areMailsRefused = async (): Promise<boolean> =>
    (await counters.markedUntil(MAILS_REFUSED)) !== undefined
  async function mark(reason: string): Promise<void> {
    if (!(await areMailsRefused()))
      log.error({ reason }, 'mail servers refuse mails because of this installation')
    await markRefused(counters)
  }
  function onPolicyRefusal(reason: string): void {
    metrics.refusedMails.inc()
    mark(reason).catch((error: unknown) => log.warn({ err: error }, 'a refused mail could not be marked'))
  }
  const deliver: Mailer['deliver'] = async (written, signal) => {
    const delivery = await mailer.deliver(written, signal)
    if (delivery.kind === 'failed' && delivery.cause === 'policy') onPolicyRefusal(delivery.reason)
    return delivery
  }
  return { areMailsRefused, onPolicyRefusal, mailer: { ...mailer, deliver } }
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
      'rights-link': createRightsLetters({ links, queue, now, publicUrl }),
    },
    isBlocked: async (subject) => (await keys.withBlocked([subject])).blocked.has(subject),
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
