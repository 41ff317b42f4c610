import { expect, test } from 'vitest'
import { StoreError, type EventStore } from '@app/contracts/event-store.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { createMemoryLog, openMemoryEventStore } from '@app/event-store/testing/memory-store.ts'
import { wholeLog } from '@app/event-store/testing/whole-log.ts'
import { newId } from '@app/event-store/ids.ts'
import { createReadingRecorder } from './record-reading.ts'
import type { Reading } from './history-filter.ts'

const HOUR_MS = 3_600_000
const BEGIN = Date.parse('2026-11-27T10:00:00.000Z')
const LIST = { form: 'list' } as const
const uuid = (n: number) => `0199a000-0000-7000-8000-${String(n).padStart(12, '0')}`

async function fixture() {
  let ms = BEGIN
  const now = () => new Date(ms)
  const store = await openMemoryEventStore(createMemoryLog(), { now, newId })
  const recorder = (through: Pick<EventStore, 'append' | 'readStream'> = store) =>
    createReadingRecorder({ store: through, now, newId })
  return {
    store,
    recorder,
    advance: (by: number) => (ms += by),
    read: async () => (await wholeLog(store, ['HistoryRead'])).map(({ data }) => data),
  }
}

test('1,315 readings within an hour are two events, with 50 filters and how many more there were [PRIV-14]', async () => {
  const readingOf = (n: number): Reading => ({ ...LIST, correlation: uuid(n) })
  const { recorder, advance, read } = await fixture()
  const { record, closeHours } = recorder()
  for (let n = 0; n < 1_315; n += 1) await record('luis', readingOf(n))
  await closeHours()
  expect(await read()).toEqual([{ filters: [readingOf(0)] }])
  advance(HOUR_MS)
  await closeHours()
  await closeHours()
  const listed = Array.from({ length: LIMITS.readingsListedMax - 1 }, (_, n) => readingOf(n + 1))
  expect((await read())[1]).toEqual({ filters: listed, more: 1_315 - LIMITS.readingsListedMax })
  expect(await read()).toHaveLength(2)
})

test('an hour with one filter is one event, however often, in whatever order of its parts, by however many processes', async () => {
  const { recorder, read } = await fixture()
  const [one, other] = [recorder(), recorder()]
  await one.record('luis', { form: 'list', type: 'a', entity: 'log' })
  await other.record('luis', { entity: 'log', type: 'a', form: 'list', person: undefined })
  await one.record('luis', { entity: 'log', type: 'a', form: 'list' })
  await Promise.all([one.stop(), other.stop()])
  expect(await read()).toEqual([{ filters: [{ form: 'list', type: 'a', entity: 'log' }] }])
  await one.record('elisa', LIST)
  expect(await read()).toHaveLength(2)
})

test('each process lists its further filters, and those of a process that stops are not lost', async () => {
  const { recorder, read, store } = await fixture()
  const [one, other] = [recorder(), recorder()]
  await Promise.all([one.record('luis', LIST), other.record('luis', LIST)])
  await one.record('luis', { ...LIST, entity: 'log' })
  await other.record('luis', { form: 'csv' })
  await other.record('luis', { form: 'ndjson' })
  await one.stop()
  await other.stop()
  expect(await read()).toEqual([
    { filters: [LIST] },
    { filters: [{ ...LIST, entity: 'log' }] },
    { filters: [{ form: 'csv' }, { form: 'ndjson' }] },
  ])
  const actors = (await wholeLog(store, ['HistoryRead'])).map(({ meta }) => meta.actor)
  expect(new Set(actors.map(({ kind, id }) => `${kind} ${id}`))).toEqual(new Set(['admin luis']))
})

test('a reading is refused while the first of its hour cannot be recorded, and further ones wait for the log [PRIV-14]', async () => {
  const { recorder, read, store, advance } = await fixture()
  let isAway = true
  const { record, closeHours } = recorder({
    readStream: store.readStream,
    append: async (...asked) => {
      if (isAway) throw new StoreError('Unavailable', 'away')
      return store.append(...asked)
    },
  })
  for (let n = 0; n < 2; n += 1) await expect(record('luis', LIST)).rejects.toThrow('away')
  isAway = false
  await record('luis', LIST)
  await record('luis', { form: 'csv' })
  advance(HOUR_MS)
  isAway = true
  await expect(record('luis', LIST)).rejects.toThrow('away')
  await expect(closeHours()).rejects.toThrow('away')
  isAway = false
  await closeHours()
  expect(await read()).toEqual([{ filters: [LIST] }, { filters: [{ form: 'csv' }] }])
})
