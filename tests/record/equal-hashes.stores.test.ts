import { expect, onTestFinished, test } from 'vitest'
import { START, type EventStore, type StoredEvent } from '@app/contracts/event-store.ts'
import { untilAvailable } from '@app/services/kernel/log/contract/contract-fixture.ts'
import { openEventStoreDb } from '@app/services/kernel/log/eventstoredb/eventstoredb-store.ts'
import { newId } from '@app/services/kernel/log/ids.ts'
import { createMemoryLog, openMemoryEventStore } from '@app/services/kernel/log/testing/memory-store.ts'
import { appendMany, openSignedLog } from '@app/services/record/testing/signed-log.ts'
import { leafOf } from '@app/services/record/leaf.ts'
import { openStandIn } from '../eventstoredb/stand-in-process.ts'

const deps = { now: () => new Date(), newId }

async function openServer(): Promise<EventStore> {
  const server = await openStandIn()
  onTestFinished(server.dispose)
  return untilAvailable(() => openEventStoreDb({ ...deps, url: server.url }))
}

test('the same events, at the same places and times, have the same hashes on every store [SEAL-10]', async () => {
  const record = await openSignedLog(openServer)
  await appendMany(record.log, 20)
  const { events } = await record.log.readAll(START)
  const others = [await openMemoryEventStore(createMemoryLog(), deps), (await openSignedLog()).log]
  for (const log of others) {
    for (const { stream, id, type, version, data, meta } of events)
      if (stream.startsWith('test-'))
        await log.append(stream, 'noStream', [{ id, type, version, data, meta }])
    const copies = new Map((await log.readAll(START)).events.map((event) => [event.id, event]))
    const moved = ({ id, position, recordedAt }: StoredEvent) => ({
      ...copies.get(id)!,
      position,
      recordedAt,
    })
    const same = events.filter(({ stream }) => stream.startsWith('test-'))
    expect(same).toHaveLength(20)
    expect(same.map((event) => leafOf(moved(event)).hash)).toEqual(same.map((event) => leafOf(event).hash))
  }
})
