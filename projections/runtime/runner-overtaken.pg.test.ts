import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { longTest } from '../../tests/support/longer-runs.ts'
import { startFollowing, type Following } from '../testing/following.ts'
import { NOW, openReadSide, type ReadSide } from '../testing/read-side.ts'
import { ANA, BEA, tapped } from '../testing/traffic-story.ts'
import { trafficProjection } from '../traffic/projection.ts'

const WAIT_MS_MAX = 30_000
const LOAD_MS = 6_000
const LAG_SECONDS_MAX = 3

let side: ReadSide
let processes: Following[]
beforeEach(async () => {
  side = await openReadSide()
  processes = []
})
afterEach(async () => {
  await Promise.all(processes.map((one) => one.stop()))
  await side.close()
})

interface Seen {
  events: number
  moves: string[]
}

/** A process of its own, with its folded events and its notifications. */
function startProcess(now = () => NOW): Seen {
  const seen: Seen = { events: 0, moves: [] }
  const following = startFollowing(
    {
      ...side,
      opened: side.store,
      sealed: side.store,
      now,
      pollMs: 3_600_000,
      onBatch: (_projection, { events }) => {
        seen.events += events
      },
    },
    [trafficProjection],
  )
  following.onMove(({ from, to }) => seen.moves.push(`${from} to ${to}`))
  processes.push(following)
  return seen
}

test('of two processes one folds new events, and both are notified of the rows’ position', async () => {
  await side.given(tapped({ visitor: ANA, at: '2026-11-20T10:00:00.000Z' }))
  const all = [startProcess(), startProcess()]
  const passed = async (): Promise<bigint> => {
    const head = await side.store.headPosition()
    expect(await Promise.all(processes.map((one) => one.waitFor(head, WAIT_MS_MAX)))).toEqual([true, true])
    return head
  }
  const before = await passed()
  // A commit may be announced to others before its own process has counted it.
  await expect.poll(() => all.reduce((sum, { events }) => sum + events, 0)).toBe(1)
  for (const seen of all) seen.events = 0
  await side.given(tapped({ visitor: BEA, at: '2026-11-20T11:00:00.000Z' }))
  const after = await passed()
  await expect.poll(() => all.map(({ events }) => events).toSorted((x, y) => x - y)).toEqual([0, 1])
  // The database notifies of moves, also of the first event, and maybe after the waits are over.
  const moves = (): string[][] =>
    all.map((seen) => seen.moves.filter((move) => !move.endsWith(` to ${before}`)))
  await expect.poll(moves).toEqual([[`${before} to ${after}`], [`${before} to ${after}`]])
})

longTest('while the other one keeps up with the events, an overtaken process reports no lag', async () => {
  const clock = (): Date => new Date()
  for (let n = 0; n < 2; n += 1) startProcess(clock)
  let lagSeconds = 0
  const endMs = performance.now() + LOAD_MS
  while (performance.now() < endMs) {
    await side.given(tapped({ visitor: ANA, at: '2026-11-20T10:00:00.000Z' }))
    for (const one of processes)
      lagSeconds = Math.max(lagSeconds, ...one.status().map((status) => status.lagSeconds))
    await pause(5)
  }
  expect(lagSeconds).toBeLessThan(LAG_SECONDS_MAX)
})
