import type { Mailer } from '@app/mail/mailer.ts'
import { createRateCounters } from '@app/vault/logins/rate-counters.ts'
import { MAILS_REFUSED, markRefused } from '@app/vault/mails/refused-mails.ts'
import type { ProductDeps } from './product-deps.ts'

/** Counts each refusal because of this installation, logs the first of a day, and shows for a day that there were some. */
export function watchRefusals({ backend, metrics, log, mailer }: ProductDeps) {
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
