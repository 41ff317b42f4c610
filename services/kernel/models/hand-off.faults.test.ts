import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { openPostgresEventStore } from '../log/postgres/postgres-store.ts'
import { createRandom, intBelow, oneOf } from '../../product/generator/random.ts'
import { READ_MODELS } from '@app/contracts/data/read-models.ts'
import { PLAIN_CODEC } from '../testing/memory-events.ts'
import { withConnection } from '../../platform/postgres/connection.ts'
import { connectionConfig, createPool } from '../../platform/postgres/pool.ts'
import { swapBuild } from './swap.ts'
import { createBuild, dropBuild, findActiveBuild, findBuild, listBuilds } from './builds.ts'
import { compareBuilds, differingRows } from './compare.ts'
import { foldUpTo } from './fold-build.ts'
import type { Projection } from './projection.ts'
import { projectionNamed } from '@app/projections/projections.ts'
import { storyOf, WHOSE } from '@app/projections/testing/any-story.ts'
import { startFollowing } from '@app/projections/testing/following.ts'
import { eventOf, openReadSide } from '@app/projections/testing/read-side.ts'
import { ANA, tapped } from '@app/projections/testing/traffic-story.ts'
import { awakeMsOf, startAwakeTime } from '../../../tests/support/awake-time.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { testTable } from '../../../tests/support/every.ts'
import { createTestDatabase } from '../../../tests/support/test-database.ts'

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

const STEPS = 1_500
const READ_MS_MAX = 300
const CANCEL_MS_MAX = 2_000

/** Events of people of each kind, in any order; nothing is deleted and nobody erased, so that rows stay. */
function anyStory() {
  const steps = Array.from({ length: STEPS }, () => ({
    of: intBelow(random, WHOSE - 4),
    does: intBelow(random, 5),
    text: oneOf(random, ['Capitana', 'Violeta', 'Ñandú']),
    hour: intBelow(random, 60),
  }))
  return storyOf(steps)
}

testTable([...READ_MODELS])(
  'each read model is made anew beside live writes, cancelled, made again, compared, and swapped in, back and forward; no read fails or waits [PROJ-11, PROJ-12]',
  async (name) => {
    const model = projectionNamed(name)
    const side = await openReadSide()
    onTestFinished(side.close)
    const { seals } = side.sealedRows()
    const deps = { db: side.db, log: side.store, codec: PLAIN_CODEC, seals, now }
    const following = startFollowing({ ...deps, reader: side.reader, eventsMax: 50 }, [model])
    const story = anyStory()
    const middle = story.length / 2
    await side.given(...story.slice(0, middle))
    expect(await following.waitFor(await side.store.headPosition(), 60_000)).toBe(true)

    let isOver = false
    onTestFinished(() => void (isOver = true))
    const failed: unknown[] = []
    let slowestMs = 0
    const reading = (async () => {
      while (!isOver)
        for (const view of model.views) {
          const awakeMs = startAwakeTime()
          await side.reader.query(`select count(*) from read."${view}"`).catch((error) => failed.push(error))
          slowestMs = Math.max(slowestMs, awakeMs())
        }
    })()
    const writing = (async () => {
      for (const event of story.slice(middle)) {
        if (isOver) return
        await side.given(event)
        await moment()
      }
    })()
    const make = async () =>
      (await createBuild(side.db, model, { storeId: side.store.storeId, now: now() })).name
    const cancelled = await make()
    await eventually(async () => expect((await findBuild(side.db, cancelled))?.events).toBeGreaterThan(0))
    expect(await awakeMsOf(dropBuild(side.db, cancelled))).toBeLessThan(CANCEL_MS_MAX)
    const live = (await findActiveBuild(side.db, model.name))!.name
    const made = await make()
    await eventually(async () => expect((await findBuild(side.db, made))?.hasCaughtUp).toBe(true))
    for (const [shown, other] of [
      [live, made],
      [made, live],
      [live, made],
    ] as const) {
      const compared = await compareBuilds(deps, model, { live: shown, other })
      expect([compared.rows, differingRows(compared)]).toEqual([[], 0])
      await swapBuild(deps, model, { live: shown, other })
      await moment()
    }
    isOver = true
    await Promise.all([reading, writing])
    await following.stop()
    expect(failed).toEqual([])
    expect(slowestMs).toBeLessThan(READ_MS_MAX)

    const view = model.views[0]!
    const { rowCount } = await side.db.query(
      `delete from "${live}"."${view}" where ctid = (select ctid from "${live}"."${view}" limit 1)`,
    )
    const planted = await compareBuilds(deps, model, { live: made, other: live })
    expect([rowCount, differingRows(planted)]).toEqual([1, 1])
    expect(planted.rows).toMatchObject([{ table: view, isLive: true }])
  },
)
