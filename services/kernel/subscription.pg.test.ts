import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { StoreError, type EventStore, type StoredEvent } from '@app/contracts/event-store.ts'
import { newId } from './log/ids.ts'
import { headOf } from './log/testing/head-of.ts'
import { createMemoryLog, openMemoryEventStore } from './log/testing/memory-store.ts'
import { withConnection } from '../platform/postgres/connection.ts'
import { eventually } from '../../tests/support/eventually.ts'
import { createGate } from '../../tests/support/gate.ts'
import { createTestDatabase, poolOf } from '../../tests/support/test-database.ts'
import { makeCheckpoint, moveCheckpoint } from './checkpoint.ts'
import { refuseOtherLog } from './other-log.ts'
import { startPolls, type Polls } from './wake.ts'
import { subscribe, type Running, type Subscription } from './subscription.ts'

const NOW = new Date('2026-11-20T12:00:00.000Z')
const now = (): Date => NOW

const { url } = await createTestDatabase()
const db = poolOf(url, 6, 'svc_projector')
let store: EventStore
let polls: Polls
let running: Running[]
let troubles: string[]

beforeAll(async () => {
  await db.query('create schema handled')
  await db.query('create table handled.events (position bigint, id uuid)')
})
beforeEach(async () => {
  await db.query('delete from kernel.checkpoints; delete from handled.events')
  store = await openMemoryEventStore(createMemoryLog(), { now, newId })
  polls = startPolls({ db, log: store, pollMs: 20 })
  running = []
  troubles = []
})
afterEach(async () => {
  await stopAll()
  await polls.stop()
  await store.dispose()
})

async function stopAll(): Promise<void> {
  await Promise.all(running.splice(0).map((one) => one.stop()))
}

/** Stores each event that it handles, twice if it is handled twice. */
const writing: Subscription['handle'] = async (events, tx) => {
  for (const { position, id } of events)
    await tx.query('insert into handled.events values ($1, $2)', [position, id])
}

function start(more: Partial<Subscription> = {}): void {
  const subscription: Subscription = {
    name: 'test',
    types: ['Handled'],
    log: store,
    eventsMax: 10,
    subjectOf: ({ stream }) => stream,
    handle: writing,
    ...more,
  }
  const onTrouble = (_name: string, { message }: Error): void => void troubles.push(message)
  running.push(subscribe({ db, polls, onTrouble }, subscription))
}

async function append(stream: string, type = 'Handled', on = store): Promise<void> {
  const id = newId()
  const meta = { actor: { kind: 'system', id: 'test' }, occurredAt: NOW.toISOString() } as const
  const event = { id, type, version: 1, data: {}, meta: { ...meta, correlationId: id, causationId: null } }
  await on.append(stream, await headOf(on, stream), [event])
}

async function appendSome(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await append(`Stream${n % 7}`)
}

const handled = async (): Promise<readonly string[]> =>
  (await db.query<{ id: string }>('select id from handled.events order by position')).rows.map(({ id }) => id)

const stored = async (): Promise<readonly string[]> =>
  (await store.readAll(0n as StoredEvent['position'], { filter: { types: ['Handled'] } })).events.map(
    ({ id }) => id,
  )

const untilAll = () => eventually(async () => expect(await handled()).toEqual(await stored()))

const checkpoint = async () =>
  (await db.query<Record<string, unknown>>("select *, xmin from kernel.checkpoints where name = 'test'"))
    .rows[0]!

const parked = async (): Promise<readonly object[]> =>
  (await db.query<object>('select subject, error from kernel.parked order by position')).rows

test('each event is handled once, by two processes that are stopped and started again [PROJ-1]', async () => {
  start()
  start()
  for (let n = 0; n < 5; n += 1) {
    await appendSome(30)
    await Promise.all(running.splice(0, 1).map((one) => one.stop()))
    start()
  }
  await untilAll()
  expect(await checkpoint()).toMatchObject({ events: '150', error: null })
  expect(troubles).toEqual([])
})

test('rows and checkpoint move together: a batch that fails leaves neither [PROJ-1]', async () => {
  await appendSome(3)
  let failures = 0
  start({
    handle: async (events, tx) => {
      await writing(events, tx)
      if ((failures += 1) < 3) throw new StoreError('Unavailable', 'away')
    },
  })
  await untilAll()
  expect(troubles).toEqual(['away', 'away'])
  expect(await parked()).toEqual([])
})

