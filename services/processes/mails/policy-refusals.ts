import type { RateCounters } from '@app/vault/logins/rate-counters.ts'
import { counterOf } from '../reminders/subscribe.ts'

/** Of no mailbox: of this installation. */
const REFUSED = counterOf('mails refused by policy', '')
const SHOWN_SECONDS = 24 * 3_600

/** Whether mail servers refused mails because of this installation within a day. */
export const arePolicyRefused = async (counters: Pick<RateCounters, 'markedUntil'>): Promise<boolean> =>
  (await counters.markedUntil(REFUSED)) !== undefined

/** @returns whether it is the first of a day */
export async function markPolicyRefused(
  counters: Pick<RateCounters, 'mark' | 'markedUntil'>,
): Promise<boolean> {
  const isKnown = await arePolicyRefused(counters)
  await counters.mark(REFUSED, SHOWN_SECONDS)
  return !isKnown
}
