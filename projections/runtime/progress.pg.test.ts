import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { positionOf, START, type Position } from '@app/contracts/event-store.ts'
import { openTcpProxy } from '@app/event-store/testing/tcp-proxy.ts'
import { startPolls } from '@app/kernel/polls.ts'
import type { Running } from '@app/kernel/subscription.ts'
import { PLAIN_CODEC } from '@app/kernel/testing/memory-events.ts'
import { createPool } from '@app/postgres/pool.ts'
import { followBuilds } from './follow-builds.ts'
import { openProgress, type ProgressDeps, type RunningProgress } from './progress.ts'
import { loseRows } from '../testing/lost-rows.ts'
import { NOW, reusedReadSides, type Given, type ReadSide } from '../testing/read-side.ts'
import { ANA, BEA, tapped } from '../testing/traffic-story.ts'
import { trafficProjection } from '../traffic/projection.ts'
import { urlThrough } from '../../tests/support/test-database.ts'

const WAIT_MS_MAX = 10_000
const FIRST = tapped({ visitor: ANA, at: '2026-11-20T10:00:00.000Z' })
const SECOND = tapped({ visitor: BEA, at: '2026-11-20T11:00:00.000Z' })
const ELSEWHERE: Given = { type: 'HistoryRead', stream: 'audit-1', data: { scope: 'x' } }

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
function follow(): Running {
  const { db, store } = side
  const polls = startPolls({ db, log: store, pollMs: 50 })
  const followed = { log: store, codec: PLAIN_CODEC }
  const running = followBuilds({ db, polls, ...followed, now: () => NOW, lookMs: 50 }, [trafficProjection])
  closing.push(polls.stop, running.stop)
  return running
}

/** Another process, which has the database and the log in common with it and nothing else. */
function openElsewhere(
  deps: Partial<ProgressDeps> = {},
  version = trafficProjection.version,
): RunningProgress {
  const progress = openProgress({ db: side.reader, log: side.store, now: () => NOW, lookMs: 50, ...deps }, [
    { ...trafficProjection, version },
  ])
  closing.push(progress.stop)
  return progress
}

const movesOf = (progress: RunningProgress): string[] => {
  const moves: string[] = []
  progress.onMove(({ from, to }) => moves.push(`${from} to ${to}`))
  return moves
}

async function given(...events: readonly Given[]): Promise<Position> {
  await side.given(...events)
  return side.store.headPosition()
}

test('a process that follows nothing waits for the read models, and sees each move', async () => {
  const progress = openElsewhere()
  expect(progress.status()).toMatchObject([{ state: 'starting', position: START }])
  follow()
  const first = await given(FIRST)
  expect(await progress.waitFor(first, WAIT_MS_MAX)).toBe(true)
  const moves = movesOf(progress)
  const second = await given(SECOND)
  expect(await progress.waitFor(second, WAIT_MS_MAX)).toBe(true)
  expect(moves).toEqual([`${first} to ${second}`])
  await expect
    .poll(() => progress.status())
    .toMatchObject([{ projection: 'traffic', state: 'live', position: second, lagSeconds: 0, error: null }])
  expect(await progress.waitFor(positionOf('9'.repeat(18)), 20)).toBe(false)
})

test('events that do not concern a read model are passed without a move of its checkpoint [PROJ-9]', async () => {
  follow()
  const progress = openElsewhere()
  expect(await progress.waitFor(await given(FIRST), WAIT_MS_MAX)).toBe(true)
  const moves = movesOf(progress)
  const head = await given(ELSEWHERE)
  expect(await progress.waitFor(head, WAIT_MS_MAX)).toBe(true)
  expect([moves, progress.status()[0]?.position]).toEqual([[], head])
})

test('a read model that is behind is shown with its delay [FIG-11]', async () => {
  follow()
  const progress = openElsewhere({ now: () => new Date(NOW.getTime() + 12_500) })
  expect(await progress.waitFor(await given(FIRST), WAIT_MS_MAX)).toBe(true)
  const client = await side.db.connect()
  await client.query('begin; select from kernel.checkpoints for update')
  const second = await given(SECOND)
  expect(await progress.waitFor(second, 20)).toBe(false)
  expect(progress.status()).toMatchObject([{ state: 'catching-up', lagSeconds: 12.5 }])
  await client.query('rollback')
  client.release()
  expect(await progress.waitFor(second, WAIT_MS_MAX)).toBe(true)
  expect(progress.status()).toMatchObject([{ state: 'live', lagSeconds: 0 }])
})

test('during an outage of the database nothing is certain, and afterwards rows that it lost are seen', async () => {
  const { host, port } = side.reader.options
  const address = new URL(side.reader.options.connectionString ?? `postgres://${host}:${port}`)
  const proxy = await openTcpProxy({ host: address.hostname, port: Number(address.port) })
  const url = urlThrough(proxy.port, address.href)
  const pool = createPool(url, { role: 'svc_reader', applicationName: 'away', max: 2 })
  const progress = openElsewhere({ db: pool })
  closing.pop()
  onTestFinished(async () => {
    await proxy.start()
    await progress.stop()
    await pool.end()
    await proxy.close()
  })
  const running = follow()
  const head = await given(FIRST)
  expect(await progress.waitFor(head, WAIT_MS_MAX)).toBe(true)
  const moves = movesOf(progress)
  await running.stop()
  await proxy.stop()
  await loseRows(side.db, 'traffic')
  await expect.poll(() => progress.status()[0]?.state).toBe('starting')
  expect(await progress.waitFor(head, 0)).toBe(false)
  await proxy.start()
  await expect.poll(() => moves).toEqual([`${head} to ${START}`])
})

test('rows of another version count as updated only while some process follows it', async () => {
  await side.project(trafficProjection)
  const newer = openElsewhere({}, trafficProjection.version + 1)
  const isKept = (): boolean => newer.isKept(['traffic'])
  await expect.poll(isKept).toBe(false)
  const older = follow()
  await expect.poll(isKept).toBe(true)
  await older.stop()
  await expect.poll(isKept).toBe(false)
  const own = openElsewhere()
  await expect.poll(() => own.status()[0]?.error).toBe('no process runs this projection')
  expect(own.isKept(['traffic'])).toBe(true)
})
