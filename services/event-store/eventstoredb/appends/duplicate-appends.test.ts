import { STORE_LIMITS, positionOf } from '@app/contracts/event-store.ts'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { joinDuplicates } from './duplicate-appends.ts'

const request = {
  stream: 'a',
  expected: 'noStream',
  events: [],
  timeoutMs: 10_000,
  mayBeRetry: false,
} as const

test('callers that have their answer leave room for as many others', async () => {
  let sent = 0
  const append = joinDuplicates(async () => {
    await turn()
    return { revision: BigInt((sent += 1)), position: positionOf(1n), replayed: false }
  })
  for (const [round, count] of [STORE_LIMITS.queuedAppendsMax, 1].entries()) {
    const callers = Array.from({ length: count }, () => append(request))
    const refused = (await Promise.allSettled(callers)).filter(({ status }) => status === 'rejected')
    expect([refused.length, sent]).toEqual([0, round + 1])
  }
})
