import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { REPEAT_TAP_MS } from '@app/contracts/traffic/shares.ts'
import { PLAIN_CODEC } from '../testing/memory-events.ts'
import { findActiveBuild, listBuilds } from './builds.ts'
import type { Projection } from './projection.ts'
import { startFollowing, type Following, type FollowingDeps } from '@app/projections/testing/following.ts'
import {
  NOW,
  eventOf,
  openReadSide,
  reusedReadSides,
  type ReadSide,
} from '@app/projections/testing/read-side.ts'
import { ANA, BEA, tapped } from '@app/projections/testing/traffic-story.ts'
import { trafficProjection } from '@app/projections/traffic/projection.ts'

const WAIT_MS_MAX = 30_000

const openSide = reusedReadSides()

let side: ReadSide
let runners: Pick<Following, 'stop'>[]
beforeEach(async () => {
  side = await openSide()
  runners = []
})
afterEach(async () => {
  await Promise.all(runners.map((runner) => runner.stop()))
  await side.close()
})

function start(projection: Projection = trafficProjection, deps: Partial<FollowingDeps> = {}): Following {
  const followed = { log: side.store, codec: PLAIN_CODEC }
  const runner = startFollowing({ ...side, ...followed, now: () => NOW, ...deps }, [projection])
  runners.push(runner)
  return runner
}

/** Builds of other versions stay in the database. */
async function ownSide(): Promise<void> {
  await side.close()
  side = await openReadSide()
}

const caughtUp = async (runner: Following): Promise<void> => {
  expect(await runner.waitFor(await side.store.headPosition(), WAIT_MS_MAX)).toBe(true)
}
const visits = async (): Promise<number> => {
  const [row] = (await side.rows('select coalesce(sum(visits), 0)::int as n from read.traffic_days')) as [
    { n: number },
  ]
  return row.n
}

test('a runner catches up with existing events, and folds many that come one by one in few batches', async () => {
  const sizes: number[] = []
  await side.given(tapped({ visitor: BEA, at: '2026-11-20T10:00:00.000Z' }))
  const runner = start(trafficProjection, { onBatch: (_projection, { events }) => sizes.push(events) })
  await caughtUp(runner)
  expect(await visits()).toBe(1)
  const taps = Array.from({ length: 120 }, (_, n) =>
    eventOf(tapped({ visitor: ANA, at: new Date(NOW.getTime() + n * 2 * REPEAT_TAP_MS).toISOString() })),
  )
  for (const [n, tap] of taps.entries()) {
    await side.store.append(`visit-${n}`, 'noStream', [tap])
    if (n % 4 === 3) await pause(1)
  }
  await caughtUp(runner)
  expect(await visits()).toBe(121)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(121)
  // Without a pause there would be a poll for every few events.
  expect(sizes.length).toBeLessThan(20)
  expect((await runner.status())[0]).toMatchObject({ state: 'live', error: null })
})

test('a new version is built beside the old one, which is read until the new one has caught up [PROJ-4]', async () => {
  await ownSide()
  await side.given(tapped({ visitor: ANA, at: '2026-11-20T10:00:00.000Z' }))
  const old = start()
  await caughtUp(old)
  await old.stop()
  const seen: number[] = []
  const newer: Projection = {
    ...trafficProjection,
    version: trafficProjection.version + 1,
    project: async (tx, facts) => {
      seen.push(await visits())
      await trafficProjection.project(tx, facts)
    },
  }
  const runner = start(newer)
  await caughtUp(runner)
  await expect.poll(async () => (await runner.status())[0]?.state).toBe('live')
  expect(seen).toEqual([1])
  expect((await findActiveBuild(side.db, 'traffic'))?.version).toBe(newer.version)
  expect(await listBuilds(side.db)).toHaveLength(1)
  expect(await visits()).toBe(1)
})

test('a new version that can fold no event never reaches readers [PROJ-4]', async () => {
  await ownSide()
  await side.given(tapped({ visitor: ANA, at: '2026-11-20T10:00:00.000Z' }))
  await side.project(trafficProjection)
  const wrong: Projection = {
    ...trafficProjection,
    version: trafficProjection.version + 1,
    project: async () => {
      throw new Error('a rule that fits nothing')
    },
  }
  const runner = start(wrong)
  await expect
    .poll(async () => (await runner.status())[0]?.error)
    .toMatch(/parked every event: traffic_v\d+ stays/)
  expect(await visits()).toBe(1)
  expect((await findActiveBuild(side.db, 'traffic'))?.version).toBe(trafficProjection.version)
})

test('a program older than the tables stops and reports that it must be updated [PROJ-6]', async () => {
  await ownSide()
  await side.project({ ...trafficProjection, version: trafficProjection.version + 1 })
  const troubles: string[] = []
  const runner = start(trafficProjection, { onTrouble: (_projection, error) => troubles.push(error.message) })
  await expect.poll(async () => (await runner.status())[0]?.error).toMatch(/newer.*update the program/)
  await expect.poll(() => troubles[0]).toMatch(`version ${trafficProjection.version + 1}`)
})
