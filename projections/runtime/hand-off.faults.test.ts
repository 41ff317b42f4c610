import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { openPostgresEventStore } from '@app/event-store/postgres/postgres-store.ts'
import { createRandom, intBelow, oneOf } from '@app/generator/random.ts'
import { PLAIN_CODEC } from '@app/kernel/testing/memory-events.ts'
import { withConnection } from '@app/postgres/connection.ts'
import { connectionConfig, createPool } from '@app/postgres/pool.ts'
import { swapBuild } from './swap.ts'
import { createBuild, findActiveBuild, listBuilds } from './builds.ts'
import { foldUpTo } from './fold-build.ts'
import type { Projection } from './projection.ts'
import { startFollowing } from '../testing/following.ts'
import { eventOf } from '../testing/read-side.ts'
import { ANA, tapped } from '../testing/traffic-story.ts'
import { eventually } from '../../tests/support/eventually.ts'
import { createTestDatabase } from '../../tests/support/test-database.ts'

vi.setConfig({ testTimeout: 1_800_000 })

const RUNS = 10_000
const CHECKED_EVERY = 500
const KILLED = 0.1
const random = createRandom(inject('seed'))
/** A swap takes some 20 ms: an append may begin before, in or after it. */
const moment = (): Promise<void> => pause(intBelow(random, 30))
const now = (): Date => new Date()

/** A missing event is a missing row, and one that is folded twice is refused and parked. */
const taps: Projection = {
  name: 'taps',
  version: 1,
  handles: ['ProfileTapped'],
  tables: 'create table all_taps (id uuid primary key)',
  views: ['all_taps'],
  subjectOf: ({ stream }) => stream,
  project: async (tx, events) =>
    void (await tx.query('insert into all_taps select unnest($1::uuid[])', [events.map(({ id }) => id)])),
}

const openLog = (url: string) =>
  openPostgresEventStore({
    connection: connectionConfig(url, { role: 'svc_app', applicationName: 'log' }),
    now,
    newId: randomUUID,
  })

/** What one process has open of the database and the log. */
async function openProcess(url: string, n: number) {
  const db = createPool(url, { role: 'svc_projector', applicationName: `runner-${n}`, max: 8 })
  const reader = createPool(url, { role: 'svc_reader', applicationName: `reader-${n}`, max: 2 })
  const store = await openLog(url)
  const following = startFollowing({ db, reader, log: store, codec: PLAIN_CODEC, now }, [taps])
  onTestFinished(async () => {
    await following.stop()
    await store.dispose()
    await Promise.all([db.end(), reader.end()])
  })
  return { db, store, following }
}

test('an append that is open before a swap and commits after it is in both builds once, with two processes and kills between [PROJ-11]', async () => {
  const { url } = await createTestDatabase()
  const processes = [await openProcess(url, 1), await openProcess(url, 2)]
  const ops = createPool(url, { role: 'svc_projector', applicationName: 'ops', max: 5 })
  onTestFinished(() => ops.end())
  const { store } = processes[0]!
  const deps = { db: ops, log: store, codec: PLAIN_CODEC, now }
  const live = async () => (await findActiveBuild(ops, 'taps'))!
  const appended: string[] = []

  async function append(): Promise<void> {
    await moment()
    const event = eventOf(tapped({ visitor: ANA, at: now().toISOString() }))
    await oneOf(random, processes).store.append(`visit-${event.id}`, 'noStream', [event])
    appended.push(event.id)
  }
  async function swap(): Promise<void> {
    const builds = await listBuilds(ops)
    const other = builds.find(({ state }) => state !== 'active')!
    await swapBuild(deps, taps, { live: (await live()).name, other: other.name })
  }
  /** As kill -9: whatever its transactions did is undone, and it learns of it later. */
  async function kill(): Promise<void> {
    await moment()
    await withConnection(url, (client) =>
      client.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [
        `runner-${1 + intBelow(random, 2)}`,
      ]),
    )
  }
  async function nothingIsMissing(): Promise<void> {
    await eventually(async () => {
      for (const { name, state } of await listBuilds(ops)) {
        const { rows } = await ops.query<{ id: string }>(`select id from "${name}".all_taps order by id`)
        expect([state, rows.map(({ id }) => id)]).toEqual([state, appended.toSorted()])
      }
    })
    expect((await ops.query('select error from kernel.parked')).rows).toEqual([])
  }

  const { storeId } = store
  await eventually(async () => expect((await live()).name).toBe('taps_v1'))
  const first = await createBuild(ops, taps, { storeId, now: now() })
  await foldUpTo(deps, taps, first.name, (await live()).position)
  for (let run = 1; run <= RUNS; run += 1) {
    const appends = Array.from({ length: 1 + intBelow(random, 3) }, append)
    await Promise.all([...appends, swap(), ...(random() < KILLED ? [kill()] : [])])
    if (run % CHECKED_EVERY === 0) await nothingIsMissing()
  }
  await nothingIsMissing()
  await eventually(async () =>
    expect((await listBuilds(ops)).map(({ state }) => state).toSorted()).toEqual(['active', 'kept']),
  )
})
