import { withFreeAdvisoryLock } from '@app/postgres/advisory-lock.ts'
import { createWakeSignal } from '@app/event-store/wake-signal.ts'
import type pg from 'pg'
import type { RowSeals } from '../../row-seals.ts'
import { findBuild, listBuilds, type Build, noteCaughtUp, noteError } from '../builds.ts'
import { CheckpointMoved, type RunningBuild } from '../checkpoint.ts'
import type { Feed } from '../feed.ts'
import type { Projection } from '../projection.ts'
import { runBatch } from '../run-batch.ts'
import { refuseOlderLog } from '../refuse-other-log.ts'
import { isBeside, lockOfFolding } from './builds-beside.ts'
import { dropOutdated, type KeptLimits } from './drop-outdated.ts'
import { giveWay } from './give-way.ts'

export interface BesideDeps {
  readonly db: pg.Pool
  readonly feedOf: (projection: Pick<Projection, 'reads' | 'handles'>) => Feed
  readonly now: () => Date
  readonly seals?: RowSeals
  readonly kept: KeptLimits
  readonly onTrouble?: (projection: string, error: Error, stopped: boolean) => void
  readonly pollMs?: number
  readonly batchEventsMax?: number
}

interface Folding {
  readonly deps: BesideDeps
  readonly projections: readonly Projection[]
  /** Positions may be ahead of the checkpoints, by events that do not concern the builds. */
  readonly running: Map<string, RunningBuild>
  /** Of builds that failed: how often in a row, and how many passes they rest for it. */
  readonly resting: Map<string, { readonly failures: number; readonly passes: number }>
}

const POLL_MS = 1_000
const RETRY_MS_MAX = 60_000
const PASSES_MAX = 64
const BATCH_EVENTS_MAX = 5_000

/**
 * Folds builds that no query sees: kept ones, so that going back shows nothing old, and those that a killed rebuild left. So
 * erasures reach all of them. A pass folds one batch of each, so that none waits for another's whole log. In several processes
 * one of them folds.
 */
export function startFoldingBeside(deps: BesideDeps, projections: readonly Projection[]) {
  const wakeSignal = createWakeSignal()
  const folding: Folding = {
    deps,
    projections,
    running: new Map(),
    resting: new Map(),
  }
  const { pollMs = POLL_MS } = deps
  let failures = 0
  const following = (async () => {
    while (!wakeSignal.ended) {
      let hasMore = false
      try {
        hasMore = await pass(folding)
        if (hasMore) await giveWay(deps.db, projections, deps.now())
        failures = 0
      } catch (error) {
        deps.onTrouble?.('builds', error as Error, false)
        failures += 1
        hasMore = false
      }
      if (!hasMore) await wakeSignal.sleep(Math.min(RETRY_MS_MAX, pollMs * 2 ** failures))
    }
  })()
  return {
    stop: async (): Promise<void> => {
      wakeSignal.end()
      await following
    },
  }
}

/** One batch of each build, the kept ones first. @returns whether there is more */
async function pass(folding: Folding): Promise<boolean> {
  const { deps, projections, running, resting } = folding
  const builds = await listBuilds(deps.db)
  const names = new Set(builds.map(({ name }) => name))
  for (const known of [running, resting])
    for (const name of known.keys()) if (!names.has(name)) known.delete(name)
  if (builds.every(({ state }) => state === 'active')) return false
  await dropOutdated(deps.db, projections, deps.kept, deps.now())
  let hasMore = false
  for (const build of builds.toSorted((one, other) => other.state.localeCompare(one.state))) {
    const projection = projections.find((ours) => isBeside(build, ours))
    if (projection !== undefined) hasMore = (await foldOne(folding, projection, build)) || hasMore
  }
  return hasMore
}

/** A build that fails delays no other one. @returns whether there is more */
async function foldOne(folding: Folding, projection: Projection, build: Build): Promise<boolean> {
  const { deps, running, resting } = folding
  const { failures = 0, passes = 0 } = resting.get(build.name) ?? {}
  if (passes > 0) {
    resting.set(build.name, { failures, passes: passes - 1 })
    return false
  }
  try {
    // Whoever rebuilds the projection may have the lock between two batches.
    const folded = await withFreeAdvisoryLock(deps.db, lockOfFolding(projection.name), async () => {
      const found = await findBuild(deps.db, build.name)
      if (found === undefined || !isBeside(found, projection)) return false
      return foldBatch(folding, projection, found)
    })
    resting.delete(build.name)
    return folded?.result === true
  } catch (error) {
    running.delete(build.name)
    if (error instanceof CheckpointMoved) return false
    resting.set(build.name, { failures: failures + 1, passes: Math.min(PASSES_MAX, 2 ** failures) })
    await noteError(deps.db, build.name, error).catch(() => undefined)
    deps.onTrouble?.(projection.name, error as Error, false)
    return false
  }
}

/** @returns whether there is more */
async function foldBatch({ deps, running }: Folding, projection: Projection, build: Build): Promise<boolean> {
  const known = running.get(build.name)
  const from = known ?? build
  const feed = deps.feedOf(projection)
  if (known === undefined) await refuseOlderLog(deps.db, feed, build)
  const { db, seals, now, batchEventsMax = BATCH_EVENTS_MAX } = deps
  const batch = await runBatch({ db, feed, seals, now, batchEventsMax }, projection, from)
  running.set(build.name, { ...from, position: batch.position, checkpoint: batch.checkpoint })
  if (build.error !== null) await noteError(db, build.name, undefined)
  if (batch.caughtUp && !build.hasCaughtUp) await noteCaughtUp(db, build.name, now())
  return !batch.caughtUp
}