test('a stop finishes the present batch', async () => {
  const [isAt, mayGoOn] = [createGate(), createGate()]
  await appendSome(3)
  start({
    handle: async (events, tx) => {
      isAt.open()
      await mayGoOn.opened
      await writing(events, tx)
    },
  })
  await isAt.opened
  const stopped = stopAll()
  mayGoOn.open()
  await stopped
  expect(await handled()).toHaveLength(3)
})

test('a rival goes on as soon as the process that holds a batch has lost its connection', async () => {
  const isAt = createGate()
  await appendSome(3)
  start({
    handle: async (_events, tx) => {
      isAt.open()
      await tx.query('select pg_sleep(600)')
    },
  })
  await isAt.opened
  start()
  await eventually(() =>
    withConnection(url, async (client) => {
      const { rowCount } = await client.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where query = 'select pg_sleep(600)'",
      )
      expect(rowCount).toBe(1)
    }),
  )
  await untilAll()
})

test('an event that fails is parked with later ones of its subject, also beside another that fails; all others are handled [PROJ-5]', async () => {
  await append('Bad')
  await appendSome(25)
  await append('Bad')
  await append('Worse')
  start({
    handle: async (events, tx) => {
      await writing(events, tx)
      if (events.some(({ stream, revision }) => /Bad|Worse/.test(stream) && revision === 0n))
        throw new Error('unfit')
    },
  })
  await eventually(async () => expect(await handled()).toHaveLength(25))
  expect(await parked()).toEqual([
    { subject: 'Bad', error: 'unfit' },
    { subject: 'Bad', error: expect.stringContaining('waits') as unknown },
    { subject: 'Worse', error: 'unfit' },
  ])
  expect(troubles.join()).toContain('parked')
})

test('a damaged event is parked, and those behind it are handled', async () => {
  await appendSome(5)
  const { events } = await store.readAll(0n as StoredEvent['position'])
  const damaged = events.filter(({ type }) => type === 'Handled')[2]!
  const readAll: EventStore['readAll'] = async (after, options) => {
    const page = await store.readAll(after, options)
    if (page.events.some(({ id }) => id === damaged.id))
      throw new StoreError('Corrupt', 'damaged', { facts: { position: damaged.position, stream: 'Damaged' } })
    return page
  }
  start({ log: { ...store, readAll } })
  await eventually(async () => expect(await handled()).toHaveLength(4))
  expect(await parked()).toEqual([{ subject: 'Damaged', error: 'damaged' }])
})

test('nothing is written while no event of its types comes [PROJ-8]', async () => {
  await appendSome(3)
  start()
  await untilAll()
  const { xmin } = await checkpoint()
  const seen: string[] = []
  start({
    name: 'other',
    types: ['Other'],
    handle: async (events) => void seen.push(...events.map(() => '')),
  })
  for (let n = 1; n <= 3; n += 1) {
    await append('Elsewhere', 'Other')
    await eventually(() => expect(seen).toHaveLength(n))
  }
  expect(await checkpoint()).toMatchObject({ xmin })
})

test('rows that a crash of the database has set back are handled again, without a new event [PROJ-7]', async () => {
  await appendSome(3)
  start()
  await untilAll()
  await db.query('update kernel.checkpoints set position = 0; delete from handled.events')
  await untilAll()
  expect(troubles).toEqual([])
})

test('another log is refused', async () => {
  await makeCheckpoint(db, 'test', newId())
  await append('Stream0')
  start()
  await eventually(async () =>
    expect(await checkpoint()).toMatchObject({
      error: expect.stringContaining('was made from log') as unknown,
    }),
  )
  expect(await handled()).toEqual([])
})

test('an older copy of the log is refused, also when it has grown again [LOG-12]', async () => {
  await append('Stream0')
  await append('Stream0')
  start()
  await untilAll()
  await stopAll()
  await append('Stream0')
  const { events } = await store.readAll(0n as StoredEvent['position'])
  // Another subscription has handled an event that the copy lacks.
  const lost = { ...events.at(-1)!, id: newId() }
  await makeCheckpoint(db, 'other', store.storeId)
  await moveCheckpoint(db, 'other', { events: [lost], scannedTo: lost.position })
  start()
  await eventually(() => expect(troubles.at(-1)).toContain('older copy'))
  await expect(refuseOtherLog(db, store)).rejects.toThrow(/es una copia anterior .*after-restore\.sql/)
  expect(await handled()).toHaveLength(2)
})
