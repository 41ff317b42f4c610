import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { positionOf } from '@app/contracts/event-store.ts'
import { createMemoryLog } from '@app/event-store/testing/memory-store.ts'
import { append } from '@app/kernel/commands.ts'
import { openMemoryEvents } from '@app/kernel/testing/memory-events.ts'
import { eventOf, NOW } from '@app/projections/testing/read-side.ts'
import { ANA, tapped } from '@app/projections/testing/traffic-story.ts'
import { lagAfter } from './figures-lag.ts'

test('figures lag by the age of the first tap that they lack, and not at all with every tap [FIG-11]', async () => {
  let ms = NOW.getTime()
  const now = (): Date => new Date(ms)
  const store = await openMemoryEvents(createMemoryLog(), { now, newId: randomUUID })
  const tap = async () => {
    const event = eventOf(tapped({ visitor: ANA, at: NOW.toISOString() }))
    return (await append(store, `tap-${randomUUID()}`, 'noStream', [event])).position
  }
  const first = await tap()
  ms += 10_000
  await tap()
  ms += 4_000
  const last = await tap()
  ms += 1_000
  expect(await lagAfter({ store, now }, first)).toBe(5)
  expect(await lagAfter({ store, now }, last)).toBe(0)
})

test('without the log the lag is unknown', async () => {
  const store = { log: { readAll: () => Promise.reject(new Error('away')) } }
  expect(await lagAfter({ store, now: () => NOW }, positionOf(1n))).toBeNull()
})
