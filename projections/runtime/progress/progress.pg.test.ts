import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { positionOf, START, type Position } from '@app/contracts/event-store.ts'
import { openTcpProxy } from '@app/event-store/testing/tcp-proxy.ts'
import { createPool } from '@app/postgres/pool.ts'
import type pg from 'pg'
import type { Feed } from '../feed.ts'
import { feedsOfLog } from '../log-feed.ts'
import { openProgress, type ProgressDeps, type RunningProgress } from './postgres-progress.ts'
import type { RunnerDeps } from '../runner.ts'
import { startProjections, type RunningProjections } from '../start-projections.ts'
import { loseRows } from '../../testing/lost-rows.ts'
import { urlThrough } from '../../../tests/support/test-database.ts'
import { NOW, reusedReadSides, type ReadSide } from '../../testing/read-side.ts'
import { ANA, BEA, tapped } from '../../testing/traffic-story.ts'
import { trafficProjection } from '../../traffic/projection.ts'
import { longTest } from '../../../tests/support/longer-runs.ts'

const WAIT_MS_MAX = 10_000
/** Polls never happen: all knowledge is from notifications. */
const NEVER_MS = 3_600_000
const FIRST = tapped({ visitor: ANA, at: '2026-11-20T10:00:00.000Z' })
const SECOND = tapped({ visitor: BEA, at: '2026-11-20T11:00:00.000Z' })

const openSide = reusedReadSides()

let side: ReadSide
let closing: (() => Promise<void>)[]
beforeEach(async () => {
  side = await openSide()
  closing = [side.close]
})
afterEach(async () => {
  while (closing.length > 0) await closing.pop()!()
})

/** The process that keeps the read models up to date. */
function startRunners(deps: Partial<RunnerDeps> = {}): RunningProjections {
  const feedOf = feedsOfLog({ opened: side.store, sealed: side.store })
  const running = startProjections({ db: side.db, feedOf, now: () => NOW, ...deps }, [trafficProjection])
  closing.push(running.stop)
  return running
}

/** Another process, which has the database in common with the runners and nothing else. */
function openElsewhere(deps: Partial<ProgressDeps> = {}): RunningProgress {
  const progress = openProgress({ db: side.reader, now: () => NOW, lookMs: NEVER_MS, ...deps }, [
    trafficProjection,
  ])
  closing.push(progress.stop)
  return progress
}

const movesOf = (progress: RunningProgress): string[] => {
  const moves: string[] = []
  progress.onMove(({ from, to }) => moves.push(`${from} to ${to}`))
  return moves
}

/** Locks the checkpoint of an existing build until it is released. */
async function holdCheckpoint(): Promise<() => Promise<void>> {
  const client = await side.db.connect()
  await client.query('begin; select from projection.builds for update')
  let isHeld = true
  const letGo = async (): Promise<void> => {
    if (!isHeld) return
    isHeld = false
    await client.query('rollback')
    client.release()
  }
  closing.push(letGo)
  return letGo
}

test('a process without runners knows the read models’ positions, and is notified of each move', async () => {
  const progress = openElsewhere()
  expect(progress.status()).toMatchObject([{ state: 'starting', position: START }])
  startRunners()
  await side.given(FIRST)
  const first = await side.store.headPosition()
  expect(await progress.waitFor(first, WAIT_MS_MAX)).toBe(true)
  const moves = movesOf(progress)
  await side.given(SECOND)
  const second = await side.store.headPosition()
  await expect.poll(() => moves).toEqual([`${first} to ${second}`])
  expect(await progress.waitFor(second, 0)).toBe(true)
  await expect
    .poll(() => progress.status())
    .toMatchObject([{ projection: 'traffic', state: 'live', position: second, lagSeconds: 0, error: null }])
  expect(await progress.waitFor(positionOf('9'.repeat(20)), 20)).toBe(false)
})

test('a batch is announced once, however many events it has', async () => {
  const heard: string[] = []
  const listener = await side.reader.connect()
  listener.on('notification', ({ payload }) => payload !== '' && heard.push(payload!))
  await listener.query('listen projection_moved')
  closing.push(async () => listener.release(true))
  await side.given(...Array.from({ length: 50 }, () => FIRST))
  let batches = 0
  startRunners({ batchEventsMax: 10, onBatch: () => (batches += 1) })
  const head = await side.store.headPosition()
  expect(await openElsewhere().waitFor(head, WAIT_MS_MAX)).toBe(true)
  await expect.poll(() => batches).toBe(5)
  const build = `traffic traffic_v${trafficProjection.version} active`
  await expect.poll(() => heard.at(-1)).toBe(`${build} ${head}`)
  const moves = heard.filter((payload) => payload.startsWith(build) && payload !== `${build} ${START}`)
  expect([new Set(moves).size, moves.length]).toEqual([5, 5])
})

