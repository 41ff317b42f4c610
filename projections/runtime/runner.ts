import { createWakeSignal, type WakeSignal } from '@app/event-store/wake-signal.ts'
import { causeText } from '@app/observability/error-cause.ts'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { CheckpointMoved, writtenTo, type RunningBuild } from './checkpoint.ts'
import { openBuild } from './ensure-build.ts'
import type { Feed } from './feed.ts'
import type { ProjectionState } from './progress/progress.ts'
import { type Projection, ProjectionStopped } from './projection.ts'
import { activateBuild } from './rebuild/swap.ts'
import type { RowSeals } from '../row-seals.ts'
import { runBatch, type BatchResult } from './run-batch.ts'
import { createReporter, runnerReportOf } from './runner-report.ts'
import { OlderLog, refuseOlderLog } from './refuse-other-log.ts'

export interface RunnerDeps {
  readonly db: pg.Pool
  readonly feedOf: (projection: Projection) => Feed
  readonly now: () => Date
  /** Needed by projections that have sealed rows. */
  readonly seals?: RowSeals
  readonly onBatch?: (projection: string, batch: BatchResult, seconds: number) => void
  /** Called for every failure; the runner continues by itself unless the failure is `stopped`. */
  readonly onTrouble?: (projection: string, error: Error, stopped: boolean) => void
  readonly batchEventsMax?: number
  readonly pollMs?: number
}

export interface Runner {
  /** Polls, and moves the checkpoint up to the scanned position. */
  writeProgress(): void
  /** Resolves once its present state is stored. */
  report(): Promise<void>
  /** Finishes the present batch. */
  stop(): Promise<void>
}

const BATCH_EVENTS_MAX = 5_000
const POLL_MS = 1_000
/** After this many events in one poll, the next poll waits; fewer never cause a wait. */
const BUSY_EVENTS = 8
const BUSY_GAP_MS = 40
const RETRY_MS_MIN = 100
const RETRY_MS_MAX = 5_000

/** The faster one goes on meanwhile: two that fold the same pages would each be half as fast. */
const OVERTAKEN_MS = 150

const REPORT_EVERY_MS = 1_000

/** A runner's state. */
interface Run {
  readonly deps: RunnerDeps
  readonly projection: Projection
  readonly feed: Feed
  readonly wakeSignal: WakeSignal
  state: ProjectionState
  build: RunningBuild | undefined
  /** When the feed was first known to be ahead of the present poll. */
  behindSinceMs: number | undefined
  /** When it was first known to have grown since the present poll began. */
  grownSinceMs: number | undefined
  /** Of the last steps, until one succeeds. */
  failure: { readonly text: string; readonly times: number } | undefined
  /** The next poll moves the checkpoint up to the scanned position. */
  isMoveWanted: boolean
  readonly report: () => Promise<void>
}

/** Updates one projection until it is stopped: wakes when the feed grows, and polls as well. */
export function startRunner(deps: RunnerDeps, projection: Projection): Runner {
  const run: Run = {
    deps,
    projection,
    feed: deps.feedOf(projection),
    wakeSignal: createWakeSignal(),
    state: 'starting',
    build: undefined,
    behindSinceMs: undefined,
    grownSinceMs: undefined,
    failure: undefined,
    isMoveWanted: false,
    report: createReporter(deps.db, projection, () => runnerReportOf(run)),
  }
  const unwatch = run.feed.watch(() => {
    run.grownSinceMs ??= deps.now().getTime()
    run.wakeSignal.notify()
  })
  const reporting = setInterval(() => reportLater(run), REPORT_EVERY_MS)
  const running = follow(run).finally(unwatch)
  return {
    writeProgress: () => {
      run.isMoveWanted = true
      run.wakeSignal.notify()
    },
    report: run.report,
    stop: async () => {
      run.wakeSignal.end()
      await running
      clearInterval(reporting)
      await run.report().catch(() => undefined)
    },
  }
}

