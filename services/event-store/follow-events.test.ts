import { afterEach, expect, test, vi } from 'vitest'
import type { EventType } from '@app/contracts/events/catalogue.ts'
import { followEvents } from './follow-events.ts'
import { newId } from './ids.ts'
import { addRow, createMemoryLog } from './testing/memory-log.ts'
import { openMemoryEventStore } from './testing/memory-store.ts'

afterEach(() => vi.useRealTimers())

const META = JSON.stringify({
  actor: { kind: 'system', id: 'test' },
  occurredAt: '2026-03-02T12:00:00.000Z',
  correlationId: 'c',
  causationId: null,
})
const TYPE: EventType = 'ProfileTapped'

test('a damaged event is reported once, and hides none of those around it', async () => {
  vi.useFakeTimers()
  const log = createMemoryLog()
  const store = await openMemoryEventStore(log, { now: () => new Date(), newId })
  const reported: bigint[] = []
  const onTrouble = vi.fn()
  const following = followEvents({
    store,
    types: [TYPE],
    gapMs: 10,
    onEvent: ({ revision }) => reported.push(revision),
    onTrouble,
  })
  await vi.advanceTimersByTimeAsync(20) // follows from the present head on
  for (const dataJson of ['{}', '{}', 'null', '{}'])
    addRow(log, 'visit-1', { id: newId(), type: TYPE, version: 1, dataJson, metaJson: META }, 0)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(reported).toEqual([0n, 1n, 3n])
  expect(onTrouble).toHaveBeenCalledOnce()
  await following.stop()
})
