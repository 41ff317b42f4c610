import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { StoreError, type EventStore } from '@app/contracts/event-store.ts'
import { createMemoryLog, openMemoryEventStore } from '@app/event-store/memory/memory-store.ts'
import { wholeLog } from '@app/event-store/testing/whole-log.ts'
import { traffic } from '@app/generator/generate-traffic.ts'
import { createTestDatabase } from '../../../tests/support/test-database.ts'
import { createClosing } from '../product/closing.ts'
import { fillLog } from './fill-log.ts'
import { openOurBackend } from '../peers/our-log.ts'

const DAY_MS = 86_400_000
const TO_MS = Date.parse('2026-11-20T12:00:00.000Z')
const TRAFFIC = { seed: 3, events: 300, fromMs: TO_MS - 10 * DAY_MS, toMs: TO_MS, identifiedPart: 0.3 }
const generated = () => traffic({ ...TRAFFIC, profiles: ['00000000-0000-4000-8000-000000000001'] })
const MEMORY = { now: () => new Date(TO_MS), newId: randomUUID }
const silent = (): void => undefined

test('a filled log holds every event, with personal fields sealed by keys that the product can open', async () => {
  const closing = createClosing((error) => {
    throw error
  })
  onTestFinished(closing.closeAll)
  const { url } = await createTestDatabase()
  const { backend } = await openOurBackend({ server: { database: async () => url }, closing }, 'fill')
  expect(await fillLog(backend.store, generated(), silent)).toBe(TRAFFIC.events)

  const written = [...generated()].filter(({ event }) => event.type === 'VisitorIdentified')
  expect(written.length).toBeGreaterThan(5)
  const types = ['VisitorIdentified']
  const [lying, opened] = [await wholeLog(backend.sealed, types), await wholeLog(backend.store, types)]
  expect(lying.every(({ data }) => typeof data.fullName !== 'string')).toBe(true)
  const names = (events: readonly { readonly data: { readonly fullName?: unknown } }[]) =>
    new Set(events.map(({ data }) => data.fullName))
  expect(names(opened)).toEqual(names(written.map(({ event }) => event)))
  const ours = (await wholeLog(backend.sealed)).filter(({ stream }) => /^(visit|interaction)-/.test(stream))
  expect(ours).toHaveLength(TRAFFIC.events)
})

test('an append that was not answered in time is made again, and is there once', async () => {
  const store = await openMemoryEventStore(createMemoryLog(), MEMORY)
  onTestFinished(() => store.dispose())
  let unanswered = 2
  const slow: EventStore = {
    ...store,
    append: async (...args) => {
      const result = await store.append(...args)
      if ((unanswered -= 1) >= 0) throw new StoreError('Timeout', 'no answer', { ambiguous: true })
      return result
    },
  }
  const events = [...generated()].filter(({ event }) => event.type === 'ProfileTapped').slice(0, 5)
  await fillLog(slow, events, silent)
  expect(unanswered).toBeLessThan(0)
  const there = await wholeLog(store, ['ProfileTapped'])
  expect(there.map(({ id }) => id).sort()).toEqual(events.map(({ event }) => event.id).sort())
})

test('an append that is refused ends the filling', async () => {
  const store = await openMemoryEventStore(createMemoryLog(), MEMORY)
  onTestFinished(() => store.dispose())
  const twice = [...generated()]
    .slice(0, 1)
    .flatMap((one) => [one, { ...one, event: { ...one.event, id: randomUUID() } }])
  await expect(fillLog(store, twice, silent)).rejects.toThrow('expected revision')
})
