import type { Ctx, Parts } from '../ctx.ts'
import type { RateCounters } from '../http/counters.ts'
import type { Mailer } from './mailer.ts'

/** No person is counted here, so there is no key to hash. */
const MAILS_REFUSED = { name: 'mails refused by policy', keyHash: Buffer.alloc(0) }
/** Shown for a day. */
const SHOWN = { max: 1_000_000_000, seconds: 24 * 3_600, slides: true }

/** Counts each refusal because of this installation, logs the first of a day, and shows for a day that there were some. */
export function watchRefusals(
  { metrics, log, mailer }: Pick<Parts, 'metrics' | 'log' | 'mailer'>,
  counters: RateCounters,
): Pick<Ctx, 'areMailsRefused' | 'onPolicyRefusal' | 'mailer'> {
  const areMailsRefused = () => counters.isOpen(MAILS_REFUSED)
  async function mark(reason: string): Promise<void> {
    if (!(await areMailsRefused()))
      log.error({ reason }, 'mail servers refuse mails because of this installation')
    await counters.take(MAILS_REFUSED, SHOWN)
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
