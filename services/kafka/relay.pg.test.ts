import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { positionOf, type EventStore } from '@app/contracts/event-store.ts'
import { newId } from '@app/event-store/ids.ts'
import { createMemoryLog, openMemoryEventStore } from '@app/event-store/testing/memory-store.ts'
import { wholeLog } from '@app/kernel/testing/whole-log.ts'
import { createPool, endPool } from '@app/postgres/pool.ts'
import type pg from 'pg'
import { eventually } from '../../tests/support/eventually.ts'
import { createTestDatabase } from '../../tests/support/test-database.ts'
import type { KafkaRecord } from './kafka-port.ts'
import { startRelay, type Relay, type RelayDeps } from './relay.ts'
import { trafficEvent } from './testing/traffic-event.ts'

const AGO_MS = 60_000

let db: pg.Pool
beforeAll(async () => {
  const { url } = await createTestDatabase()
  db = createPool(url, { role: 'svc_projector', applicationName: 'relay', max: 4 })
})
afterAll(() => endPool(db))

const openLog = (): Promise<EventStore> =>
  openMemoryEventStore(createMemoryLog(), { now: () => new Date(Date.now() - AGO_MS), newId })

const append = (log: EventStore): Promise<unknown> =>
  log.append(`visit-${newId()}`, 'noStream', [trafficEvent('ProfileTapped', {})])

function relay(log: RelayDeps['log'], kafka: Partial<RelayDeps['kafka']>): Relay {
  const running = startRelay({
    log,
    db,
    kafka: {
      prepare: async () => undefined,
      newest: async () => undefined,
      produce: async () => undefined,
      ...kafka,
    },
    macKey: Buffer.alloc(32, 'mac'),
    now: () => new Date(),
    monotonicMs: () => performance.now(),
    onSent: () => undefined,
    onTrouble: () => undefined,
    onRefused: () => undefined,
  })
  onTestFinished(running.stop)
  return running
}

test('what waits for brokers that are away from the start is told', async () => {
  const log = await openLog()
  await append(log)
  const { status } = relay(log, { prepare: () => Promise.reject(new Error('away')) })
  await eventually(() => expect(status().lagSeconds).toBeGreaterThanOrEqual(AGO_MS / 1_000))
})

test('the first record of the next relay names the last event, also in a log that has others than its own', async () => {
  const log = await openLog()
  // As an EventStoreDB, whose own events have positions too.
  const mixed: EventStore = {
    ...log,
    readAll: async (after, options) => {
      const page = await log.readAll(after, options)
      return { ...page, scannedTo: positionOf(page.scannedTo + 1n) }
    },
  }
  const sent: KafkaRecord[] = []
  const produce = async (records: readonly KafkaRecord[]): Promise<void> => void sent.push(...records)
  for (let nth = 0; nth < 2; nth += 1) {
    await append(log)
    const { length } = await wholeLog(log)
    const { stop } = relay(mixed, { produce })
    await eventually(() => expect(sent).toHaveLength(length))
    await stop()
  }
  const positions = (await wholeLog(log)).map(({ position }) => String(position))
  expect(sent.map(({ headers }) => headers.ce_previous)).toEqual(['0', ...positions.slice(0, -1)])
})
