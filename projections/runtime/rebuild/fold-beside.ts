import { withFreeAdvisoryLock } from '@app/postgres/advisory-lock.ts'
import { createWakeSignal, type WakeSignal } from '@app/event-store/wake-signal.ts'
import type pg from 'pg'
import type { RowSeals } from '../../row-seals.ts'
import type { Build } from '../build.ts'
import { listBuilds } from '../builds.ts'
import { BuildGone, CheckpointMoved, type RunningBuild } from '../checkpoint.ts'
import type { Feed } from '../feed.ts'
import { feedUpTo } from '../log-feed.ts'
import type { Projection } from '../projection.ts'
import { runBatch } from '../run-batch.ts'
import { refuseOlderLog } from '../same-log.ts'
import { isBeside, lockOfFolding } from './builds-beside.ts'
import { dropOutdated, type KeptLimits } from './drop-outdated.ts'
import { giveWay } from './give-way.ts'
import { noteCaughtUp, noteError } from './rebuild-rows.ts'

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
  readonly wakeSignal: WakeSignal
}

const POLL_MS = 1_000
const RETRY_MS_MAX = 60_000
const BATCH_EVENTS_MAX = 5_000

/**
 * Folds builds that no query sees: kept ones, so that going back shows nothing old, and those that a killed rebuild left. So
 * erasures reach all of them. In several processes one of them folds.
 */
export function startFoldingBeside(deps: BesideDeps, projections: readonly Projection[]) {
  const wakeSignal = createWakeSignal()
  const folding: Folding = { deps, projections, running: new Map(), wakeSignal }
  const { pollMs = POLL_MS } = deps
  let failures = 0
  const following = (async () => {
    while (!wakeSignal.ended) {
      const isWell = await pass(folding).catch((error: unknown) => {
        deps.onTrouble?.('builds', error as Error, false)
        return false
      })
      failures = isWell ? 0 : failures + 1
      await wakeSignal.sleep(Math.min(RETRY_MS_MAX, pollMs * 2 ** failures))
    }
  })()
  return {
    stop: async (): Promise<void> => {
      wakeSignal.end()
      await following
    },
  }
}

/** @returns false if a build could not be folded */
async function pass(folding: Folding): Promise<boolean> {
  const { deps, projections, running } = folding
  const builds = await listBuilds(deps.db)
  const names = new Set(builds.map(({ name }) => name))
  for (const name of running.keys()) if (!names.has(name)) running.delete(name)
  if (builds.every(({ state }) => state === 'active')) return true
  await dropOutdated(deps.db, projections, deps.kept, deps.now())
  let isWell = true
  for (const projection of projections)
    for (const build of builds.filter((one) => isBeside(one, projection) && !one.isPaused))
      isWell = (await foldAll(folding, projection, build)) && isWell
  return isWell
}

async function foldAll(folding: Folding, projection: Projection, build: Build): Promise<boolean> {
  const { deps, projections, running } = folding
  const lock = lockOfFolding(projection.name)
  const foldOne = () => foldBatch(folding, projection, build)
  try {
    // Whoever rebuilds the projection may have the lock between two batches.
    while (!folding.wakeSignal.ended && (await withFreeAdvisoryLock(deps.db, lock, foldOne))?.result === true)
      await giveWay(deps.db, projections, deps.now())
    return true
  } catch (error) {
    running.delete(build.name)
    if (error instanceof CheckpointMoved || error instanceof BuildGone) return true
    await noteError(deps.db, build.name, error).catch(() => undefined)
    deps.onTrouble?.(projection.name, error as Error, false)
    return false
  }
}

/** @returns whether there is more */
async function foldBatch({ deps, running }: Folding, projection: Projection, build: Build): Promise<boolean> {
  const known = running.get(build.name)
  const from = known ?? build
  const feed = feedFor(deps, projection, from)
  if (known === undefined) await refuseOlderLog(deps.db, feed, build)
  const { db, seals, now, batchEventsMax = BATCH_EVENTS_MAX } = deps
  const batch = await runBatch({ db, feed, seals, now, batchEventsMax }, projection, from)
  running.set(build.name, { ...from, position: batch.position, checkpoint: batch.checkpoint })
  if (known === undefined) await noteError(db, build.name, undefined)
  if (batch.caughtUp) await noteCaughtUp(db, build.name, now())
  return !batch.caughtUp
}

/** Beyond its end a build only follows erasures. */
function feedFor({ feedOf }: BesideDeps, projection: Projection, { until, position }: RunningBuild): Feed {
  if (until === null) return feedOf(projection)
  if (position < until) return feedUpTo(feedOf(projection), until)
  return feedOf({ ...projection, handles: projection.handles.filter((type) => type === 'SubjectErased') })
}
