import type { RateCounters } from '../platform/http/limits/rate-counters.ts'

/** No person is counted here, so there is no key to hash. */
export const MAILS_REFUSED = { name: 'mails refused by policy', keyHash: Buffer.alloc(0) }
/** Shown for a day. */
const SHOWN = { max: 1_000_000_000, seconds: 24 * 3_600, slides: true }

export const markRefused = (counters: Pick<RateCounters, 'take'>) => counters.take(MAILS_REFUSED, SHOWN)