test('after a lost notification a poll finds the move', async () => {
  startRunners()
  const progress = openElsewhere({ lookMs: 50 })
  await side.given(FIRST)
  expect(await progress.waitFor(await side.store.headPosition(), WAIT_MS_MAX)).toBe(true)
  await side.superuser('alter table projection.builds disable trigger announce_build')
  closing.push(() => side.superuser('alter table projection.builds enable trigger announce_build'))
  const letGo = await holdCheckpoint()
  await side.given(SECOND)
  const waiting = progress.waitFor(await side.store.headPosition(), WAIT_MS_MAX)
  expect(await progress.waitFor(await side.store.headPosition(), 20)).toBe(false)
  await letGo()
  expect(await waiting).toBe(true)
})

test('a notification of any other login ends no process, and is no move', async () => {
  startRunners()
  const progress = openElsewhere()
  const nextHead = async (): Promise<Position> => {
    await side.given(FIRST)
    const head = await side.store.headPosition()
    expect(await progress.waitFor(head, WAIT_MS_MAX)).toBe(true)
    return head
  }
  const heads = [await nextHead()]
  const moves = movesOf(progress)
  const build = `traffic traffic_v${trafficProjection.version} active`
  for (const payload of ['x', `${build} x`, `${build} -1`, `${build} 1 2`, `x x x ${'9'.repeat(99)}`, '']) {
    await side.rows("select pg_notify('projection_moved', $1)", [payload])
    heads.push(await nextHead())
  }
  expect(moves).toEqual(heads.slice(1).map((head, index) => `${heads[index]} to ${head}`))
})

/** A pool whose next answer about the progress comes late: after `meanwhile`. */
function delayed(db: pg.Pool, meanwhile: () => Promise<void>): { readonly pool: pg.Pool; delay(): void } {
  let isDelayed = false
  const connect = async (): Promise<pg.PoolClient> => {
    const client = await db.connect()
    const query = client.query.bind(client) as (...asked: unknown[]) => Promise<unknown>
    const late = async (...asked: unknown[]): Promise<unknown> => {
      const answer = await query(...asked)
      if (!isDelayed || (asked[0] as { name?: string }).name !== 'progress') return answer
      isDelayed = false
      await meanwhile()
      return answer
    }
    return Object.assign(client, { query: late }) as unknown as pg.PoolClient
  }
  return {
    pool: Object.assign(Object.create(db) as pg.Pool, { connect }),
    delay: () => {
      isDelayed = true
    },
  }
}

test('an answer that is older than a notification does not revert a move', async () => {
  startRunners()
  const heardElsewhere = openElsewhere()
  const { pool, delay } = delayed(side.reader, async () => {
    await side.given(SECOND)
    expect(await heardElsewhere.waitFor(await side.store.headPosition(), WAIT_MS_MAX)).toBe(true)
  })
  const progress = openElsewhere({ db: pool })
  await side.given(FIRST)
  const first = await side.store.headPosition()
  expect(await progress.waitFor(first, WAIT_MS_MAX)).toBe(true)
  const moves = movesOf(progress)
  delay()
  void progress.waitFor(positionOf('9'.repeat(20)), 0) // causes a poll
  await expect.poll(() => moves.length).toBeGreaterThan(0)
  const second = await side.store.headPosition()
  await expect.poll(() => progress.status()[0]?.position).toBe(second)
  expect(moves).toEqual([`${first} to ${second}`])
})

/** A progress whose connection to the database can be cut. */
async function openBehindProxy() {
  const { host, port } = side.reader.options
  const address = new URL(side.reader.options.connectionString ?? `postgres://${host}:${port}`)
  const proxy = await openTcpProxy({ host: address.hostname, port: Number(address.port) })
  const pool = createPool(urlThrough(proxy.port, address.href), {
    role: 'svc_reader',
    applicationName: 'away',
    max: 1,
  })
  const progress = openProgress({ db: pool, now: () => NOW, lookMs: NEVER_MS }, [trafficProjection])
  onTestFinished(async () => {
    await proxy.start()
    await progress.stop()
    await pool.end()
    await proxy.close()
  })
  return { proxy, progress }
}

