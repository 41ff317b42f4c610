import { quotationStream } from '@app/contracts/quotations/events.ts'
import { QUOTATION_MAILS_OF_MAILBOX, QUOTATION_MAILS_TO_SALES } from '@app/contracts/limits/rate-limits.ts'
import { quotation } from './quotation.ts'
import { load } from '../kernel/commands.ts'
import type { SubscriptionIds } from '../kernel/keys/subscription-ids.ts'
import type { RateCounters } from '../platform/http/limits/rate-counters.ts'
import type { RequestMail } from '../platform/mail/waiting-mail.ts'
import type { Reaction } from '../kernel/reaction.ts'
import { counterOf } from '../reminders/subscribe.ts'

/** Of a log that is read again, or was away for long, nobody gets old mails. */
const QUOTATION_MAIL_HOURS = 24
const HOUR_MS = 3_600_000
const PREFIX = quotationStream('')
const TO_SALES = 'quotation mails to sales'

export interface QuotationMailDeps {
  readonly ids: Pick<SubscriptionIds, 'suppression'>
  readonly counters: Pick<RateCounters, 'take'>
  readonly requestMail: RequestMail
}

/** Tells sales, and writes to who asked: at once, and also after a crash. */
export const quotationMailReaction = ({ ids, counters, requestMail }: QuotationMailDeps): Reaction => ({
  name: 'quotation-mails',
  types: ['QuotationRequested'],
  isNeverSkipped: true,
  react: async ({ store, now }, { stream, meta }, tx) => {
    const ageMs = now().getTime() - Date.parse(meta.occurredAt)
    if (!stream.startsWith(PREFIX) || ageMs > QUOTATION_MAIL_HOURS * HOUR_MS) return
    const { state } = await load(store, quotation, stream)
    const email = state.status === 'unknown' ? undefined : state.request.email
    if (email === undefined) return
    const toSales = await counters.take(counterOf(TO_SALES, ''), QUOTATION_MAILS_TO_SALES)
    if (toSales.isTaken) await requestMail({ kind: 'quotation-arrived', subject: stream }, undefined, tx)
    // Anybody can type a stranger's address.
    const counter = counterOf('quotation mails of mailbox', ids.suppression(email))
    const { isTaken } = await counters.take(counter, QUOTATION_MAILS_OF_MAILBOX)
    if (isTaken) await requestMail({ kind: 'quotation-received', subject: stream }, undefined, tx)
  },
})
