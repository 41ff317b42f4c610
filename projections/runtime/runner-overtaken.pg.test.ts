import { afterEach, beforeEach, expect, test } from 'vitest'
import { startRunner, type Runner } from './runner.ts'
import { NOW, openReadSide, type ReadSide } from '../testing/read-side.ts'
import { ANA, BEA, tapped } from '../testing/traffic-story.ts'
import { trafficProjection } from '../traffic/projection.ts'

const WAIT_MS_MAX = 30_000

let side: ReadSide
let runners: Runner[]
beforeEach(async () => {
  side = await openReadSide()
  runners = []
})
afterEach(async () => {
  await Promise.all(runners.map((runner) => runner.stop()))
  await side.close()
})

/** A process of its own, as far as the rows are concerned; what it was told, in order. */
function startProcess(): string[] {
  const told: string[] = []
  runners.push(
    startRunner(
      {
        db: side.db,
        opened: side.store,
        sealed: side.store,
        now: () => NOW,
        pollMs: 3_600_000,
        onBatch: (_projection, { stored }) => told.push(...stored.map(({ type }) => type)),
        onOvertaken: (projection) => told.push(`${projection} is another's`),
      },
      trafficProjection,
    ),
  )
  return told
}

test('of two processes one folds what comes, and the other is told that somebody has', async () => {
  await side.given(tapped({ visitor: ANA, at: '2026-11-20T10:00:00.000Z' }))
  const all = [startProcess(), startProcess()]
  const passed = async (): Promise<void> => {
    const head = await side.store.headPosition()
    expect(await Promise.all(runners.map((runner) => runner.passed(head, WAIT_MS_MAX)))).toEqual([true, true])
  }
  await passed()
  for (const told of all) told.length = 0
  await side.given(tapped({ visitor: BEA, at: '2026-11-20T11:00:00.000Z' }))
  await passed()
  expect(all.flat().sort()).toEqual(['ProfileTapped', "traffic is another's"])
})
