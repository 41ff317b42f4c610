import { afterEach, beforeEach, expect, test } from 'vitest'
import { createBuild, findActiveBuild } from './builds.ts'
import { CheckpointMoved } from './checkpoint.ts'
import type { Projection } from './projection.ts'
import { activateBuild } from './rebuild/swap.ts'
import { startFollowing, type Following, type FollowingDeps } from '../testing/following.ts'
import { loseRows } from '../testing/lost-rows.ts'
import { NOW, openReadSide, type ReadSide } from '../testing/read-side.ts'
import { ANA, BEA, tapped } from '../testing/traffic-story.ts'
import { trafficProjection } from '../traffic/projection.ts'

const WAIT_MS_MAX = 30_000
const FIRST = tapped({ visitor: ANA, at: '2026-11-20T10:00:00.000Z' })
const SECOND = tapped({ visitor: BEA, at: '2026-11-20T11:00:00.000Z' })

let side: ReadSide
let runners: Following[]
beforeEach(async () => {
  side = await openReadSide()
  runners = []
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

test('rows that a server which takes over has lost are folded again, also without a new event [PROJ-7]', async () => {
  await side.given(FIRST)
  const runner = start({ pollMs: 10 })
  expect(await caughtUp(runner)).toBe(true)
  await loseRows(side.db, 'traffic')
  await expect.poll(visits).toBe(1)
  expect(runner.status()[0]!).toMatchObject({ position: await side.store.headPosition(), error: null })
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
    CheckpointMoved,
  )
  expect((await findActiveBuild(side.db, 'traffic'))?.version).toBe(trafficProjection.version)
  expect(await visits()).toBe(1)
  expect(await caughtUp(start({}, newer))).toBe(true)
  await expect.poll(async () => (await findActiveBuild(side.db, 'traffic'))?.version).toBe(newer.version)
  expect(await visits()).toBe(1)
})
