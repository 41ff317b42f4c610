import { afterEach, beforeEach, expect, test } from 'vitest'
import { positionOf, type Position } from '@app/contracts/event-store.ts'
import { createPool } from '@app/postgres/pool.ts'
import type pg from 'pg'
import { buildName } from '../builds.ts'
import { feedsOfLog } from '../log-feed.ts'
import { createOwnRunners, type OwnRunners } from './own-runners.ts'
import { openProgress, type ProgressDeps, type RunningProgress } from './postgres-progress.ts'
import { startProjections, type ProjectionsDeps, type RunningProjections } from '../start-projections.ts'
import { loseRows } from '../../testing/lost-rows.ts'
import { NOW, reusedReadSides, type ReadSide } from '../../testing/read-side.ts'
import { ANA, BEA, tapped } from '../../testing/traffic-story.ts'
import { trafficProjection } from '../../traffic/projection.ts'

const WAIT_MS_MAX = 10_000
/** Longer than a runner needs unless it is blocked. */
const HELD_MS = 50
/** Polls never happen by themselves. */
const NEVER_MS = 3_600_000
const BUILD = buildName(trafficProjection)
const FIRST = tapped({ visitor: ANA, at: '2026-11-20T10:00:00.000Z' })
const SECOND = tapped({ visitor: BEA, at: '2026-11-20T11:00:00.000Z' })
const NOT_TRAFFIC = { type: 'HistoryRead', stream: 'audit-1', data: { scope: 'x' } }

const openSide = reusedReadSides()

let side: ReadSide
let ownRunners: OwnRunners
let closing: (() => Promise<void>)[]
beforeEach(async () => {
  side = await openSide()
  ownRunners = createOwnRunners()
  closing = [side.close]
})
afterEach(async () => {
  while (closing.length > 0) await closing.pop()!()
})

function startRunners(deps: Partial<ProjectionsDeps> = {}): RunningProjections {
  const feedOf = feedsOfLog({ opened: side.store, sealed: side.store })
  const all = { db: side.db, feedOf, now: () => NOW, pollMs: NEVER_MS, ownRunners, ...deps }
  const running = startProjections(all, [trafficProjection])
  closing.push(running.stop)
  return running
}

function openOwnProgress(deps: Partial<ProgressDeps> = {}): RunningProgress {
  const all = { db: side.reader, now: () => NOW, lookMs: NEVER_MS, ownRunners, ...deps }
  const progress = openProgress(all, [trafficProjection])
  closing.push(progress.stop)
  return progress
}

const head = (): Promise<Position> => side.store.headPosition()

async function checkpoint(): Promise<string> {
  const [row] = (await side.rows('select position::text from projection.builds')) as [{ position: string }]
  return row.position
}

/** The database announces no moves, so that only the runners’ notices count. */
async function silence(): Promise<void> {
  await side.superuser('alter table projection.builds disable trigger announce_build')
  closing.push(() => side.superuser('alter table projection.builds enable trigger announce_build'))
}

async function hearWanted(): Promise<readonly string[]> {
  const heard: string[] = []
  const listener = await side.reader.connect()
  listener.on('notification', ({ payload }) => heard.push(payload ?? ''))
  await listener.query('listen projection_wanted')
  closing.push(async () => listener.release(true))
  return heard
}

const untilLive = (progress: RunningProgress): Promise<void> =>
  expect.poll(() => progress.status()[0]?.state).toBe('live')

/** Runners and progress of one process, after a first event. */
async function openProcess(
  deps: Partial<ProjectionsDeps> = {},
  progressDeps: Partial<ProgressDeps> = {},
): Promise<RunningProgress> {
  await side.given(FIRST)
  const progress = openOwnProgress(progressDeps)
  startRunners(deps)
  expect(await progress.waitFor(await head(), WAIT_MS_MAX)).toBe(true)
  await untilLive(progress)
  return progress
}

test('a read in the runners’ process waits for their commit, not for a notification', async () => {
  const progress = await openProcess()
  await silence()
  const wanted = await hearWanted()
  await side.given(SECOND)
  const second = await head()
  expect(await progress.waitFor(second, WAIT_MS_MAX)).toBe(true)
  expect([await checkpoint(), wanted]).toEqual([String(second), []])
})

