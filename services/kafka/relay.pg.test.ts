import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { positionOf, type EventStore } from '@app/contracts/event-store.ts'
import { newId } from '../kernel/log/ids.ts'
import { createMemoryLog, openMemoryEventStore } from '../kernel/log/testing/memory-store.ts'
import { wholeLog } from '../kernel/testing/whole-log.ts'
import { eventually } from '../../tests/support/eventually.ts'
import { openTestPool } from '../../tests/support/test-database.ts'
import type { KafkaRecord } from './kafka.ts'
import type { RelayOptions } from './relay.ts'
import { startTestRelay, trafficEvent } from './testing/test-relay.ts'

const AGO_MS = 60_000

const db = await openTestPool(4, 'svc_projector')
beforeEach(() => db.query('delete from kernel.checkpoints'))

const openLog = (): Promise<EventStore> =>
  openMemoryEventStore(createMemoryLog(), { now: () => new Date(Date.now() - AGO_MS), newId })

const append = (log: EventStore): Promise<unknown> =>
  log.append(`visit-${newId()}`, 'noStream', [trafficEvent('ProfileTapped', {})])

function relay(log: RelayOptions['log'], produce: RelayOptions['kafka']['produce']) {
  const running = startTestRelay({ log, db, kafka: { produce } })
  onTestFinished(running.stop)
  return running
}

test('what waits for brokers that are away from the start is told', async () => {
  const log = await openLog()
  await append(log)
  const { pendingSince } = relay(log, () => Promise.reject(new Error('away')))
  await eventually(() => expect(Date.now() - Number(pendingSince())).toBeGreaterThanOrEqual(AGO_MS))
})

test('the first record of the next relay names the last event, also in a log that has others than its own', async () => {
  const log = await openLog()
  // As an EventStoreDB, whose own events have positions too.
  const mixed: EventStore = {
    ...log,
    headPosition: async () => positionOf((await log.headPosition()) + 1n),
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
    const { stop, troubles } = relay(mixed, produce)
    await eventually(() => expect([sent.length, troubles]).toEqual([length, []]))
    await stop()
  }
  const positions = (await wholeLog(log)).map(({ position }) => String(position))
  expect(sent.map(({ headers }) => headers.ce_previous)).toEqual(['0', ...positions.slice(0, -1)])
})
