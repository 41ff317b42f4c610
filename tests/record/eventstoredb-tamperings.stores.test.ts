import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { untilAvailable } from '@app/event-store/contract/contract-fixture.ts'
import { openEventStoreDb } from '@app/event-store/eventstoredb/eventstoredb-store.ts'
import { deleteStream, writeRaw } from '../eventstoredb/raw-event.ts'
import { openStandIn } from '../eventstoredb/stand-in-process.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { appendAll, range, sealedLogOf } from './sealed-log.ts'
import { unreadableEvents } from './unreadable-events.ts'

const closing: (() => Promise<unknown>)[] = []
afterAll(() => Promise.all(closing.map((close) => close())))

const storeAt = (url: string) => ({
  url,
  now: () => new Date('2026-11-23T12:00:00.000Z'),
  newId: randomUUID,
  random: Math.random,
})

unreadableEvents('EventStoreDB', async () => {
  const [{ url }, server] = await Promise.all([createTestDatabase(), openStandIn()])
  const log = await untilAvailable(() => openEventStoreDb(storeAt(server.url)))
  const sealed = sealedLogOf(log, url)
  closing.push(async () => {
    await Promise.all([log.dispose(), sealed.pool.end()])
    await server.dispose()
  })
  const write = (stream: string, dataText: string, metaText: string) =>
    writeRaw(server.url, {
      stream,
      type: 'Forged',
      dataText,
      metaText: metaText.replace(/}$/, `${metaText === '{}' ? '' : ','}"version":1}`),
    })
  return { sealed, write }
})

const metadata = (url: string, stream: string, dataText: string): Promise<void> =>
  writeRaw(url, { stream: `$$${stream}`, type: '$metadata', dataText, metaText: '{}' })

const CLOSINGS: Readonly<Record<string, (url: string, stream: string) => Promise<unknown>>> = {
  'test-1': (url, stream) => deleteStream(url, stream, 'tombstone'),
  'test-2': (url, stream) => deleteStream(url, stream, 'soft'),
  'test-3': (url, stream) => metadata(url, stream, '{"$maxCount":1}'),
  'test-4': (url, stream) => metadata(url, stream, '{"$maxAge":60}'),
  'test-5': (url, stream) => metadata(url, stream, '{"$tb":1}'),
}
const OPEN: typeof CLOSINGS = {
  'test-6': (url, stream) => metadata(url, stream, '{"$acl":{"$r":"admin"}}'),
  'test-7': async (url, stream) => {
    await metadata(url, stream, '{"$maxCount":1}')
    await metadata(url, stream, '{}')
  },
  'test-8': (url, stream) => metadata(url, `${stream}$`, '{"$maxCount":1}'),
}

test('each way in which a server hides events of a stream is named [SEAL-7]', async () => {
  const server = await openStandIn()
  const store = await untilAvailable(() =>
    openEventStoreDb({ url: server.url, now: () => new Date(), newId: randomUUID, random: Math.random }),
  )
  closing.push(() => store.dispose().then(server.dispose))
  await appendAll(store, range(1, 9))
  for (const [stream, close] of Object.entries({ ...CLOSINGS, ...OPEN })) await close(server.url, stream)
  const { closedStreams } = await store.inspect(await store.headPosition())
  expect(closedStreams.toSorted()).toEqual([...Object.keys(CLOSINGS), 'test-8$'])
})
