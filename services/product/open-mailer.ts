import { randomBytes, randomInt } from 'node:crypto'
import { createEmailLetters } from '../accounts/email-routes.ts'
import { createResetLetters } from '../accounts/reset-link.ts'
import { createHeadLetters } from '../record/head-mail.ts'
import { createQuotationLetters, quotationMailReaction } from '../quotations/mails.ts'
import {
  createConfirmationLetters,
  createHeldWishes,
  type HeldWishes,
} from '../reminders/confirm-subscription.ts'
import { createRightsLetters } from '../privacy/rights/rights-link.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import { measure } from '../platform/observability/metrics.ts'
import { takeAccountMail, type AccountMail } from '../accounts/account-deps.ts'
import { mailWorker, type MailOutcome } from '../platform/mail/send-mails.ts'
import { countWaiting, createRequestMail, type RequestMail } from '../platform/mail/waiting-mail.ts'
import { logKeyOf } from '../record/head.ts'
import { createSubscriptionIds } from '../kernel/keys/subscription-ids.ts'
import { createRateCounters, type RateCounters } from '../platform/http/limits/rate-counters.ts'
import { createRightsLinks, type RightsLinks } from '../privacy/rights/rights-links.ts'
import type { Ctx } from '../platform/ctx.ts'

/** The queue of mails, and the links in them. */
export function openMails(deps: Ctx) {
  const { app: db, keys, now } = deps.backend
  const wishes = createHeldWishes(deps.backend.idKeys)
  const links = createRightsLinks({ db, keys, random: randomBytes, now })
  const refusals = watchRefusals(deps)
  const requestMail = openMailer({ ...deps, mailer: refusals.mailer }, { wishes, links })
  const ids = createSubscriptionIds(deps.backend.idKeys)
  const counters = createRateCounters(db, now)
  return {
    ...refusals,
    wishes,
    requestMail,
    quotationMails: quotationMailReaction({ ids, counters, requestMail }),
    takeAccountMail: (kind: AccountMail, email: string) =>
      takeAccountMail({ ids, counters, now }, kind, email),
  }
}

/** Counts each refusal because of this installation, logs the first of a day, and shows for a day that there were some. */
function watchRefusals({ backend, metrics, log, mailer }: Ctx) {
  const counters = createRateCounters(backend.app, backend.now)
  const areMailsRefused = () => counters.isOpen(MAILS_REFUSED)
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
  { backend, secrets, settings, mailer, metrics, log, jobs }: Ctx,
  { wishes, links }: { readonly wishes: HeldWishes; readonly links: RightsLinks },
): RequestMail {
  const { app: db, keys, store, names, now, newId, idKeys, reader } = backend
  const { publicUrl, headMailTo: to } = settings
  const ids = createSubscriptionIds(idKeys)
  measure(metrics.registry, 'mail_queued', 'Mails that wait to be sent', () => countWaiting(reader))
  jobs.work(
    mailWorker({
      mailer,
      keys,
      letters: {
        'password-reset': createResetLetters({ store, names, now, newId, publicUrl }),
        ...createEmailLetters({ publicUrl, now }),
        'reminder-confirmation': createConfirmationLetters({ store, ids, wishes, publicUrl, now }),
        ...createQuotationLetters({ store, publicUrl, now }),
        ...createHeadLetters({ db: reader, key: logKeyOf(secrets.seal), to, publicUrl, now }),
        'rights-link': createRightsLetters({ links, now, publicUrl }),
      },
      isBlocked: async (subject) => (await keys.withBlocked([subject])).blocked.has(subject),
      random: () => randomInt(2 ** 32) / 2 ** 32,
      onOutcome: (outcome) => report(outcome, { log, metrics }),
    }),
  )
  return createRequestMail({ db, keys, now, newId, wake: jobs.wake })
}

function report(outcome: MailOutcome, { log, metrics }: Pick<Ctx, 'log' | 'metrics'>): void {
  metrics.mails[outcome.kind].inc()
  if (outcome.kind === 'given-up') log.error(outcome, 'mail given up')
  if (outcome.kind === 'dropped' && outcome.code !== undefined) log.warn(outcome, 'mail dropped')
  if (outcome.kind === 'retried') log.warn(outcome, 'mail retried')
}

/** No person is counted here, so there is no key to hash. */
const MAILS_REFUSED = { name: 'mails refused by policy', keyHash: Buffer.alloc(0) }
/** Shown for a day. */
const SHOWN = { max: 1_000_000_000, seconds: 24 * 3_600, slides: true }

const markRefused = (counters: Pick<RateCounters, 'take'>) => counters.take(MAILS_REFUSED, SHOWN)