/** Reports without waiting; a failed report is retried. */
function reportLater(run: Run): void {
  run.report().catch(() => undefined)
}

async function follow(run: Run): Promise<void> {
  while (!run.wakeSignal.ended) await step(run).catch((error: unknown) => recover(run, error))
}

async function step(run: Run): Promise<void> {
  const startedMs = performance.now()
  run.behindSinceMs ??= run.grownSinceMs
  run.grownSinceMs = undefined
  const batch = await foldNext(run, await presentBuild(run))
  run.failure = undefined
  const tookMs = performance.now() - startedMs
  if (batch.events > 0) run.deps.onBatch?.(run.projection.name, batch, tookMs / 1_000)
  if (!batch.caughtUp) {
    // Its feed has more without a notice of growth, as for a build from zero.
    run.behindSinceMs ??= run.deps.now().getTime()
    return become(run, 'catching-up')
  }
  // Many at once: a moment later there are more, and each poll has a fixed cost.
  if (batch.events >= BUSY_EVENTS && tookMs < BUSY_GAP_MS) await pause(BUSY_GAP_MS - tookMs)
  await becomeLive(run)
}

/** The build that the runner has, or the one in the database. @throws OlderLog */
async function presentBuild({ deps, projection, feed, build, failure }: Run): Promise<RunningBuild> {
  const present = build ?? (await openBuild(deps.db, projection, { storeId: feed.storeId, now: deps.now() }))
  // A failure may be a log that is being replaced.
  if (build === undefined || failure !== undefined) await refuseOlderLog(deps.db, feed, present)
  return present
}

/** Folds one page of the feed into the build. */
async function foldNext(run: Run, build: RunningBuild): Promise<BatchResult> {
  const { deps, projection, feed, isMoveWanted: isWanted } = run
  const { db, seals, now, batchEventsMax = BATCH_EVENTS_MAX } = deps
  run.build = build
  run.isMoveWanted = false
  const folding = runBatch({ db, feed, seals, now, batchEventsMax, isWanted }, projection, build)
  const batch = await folding.catch((error: unknown) => {
    run.isMoveWanted ||= isWanted
    throw error
  })
  const { position, checkpoint } = batch
  run.build = { ...build, position, checkpoint }
  return batch
}

async function becomeLive(run: Run): Promise<void> {
  const { build } = run
  if (build?.state === 'building') {
    const { db, now } = run.deps
    await activateBuild(db, run.projection, { ...build, position: writtenTo(build), now: now() })
    run.build = { ...build, state: 'active' }
  }
  run.behindSinceMs = undefined
  become(run, 'live')
  await awaitWake(run, run.deps.pollMs ?? POLL_MS)
}

function become(run: Run, state: ProjectionState): void {
  run.state = state
  reportLater(run)
}

async function recover(run: Run, cause: unknown): Promise<void> {
  if (cause instanceof CheckpointMoved) return goOnFromRow(run)
  const { deps, projection } = run
  const problem = cause instanceof Error ? cause : new Error(String(cause))
  const times = (run.failure?.times ?? 0) + 1
  run.failure = { text: causeText(problem), times }
  // Checks an older log again: a node that was cut off from its cluster may answer with its old events.
  const isStopped = cause instanceof ProjectionStopped
  if (isStopped) run.wakeSignal.end()
  if (isStopped || cause instanceof OlderLog) run.state = 'stopped'
  deps.onTrouble?.(projection.name, problem, isStopped)
  reportLater(run)
  await awaitWake(run, Math.min(RETRY_MS_MAX, RETRY_MS_MIN * 2 ** times))
}

/** What is waiting now is known only after a rest. */
async function goOnFromRow(run: Run): Promise<void> {
  run.build = undefined
  run.behindSinceMs = undefined
  await pause(OVERTAKEN_MS)
}

async function awaitWake({ wakeSignal }: Run, timeoutMs: number): Promise<void> {
  await wakeSignal.wait(timeoutMs)
  wakeSignal.clear()
}
