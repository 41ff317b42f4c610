import { randomUUID } from 'node:crypto'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { untilAvailable } from '@app/event-store/contract/contract-fixture.ts'
import { openEventStoreDb } from '@app/event-store/eventstoredb/eventstoredb-store.ts'
import { wholeLog } from '@app/event-store/testing/whole-log.ts'
import type { EventStore } from '@app/contracts/event-store.ts'
import pg from 'pg'
import { ownFolder } from '../eventstoredb/own-folder.ts'
import { deleteStream, writeRaw } from '../eventstoredb/raw-event.ts'
import { openStandIn } from '../eventstoredb/stand-in-process.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { rewriteLogFile, type FileEvent } from './log-file.ts'
import { longTest } from '../support/longer-runs.ts'
import { appendAll, range, sealedLogOf } from './sealed-log.ts'
import { tamperings, type Tamperer } from './tamperings.ts'
import { unreadableEvents } from './unreadable-events.ts'

const TABLES = ['tree', 'tiles', 'leaf_positions', 'seals', 'seal_keys'].map((name) => `record.${name}`)
const closing: (() => Promise<unknown>)[] = []
afterAll(() => Promise.all(closing.map((close) => close())))

const storeAt = (url: string) => ({
  url,
  now: () => new Date('2026-11-23T12:00:00.000Z'),
  newId: randomUUID,
  random: Math.random,
})

/** Writes the server's file again while it is stopped. */
async function openTamperer(): Promise<Tamperer> {
  const [{ url }, folder] = await Promise.all([createTestDatabase(), ownFolder()])
  const [file, copy] = [join(folder, 'log'), join(folder, 'copy')]
  const server = await openStandIn({ dataFile: file, traps: ['system-events'], notReadyMs: 0, stopMs: 0 })
  const sql = new pg.Client({ connectionString: url })
  await sql.connect()
  const open = () => untilAvailable(() => openEventStoreDb(storeAt(server.url)))
  let store = await open()
  /** Of the server as it runs now. */
  const log = new Proxy({} as EventStore, { get: (_, name) => store[name as keyof EventStore] })
  const sealed = sealedLogOf(log, url)
  closing.push(async () => {
    await Promise.all([store.dispose(), sealed.pool.end(), sql.end()])
    await server.dispose()
  })
  let isKept = false

  async function whileStopped(work: () => Promise<void>): Promise<void> {
    await store.dispose()
    await server.stop()
    await work()
    await server.start()
    store = await open()
  }
  async function rewrite(
    change: (events: FileEvent[], index: number[]) => readonly FileEvent[],
    ...indexes: number[]
  ) {
    const events = await wholeLog(log)
    const ids = indexes.map((index) => events[index]!.id)
    await whileStopped(() =>
      rewriteLogFile(file, (all) =>
        change(
          all,
          ids.map((id) => all.findIndex((event) => event.id === id)),
        ),
      ),
    )
  }
  const changed = (event: FileEvent, text: string): FileEvent => ({ ...event, data: Buffer.from(text) })
  return {
    sealed,
    changeData: (index, data) =>
      rewrite((all, [place]) => all.with(place!, changed(all[place!]!, JSON.stringify(data))), index),
    spoil: (index) => rewrite((all, [place]) => all.with(place!, changed(all[place!]!, '{')), index),
    remove: (index) => rewrite((all, [place]) => all.toSpliced(place!, 1), index),
    cut: (index) => rewrite((all, [place]) => all.slice(0, place), index),
    close: (stream) => deleteStream(server.url, stream, 'tombstone'),
    restore: async () => {
      await whileStopped(() => (isKept ? copyFile(copy, file) : copyFile(file, copy)))
      for (const table of TABLES) {
        const kept = table.replace('.', '_copy_')
        if (isKept) await sql.query(`truncate ${table}; insert into ${table} select * from ${kept}`)
        else await sql.query(`create table ${kept} as table ${table}`)
      }
      isKept = true
    },
  }
}

tamperings('EventStoreDB', openTamperer, longTest)

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
