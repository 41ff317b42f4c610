import { hash } from 'node:crypto'
import type { Quota } from '@app/contracts/limits/rate-limits.ts'
import { tooMany } from '@app/contracts/refusals.ts'
import type { RateCounter, RateCounters } from './rate-counters.ts'

/** `mailbox`: a keyed hash already. */
export const counterOf = (name: string, mailbox: string): RateCounter => ({
  name,
  keyHash: hash('sha256', mailbox, 'buffer'),
})

/** @returns the end of its window. @throws Refusal too-many with the seconds until then */
export async function takeOfMailbox(
  { counters, now }: { readonly counters: Pick<RateCounters, 'take'>; readonly now: () => Date },
  counter: RateCounter,
  quota: Quota,
  text?: string,
): Promise<Date> {
  const { isTaken, windowEnd } = await counters.take(counter, quota)
  if (isTaken) return windowEnd
  throw tooMany((windowEnd.getTime() - now().getTime()) / 1_000, text)
}
