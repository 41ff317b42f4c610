import { START, type LogPage } from '@app/contracts/event-store.ts'
import { expect, test, vi } from 'vitest'
import { pagesToHead } from './log-pages.ts'
import { addRow, createMemoryLog } from './testing/memory-log.ts'
import { openMemoryEventStore } from './testing/memory-store.ts'
import { newId } from './ids.ts'
import { createWakeSignal } from './wake-signal.ts'

const META = JSON.stringify({
  actor: { kind: 'system', id: 'test' },
  occurredAt: '2026-03-02T12:00:00.000Z',
  correlationId: 'c',
  causationId: null,
})

async function openLog() {
  const log = createMemoryLog()
  const store = await openMemoryEventStore(log, { now: () => new Date(), newId, scannedEventsMax: 100 })
  const grow = (count: number, dataJson = '{}'): void => {
    for (let n = 0; n < count; n += 1)
      addRow(log, 'visit-1', { id: newId(), type: 'Seen', version: 1, dataJson, metaJson: META }, 0)
  }
  return { store, grow }
}

async function seenBy(pages: AsyncIterable<LogPage>, seen: number[] = []): Promise<readonly number[]> {
  for await (const { events } of pages) seen.push(events.length)
  return seen
}

const SEEN = { limit: 50, filter: { types: ['Seen'] } }

test('pages come up to the head; what precedes a damaged event comes before its error', async () => {
  const { store, grow } = await openLog()
  grow(270)
  const read = (seen: number[] = []) => seenBy(pagesToHead(store, START, SEEN, createWakeSignal()), seen)
  expect(await read()).toEqual([50, 50, 50, 50, 50, 20])
  grow(1, 'null')
  grow(5)
  const seen: number[] = []
  await expect(read(seen)).rejects.toMatchObject({ code: 'Corrupt' })
  expect(seen.reduce((sum, events) => sum + events)).toBe(270)
})

test('a read under way is given up at the end of its signal, and may fail later', async () => {
  const signal = createWakeSignal()
  let fail = (_error: Error): void => undefined
  const readAll = () => new Promise<never>((_resolve, reject) => (fail = reject))
  const reading = seenBy(pagesToHead({ readAll }, START, SEEN, signal))
  signal.end()
  expect(await reading).toEqual([])
  fail(new Error('too late')) // vitest fails the run on an unhandled rejection
  await new Promise(setImmediate)
})

test('a notice ends a wait and stays until it is cleared; a pause it does not end', async () => {
  vi.useFakeTimers()
  const signal = createWakeSignal()
  signal.notify()
  expect(await signal.wait(1_000)).toBe(true)
  signal.clear()
  let isOver = false
  const pause = signal.sleep(1_000).then(() => (isOver = true))
  await vi.advanceTimersByTimeAsync(999)
  signal.notify()
  await vi.advanceTimersByTimeAsync(0)
  expect(isOver).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await pause
  expect(vi.getTimerCount()).toBe(0)
  vi.useRealTimers()
})