test('progress from before an outage of the database is valid again after a poll', async () => {
  const { proxy, progress } = await openBehindProxy()
  const running = startRunners()
  await side.given(FIRST)
  const head: Position = await side.store.headPosition()
  expect(await progress.waitFor(head, WAIT_MS_MAX)).toBe(true)
  const moves = movesOf(progress)
  await running.stop()
  await proxy.stop()
  await loseRows(side.db, 'traffic')
  await expect.poll(() => progress.waitFor(head, 0)).toBe(false)
  expect(moves).toEqual([])
  await proxy.start()
  await expect.poll(() => moves).toEqual([`${head} to ${START}`])
  expect(await progress.waitFor(head, 20)).toBe(false)
  startRunners()
  expect(await progress.waitFor(head, WAIT_MS_MAX)).toBe(true)
  expect(moves).toEqual([`${head} to ${START}`, `${START} to ${head}`])
})

test('during an outage of the database no runner counts as following the log', async () => {
  const { proxy, progress } = await openBehindProxy()
  startRunners()
  const state = () => progress.status()[0]?.state
  await expect.poll(state).toBe('live')
  await proxy.stop()
  await expect.poll(state).toBe('starting')
  await proxy.start()
  await expect.poll(state).toBe('live')
})

test('a runner’s report is void once its process is gone, also for the next one', async () => {
  const progress = openElsewhere({ lookMs: 50 })
  const broken = { ...trafficProjection, hasSealedRows: true }
  const feedOf = feedsOfLog({ opened: side.store, sealed: side.store })
  const failing = startProjections({ db: side.db, feedOf, now: () => NOW }, [broken])
  const status = () => progress.status()[0]!
  await expect.poll(status).toMatchObject({ state: 'stopped' })
  expect(status().error).toMatch(/nothing to seal its rows with/)
  await failing.stop()
  await expect.poll(status).toMatchObject({ state: 'starting' })
  expect(status().error).toBe('no process runs this projection')
  const states = new Set<string>()
  progress.onMove(() => states.add(status().state))
  startRunners()
  await side.given(FIRST)
  expect(await progress.waitFor(await side.store.headPosition(), WAIT_MS_MAX)).toBe(true)
  await expect.poll(() => status().state).toBe('live')
  expect(states).not.toContain('stopped')
})

longTest('a stopped runner is shown as behind, with its delay [FIG-11]', async () => {
  let ms = NOW.getTime()
  const now = (): Date => new Date(ms)
  startRunners({ now })
  const progress = openElsewhere({ now, lookMs: 50 })
  await side.given(FIRST)
  expect(await progress.waitFor(await side.store.headPosition(), WAIT_MS_MAX)).toBe(true)
  const letGo = await holdCheckpoint()
  await side.given(SECOND)
  ms += 12_500
  const lag = (): number | undefined => progress.status()[0]?.lagSeconds
  await expect.poll(lag).toBe(12.5)
  await letGo()
  await expect.poll(lag).toBe(0)
})

longTest('a read model under construction is shown as behind, though its log does not grow', async () => {
  await side.given(FIRST, SECOND)
  let ms = NOW.getTime()
  const now = (): Date => new Date(ms)
  let goOn = (): void => undefined
  const mayGoOn = new Promise<void>((resolve) => (goOn = resolve))
  const feed = feedsOfLog({ opened: side.store, sealed: side.store })(trafficProjection)
  const next: Feed['next'] = async (after, limit) => {
    if (after > START) await mayGoOn
    return feed.next(after, limit)
  }
  startRunners({ now, feedOf: () => ({ ...feed, next, watch: () => () => undefined }), batchEventsMax: 1 })
  closing.push(async () => goOn())
  const progress = openElsewhere({ now, lookMs: 50 })
  const status = () => progress.status()[0]!
  await expect.poll(status).toMatchObject({ state: 'catching-up' })
  ms += 12_500
  await expect.poll(status).toMatchObject({ lagSeconds: 12.5 })
  goOn()
  await expect.poll(status).toMatchObject({ state: 'live', lagSeconds: 0 })
})

test('rows of another version count as updated only while some process runs it', async () => {
  await side.project(trafficProjection)
  const newer = { ...trafficProjection, version: trafficProjection.version + 1 }
  const progress = openProgress({ db: side.reader, now: () => NOW, lookMs: 50 }, [newer])
  closing.push(progress.stop)
  const isKept = (): boolean => progress.isKept(['traffic'])
  await expect.poll(isKept).toBe(false)
  const older = startRunners()
  await expect.poll(isKept).toBe(true)
  await older.stop()
  await expect.poll(isKept).toBe(false)
  const own = openElsewhere()
  await expect.poll(() => own.status()[0]?.error).toBe('no process runs this projection')
  expect(own.isKept(['traffic'])).toBe(true)
})
