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
  for (let round = 1; round <= 2; round += 1) {
    const callers = Array.from({ length: STORE_LIMITS.queuedAppendsMax }, () => append(request))
    const refused = (await Promise.allSettled(callers)).filter(({ status }) => status === 'rejected')
    expect([round, refused.length, sent]).toEqual([round, 0, round])
  }
})