test('events that do not concern a projection are waited for without writing its checkpoint', async () => {
  const progress = await openProcess()
  await silence()
  const before = await checkpoint()
  await side.given(NOT_TRAFFIC)
  expect(await progress.waitFor(await head(), WAIT_MS_MAX)).toBe(true)
  expect(progress.status()).toMatchObject([{ position: await head() }])
  expect(await checkpoint()).toBe(before)
})

test('an uncommitted move is not announced', async () => {
  const progress = await openProcess()
  await silence()
  const client = await side.db.connect()
  await client.query('begin; select from projection.builds for update')
  await side.given(SECOND)
  const waiting = progress.waitFor(await head(), WAIT_MS_MAX)
  const isEarly = await progress.waitFor(await head(), HELD_MS)
  await client.query('rollback')
  client.release()
  expect(isEarly).toBe(false)
  expect(await waiting).toBe(true)
})

test('notices of runners of another version than the queries’ are ignored', async () => {
  const progress = await openProcess()
  const beyond = positionOf((await head()) + 1n)
  ownRunners.tell('traffic', { build: `${BUILD}_other`, position: beyond })
  expect(await progress.waitFor(beyond, 0)).toBe(false)
})

test('notices of runners are void once the rows were set back', async () => {
  const progress = openOwnProgress()
  const running = startRunners({ ownRunners: createOwnRunners() })
  await side.given(FIRST)
  const first = await head()
  expect(await progress.waitFor(first, WAIT_MS_MAX)).toBe(true)
  await untilLive(progress)
  await running.stop()
  await side.given(NOT_TRAFFIC)
  ownRunners.tell('traffic', { build: BUILD, position: await head() })
  expect(await progress.waitFor(await head(), 0)).toBe(true)
  const moves: string[] = []
  progress.onMove(({ to }) => moves.push(String(to)))
  await loseRows(side.db, 'traffic')
  await expect.poll(() => moves).toEqual(['0'])
  expect(await progress.waitFor(first, 0)).toBe(false)
})

test('notices of runners from before a lost connection are void', async () => {
  const db = createPool(side.reader.options.connectionString!, {
    role: 'svc_reader',
    applicationName: 'away',
    max: 1,
  })
  closing.push(() => db.end())
  const progress = await openProcess({ ownRunners: createOwnRunners() }, { db })
  const beyond = positionOf((await head()) + 1n)
  ownRunners.tell('traffic', { build: BUILD, position: beyond })
  expect(await progress.waitFor(beyond, 0)).toBe(true)
  let looks = 0
  progress.onMove(() => (looks += 1))
  await side.superuser(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'away' and datname = current_database()",
  )
  await expect.poll(() => looks).toBe(1)
  expect(await progress.waitFor(beyond, 0)).toBe(false)
})

/** A pool whose commits are answered late, after `meanwhile`. */
function lateCommits(db: pg.Pool, meanwhile: () => Promise<void>): pg.Pool {
  const connect = async (): Promise<pg.PoolClient> => {
    const client = await db.connect()
    const query = client.query.bind(client) as (...asked: unknown[]) => Promise<unknown>
    const late = async (...asked: unknown[]): Promise<unknown> => {
      const answer = await query(...asked)
      if (asked[0] === 'commit') await meanwhile()
      return answer
    }
    return Object.assign(Object.create(client) as pg.PoolClient, { query: late })
  }
  return Object.assign(Object.create(db) as pg.Pool, { connect, query: db.query.bind(db) })
}

test('a commit that is answered after a lost connection is checked again before it is announced', async () => {
  let isCrashing = false
  const told: string[] = []
  ownRunners.onPolled((_, to) => told.push(to === undefined ? 'nothing' : String(to.position)))
  const db = lateCommits(side.db, async () => {
    if (!isCrashing) return
    isCrashing = false
    await loseRows(side.db, 'traffic')
    side.db.emit('remove', undefined)
  })
  const progress = await openProcess({ db, onRowsLost: () => told.push('rows lost') })
  isCrashing = true
  await side.given(SECOND)
  const second = await head()
  await expect.poll(() => told.at(-1)).toBe(String(second))
  expect(told.slice(told.indexOf('nothing'))).toEqual(['nothing', 'nothing', 'rows lost', String(second)])
  expect(await progress.waitFor(second, WAIT_MS_MAX)).toBe(true)
})
