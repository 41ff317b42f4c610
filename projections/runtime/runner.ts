import { START, type EventStore, type Position } from '@app/contracts/event-store.ts'
import { causeText } from '@app/observability/error-cause.ts'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { createBell, type Bell } from './wake-signal.ts'
import type { Build } from './build.ts'
import { activateBuild, ensureBuild, findBuild } from './builds.ts'
import { CheckpointLost, CheckpointMoved, writtenTo, type RunningBuild } from './checkpoint.ts'
import { watchConnections, type ConnectionWatch } from './connection-watch.ts'
import type { Projection } from './projection.ts'
import type { RowSeals } from '../row-seals.ts'
import { runBatch, type BatchResult } from './run-batch.ts'
import { ProjectionStopped } from './stopped.ts'

export interface RunnerDeps {
  readonly db: pg.Pool
  /** Personal fields opened, where their keys still exist. */
  readonly opened: EventStore
  /** Personal fields as they lie in the log. */
  readonly sealed: EventStore
  readonly now: () => Date
  /** Needed by projections that have sealed rows. */
  readonly seals?: RowSeals
  readonly onBatch?: (projection: string, batch: BatchResult, seconds: number) => void
  /** Another runner has moved the rows: what it has folded is not told. */
  readonly onOvertaken?: (projection: string) => void
  /** A crash of the database has taken rows back to a position: the log is read again from there. */
  readonly onRowsLost?: (projection: string, position: Position) => void
  /** Told of every failure; the runner goes on by itself unless it says `stopped`. */
  readonly onTrouble?: (projection: string, error: Error, stopped: boolean) => void
  readonly batchEventsMax?: number
  readonly pollMs?: number
}

export type RunnerState = 'starting' | 'catching-up' | 'live' | 'stopped'

export interface RunnerStatus {
  readonly projection: string
  readonly version: number
  readonly state: RunnerState
  readonly position: Position
  /** How long it has been behind the log, in seconds; 0 when it is not. */
  readonly lagSeconds: number
  readonly error: string | null
}

export interface Runner {
  status(): RunnerStatus
  /** Resolves once everything up to the position is in the rows; false when the time, or the runner, is over first. */
  passed(position: Position, timeoutMs: number): Promise<boolean>
  /** Finishes the batch under way. */
  stop(): Promise<void>
}

const BATCH_EVENTS_MAX = 5_000
const POLL_MS = 1_000
/** So many events in one look mean that the next one may wait: fewer never do. */
const BUSY_EVENTS = 8
const BUSY_GAP_MS = 40
const RETRY_MS_MIN = 100
const RETRY_MS_MAX = 5_000

/** A runner's own notes on where it stands. */
interface Run {
  readonly deps: RunnerDeps
  readonly projection: Projection
  readonly store: EventStore
  readonly bell: Bell
  readonly connections: ConnectionWatch
  /** Called whenever the position has moved, and at the end. */
  readonly onMove: Set<() => void>
  state: RunnerState
  build: RunningBuild | undefined
  /** When the log was first seen to be ahead. */
  behindSinceMs: number | undefined
  error: string | null
  failures: number
  stopping: boolean
}

/** Keeps one projection up to date until it is stopped: wakes when the log grows, and looks by itself as well. */
export function startRunner(deps: RunnerDeps, projection: Projection): Runner {
  const run: Run = {
    deps,
    projection,
    store: projection.reads === 'sealed' ? deps.sealed : deps.opened,
    bell: createBell(),
    connections: watchConnections(deps.db, () => {
      // While nothing works the next try waits its time.
      if (run.error === null) run.bell.ring()
    }),
    onMove: new Set(),
    state: 'starting',
    build: undefined,
    behindSinceMs: undefined,
    error: null,
    failures: 0,
    stopping: false,
  }
  const handled: ReadonlySet<string> = new Set(projection.handles)
  const unwatch = run.store.watch((types) => {
    // What does not concern it is passed over at the next look, which comes by itself.
    if (types !== undefined && ![...types].some((type) => handled.has(type))) return
    run.behindSinceMs ??= deps.now().getTime()
    run.bell.ring()
  })
  const running = follow(run).finally(() => {
    unwatch()
    run.connections.stop()
  })
  return {
    status: () => statusOf(run),
    passed: (position, timeoutMs) => passed(run, position, timeoutMs),
    stop: async () => {
      run.stopping = true
      run.bell.ring()
      await running
    },
  }
}

