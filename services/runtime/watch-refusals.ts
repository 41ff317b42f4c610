import type { Mailer } from '@app/mail/mailer.ts'
import { arePolicyRefused, markPolicyRefused } from '@app/processes/mails/policy-refusals.ts'
import { createRateCounters } from '@app/vault/logins/rate-counters.ts'
import type { ProductDeps } from './product-deps.ts'

/** Counts each refusal because of this installation, and logs the first one of a day. */
export function watchRefusals({ backend, metrics, log }: ProductDeps) {
  const counters = createRateCounters(backend.app, backend.now)
  return {
    areMailsRefused: () => arePolicyRefused(counters),
    onPolicyRefusal: (reason: string): void => {
      metrics.refusedMails.inc()
      markPolicyRefused(counters).then(
        (isFirst) =>
          isFirst && log.error({ reason }, 'mail servers refuse mails because of this installation'),
        (error: unknown) => log.warn({ err: error }, 'a refused mail could not be marked'),
      )
    },
  }
}

export const withPolicyAlarm = (mailer: Mailer, alarm: (reason: string) => void): Mailer => ({
  ...mailer,
  deliver: async (written, signal) => {
    const delivery = await mailer.deliver(written, signal)
    if (delivery.kind === 'failed' && delivery.cause === 'policy') alarm(delivery.reason)
    return delivery
  },
})
