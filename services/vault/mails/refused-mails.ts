import type { RateCounters } from '../logins/rate-counters.ts'

/** No person is counted here, so there is no key to hash. */
export const MAILS_REFUSED = { name: 'mails refused by policy', keyHash: Buffer.alloc(0) }
const SHOWN_SECONDS = 24 * 3_600

export const markRefused = (counters: Pick<RateCounters, 'mark'>): Promise<void> =>
  counters.mark(MAILS_REFUSED, SHOWN_SECONDS)