async function follow(run: Run): Promise<void> {
  while (!run.stopping) await step(run).catch((error: unknown) => recover(run, error))
  run.onMove.forEach((check) => check())
}

async function step(run: Run): Promise<void> {
  const { deps, projection, store } = run
  run.build ??= await openBuild(run)
  const started = performance.now()
  const { batchEventsMax = BATCH_EVENTS_MAX } = deps
  const checked = run.connections.begin()
  const look = { db: deps.db, store, seals: deps.seals, now: deps.now, batchEventsMax }
  const batch = await runBatch(look, projection, run.build)
  run.build = { ...run.build, position: batch.position, checkpoint: batch.checkpoint }
  checked()
  run.failures = 0
  run.error = null
  if (batch.events > 0) deps.onBatch?.(projection.name, batch, (performance.now() - started) / 1_000)
  run.onMove.forEach((check) => check())
  if (!batch.caughtUp) {
    run.state = 'catching-up'
    return
  }
  // Many at once: a moment later there are more, and each look costs as much as all that it finds.
  const leftMs = BUSY_GAP_MS - (performance.now() - started)
  if (batch.events >= BUSY_EVENTS && leftMs > 0) await pause(leftMs)
  await becomeLive(run)
}

async function openBuild({ deps, projection, store }: Run): Promise<Build> {
  const found = await ensureBuild(deps.db, projection, { storeId: store.storeId, now: deps.now() })
  if (found.storeId === store.storeId) return found
  throw new ProjectionStopped(
    `projection ${projection.name}: its tables come from event store ${found.storeId}, but this is ${store.storeId}; connect the store it came from, or use another database`,
  )
}

async function becomeLive(run: Run): Promise<void> {
  const { build } = run
  if (build?.state === 'building') {
    await activateBuild(run.deps.db, run.projection, { ...build, position: writtenTo(build) })
    run.build = { ...build, state: 'active' }
  }
  run.state = 'live'
  run.behindSinceMs = undefined
  await run.bell.wait(run.deps.pollMs ?? POLL_MS)
}

async function recover(run: Run, cause: unknown): Promise<void> {
  const { deps, projection } = run
  const problem = cause instanceof Error ? cause : new Error(String(cause))
  if (cause instanceof CheckpointMoved && run.build !== undefined) {
    await goOnFromCheckpoint(run, run.build, cause)
    return
  }
  run.error = causeText(problem)
  run.failures += 1
  if (cause instanceof ProjectionStopped) {
    run.state = 'stopped'
    run.stopping = true
  }
  deps.onTrouble?.(projection.name, problem, run.stopping)
  if (!run.stopping) await run.bell.wait(Math.min(RETRY_MS_MAX, RETRY_MS_MIN * 2 ** run.failures))
}

/** Another runner was quicker, or a crash of the database took the last rows: the log is read from where the rows are. */
async function goOnFromCheckpoint(run: Run, build: RunningBuild, cause: CheckpointMoved): Promise<void> {
  const { deps, projection } = run
  const found = await findBuild(deps.db, build.name).catch(() => undefined)
  // Out of reach, or gone: the next look says which.
  if (found === undefined) return
  run.build = found
  if (!(cause instanceof CheckpointLost)) return deps.onOvertaken?.(projection.name)
  run.behindSinceMs ??= deps.now().getTime()
  deps.onRowsLost?.(projection.name, found.position)
}

const positionIn = ({ build }: Run): Position => build?.position ?? START

function passed(run: Run, position: Position, timeoutMs: number): Promise<boolean> {
  // After a crash of the database the position counts again once the checkpoint was looked at.
  const isPast = (): boolean => positionIn(run) >= position && !run.connections.isInDoubt
  if (isPast() || run.stopping) return Promise.resolve(isPast())
  // It may be behind by what does not concern it only: a look tells.
  run.bell.ring()
  return new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer)
      run.onMove.delete(check)
      resolve(isPast())
    }
    const check = (): void => {
      if (isPast() || run.stopping) finish()
    }
    const timer = setTimeout(finish, timeoutMs)
    run.onMove.add(check)
  })
}

function statusOf(run: Run): RunnerStatus {
  const { projection, deps, state, error, behindSinceMs } = run
  const lagMs = behindSinceMs === undefined ? 0 : Math.max(0, deps.now().getTime() - behindSinceMs)
  return {
    projection: projection.name,
    version: projection.version,
    state,
    position: positionIn(run),
    lagSeconds: lagMs / 1_000,
    error,
  }
}
