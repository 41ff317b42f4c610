import { afterEach, beforeEach, expect, test } from 'vitest'
import { START } from '@app/contracts/event-store.ts'
import { createBuild, findActiveBuild } from './builds.ts'
import { CheckpointLost } from './checkpoint.ts'
import type { Projection } from './projection.ts'
import { activateBuild } from './rebuild/swap.ts'
import { startFollowing, type Following, type FollowingDeps } from '../testing/following.ts'
import { loseRows } from '../testing/lost-rows.ts'
import { NOW, openReadSide, type ReadSide } from '../testing/read-side.ts'
import { ANA, BEA, tapped } from '../testing/traffic-story.ts'
import { trafficProjection } from '../traffic/projection.ts'
import { verifyProjection } from './verify.ts'

const WAIT_MS_MAX = 30_000
const FIRST = tapped({ visitor: ANA, at: '2026-11-20T10:00:00.000Z' })
const SECOND = tapped({ visitor: BEA, at: '2026-11-20T11:00:00.000Z' })

let side: ReadSide
let runners: Following[]
let lost: string[]
beforeEach(async () => {
  side = await openReadSide()
  runners = []
  lost = []
})
afterEach(async () => {
  await Promise.all(runners.map((runner) => runner.stop()))
  await side.close()
})

function start(deps: Partial<FollowingDeps> = {}, projection: Projection = trafficProjection): Following {
  const runner = startFollowing(
    {
      ...side,
      opened: side.store,
      sealed: side.store,
      now: () => NOW,
      pollMs: 3_600_000,
      onRowsLost: (name, position) => lost.push(`${name} ${position}`),
      ...deps,
    },
    [projection],
  )
  runners.push(runner)
  return runner
}

const caughtUp = async (runner: Following): Promise<boolean> =>
  runner.waitFor(await side.store.headPosition(), WAIT_MS_MAX)

const visits = async (): Promise<number> => {
  const [row] = (await side.rows('select coalesce(sum(visits), 0)::int as n from read.traffic_days')) as [
    { n: number },
  ]
  return row.n
}

test('rows lost in a crash are folded again, also without a new event [PROJ-7]', async () => {
  await side.given(FIRST)
  const runner = start({ pollMs: 10 })
  expect(await caughtUp(runner)).toBe(true)
  await loseRows(side.db, 'traffic')
  await expect.poll(visits).toBe(1)
  expect(lost).toEqual([`traffic ${START}`])
  expect(runner.status()[0]!).toMatchObject({ position: await side.store.headPosition(), error: null })
})

test('an event after a crash is folded after the lost ones', async () => {
  await side.given(FIRST)
  const runner = start()
  expect(await caughtUp(runner)).toBe(true)
  await loseRows(side.db, 'traffic')
  await side.given(SECOND)
  expect(await caughtUp(runner)).toBe(true)
  expect([await visits(), lost]).toEqual([2, [`traffic ${START}`]])
  const { tables } = await verifyProjection(
    { db: side.db, store: side.store, now: () => NOW },
    trafficProjection,
    'traffic_verify',
  )
  expect(tables.every(({ differing }) => differing === 0)).toBe(true)
})

test('events that do not concern a projection are skipped again from the lost position on', async () => {
  const runner = start()
  await side.given(FIRST, { type: 'HistoryRead', stream: 'audit-1', data: { scope: 'x' } })
  expect(await caughtUp(runner)).toBe(true)
  await loseRows(side.db, 'traffic')
  await side.given({ type: 'HistoryRead', stream: 'audit-2', data: { scope: 'x' } })
  expect(await caughtUp(runner)).toBe(true)
  expect(await visits()).toBe(1)
})

test('runners of several processes fold lost events once [PROJ-7]', async () => {
  await side.given(FIRST)
  const pair = [start(), start()]
  for (const runner of pair) expect(await caughtUp(runner)).toBe(true)
  await loseRows(side.db, 'traffic')
  await side.given(SECOND)
  for (const runner of pair) expect(await caughtUp(runner)).toBe(true)
  expect(await visits()).toBe(2)
})

test('after a lost connection a position counts as passed once the rows were read', async () => {
  await side.given(FIRST)
  let isHeld = false
  let letGo = (): void => undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const holding: Projection = {
    ...trafficProjection,
    project: async (tx, facts) => {
      if (isHeld) await held
      await trafficProjection.project(tx, facts)
    },
  }
  const runner = start({}, holding)
  expect(await caughtUp(runner)).toBe(true)
  isHeld = true
  await loseRows(side.db, 'traffic')
  const isGone = new Promise<void>((resolve) => side.db.once('remove', () => resolve()))
  await side.superuser(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'test' and datname = current_database() and pid <> pg_backend_pid()`,
  )
  await isGone
  // It polls, because a connection is lost.
  await expect.poll(() => lost).toEqual([`traffic ${START}`])
  expect(await runner.waitFor(await side.store.headPosition(), 50)).toBe(false)
  letGo()
  expect(await caughtUp(runner)).toBe(true)
  expect(await visits()).toBe(1)
})

test('a build that a crash set back is not read until it has caught up again', async () => {
  await side.given(FIRST)
  await side.project(trafficProjection)
  const newer = { ...trafficProjection, version: trafficProjection.version + 1 }
  const build = await createBuild(side.db, newer, {
    name: `traffic_v${newer.version}`,
    storeId: side.store.storeId,
    now: NOW,
  })
  const head = await side.store.headPosition()
  await expect(activateBuild(side.db, newer, { ...build, position: head, now: NOW })).rejects.toThrow(
    CheckpointLost,
  )
  expect((await findActiveBuild(side.db, 'traffic'))?.version).toBe(trafficProjection.version)
  expect(await visits()).toBe(1)
  expect(await caughtUp(start({}, newer))).toBe(true)
  await expect.poll(async () => (await findActiveBuild(side.db, 'traffic'))?.version).toBe(newer.version)
  expect(await visits()).toBe(1)
})

test('an event that was parked is parked once more with the rows that were lost [PROJ-7]', async () => {
  const bad = { ...FIRST, data: { ...FIRST.data, extra: true } }
  await side.given(bad)
  const runner = start()
  expect(await caughtUp(runner)).toBe(true)
  await loseRows(side.db, 'traffic')
  await side.given(SECOND)
  expect(await caughtUp(runner)).toBe(true)
  const { rows } = await side.db.query('select type from projection.parked')
  expect([rows, await visits()]).toEqual([[{ type: 'ProfileTapped' }], 1])
})
