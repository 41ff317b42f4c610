import { START, positionOf, type EventStore, type Position } from '@app/contracts/event-store.ts'
import type pg from 'pg'
import { activateBuild, ensureBuild, findBuild, type Build } from './builds.ts'
import type { Projection } from './projection.ts'
import { CheckpointMoved, ProjectionStopped, runBatch, type BatchResult } from './run-batch.ts'

export interface RunnerDeps {
  readonly db: pg.Pool
  /** Personal fields opened, where their keys still exist. */
  readonly opened: EventStore
  /** Personal fields as they lie in the log. */
  readonly sealed: EventStore
  readonly now: () => Date
  readonly onBatch?: (projection: string, batch: BatchResult, seconds: number) => void
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
  readonly head: Position
  /** How long it has been behind the log, in seconds; 0 when it is not. */
  readonly lagSeconds: number
  readonly error: string | null
}

export interface Runner {
  status(): RunnerStatus
  /** Resolves once everything up to the position is in the rows; false when the time is over first. */
  passed(position: Position, timeoutMs: number): Promise<boolean>
  /** Finishes the batch under way. */
  stop(): Promise<void>
}

const BATCH_EVENTS_MAX = 5_000
const POLL_MS = 1_000
const RETRY_MS_MAX = 5_000

/** A bell that remembers: rung while nobody waits, the next wait ends at once. */
function createBell(): { ring(): void; wait(timeoutMs: number): Promise<void> } {
  let rung = false
  let wakeUp: (() => void) | undefined
  return {
    ring: () => {
      rung = true
      wakeUp?.()
    },
    wait: (timeoutMs) =>
      new Promise((resolve) => {
        const finish = (): void => {
          clearTimeout(timer)
          wakeUp = undefined
          rung = false
          resolve()
        }
        const timer = setTimeout(finish, timeoutMs)
        wakeUp = finish
        if (rung) finish()
      }),
  }
}

/** Keeps one projection up to date until it is stopped: wakes when the log grows, and looks by itself as well. */
export function startRunner(deps: RunnerDeps, projection: Projection): Runner {
  const store = projection.reads === 'sealed' ? deps.sealed : deps.opened
  const bell = createBell()
  const waiting = new Set<() => void>()
  let state: RunnerState = 'starting'
  let build: Build | undefined
  let head: Position = START
  let behindSince: number | undefined
  let error: string | null = null
  let failures = 0
  let stopping = false

  async function step(): Promise<void> {
    build ??= await openBuild()
    const started = performance.now()
    const batch = await runBatch(
      { db: deps.db, store, now: deps.now, batchEventsMax: deps.batchEventsMax ?? BATCH_EVENTS_MAX },
      projection,
      build,
    )
    build = { ...build, position: batch.position }
    failures = 0
    error = null
    if (batch.events > 0) deps.onBatch?.(projection.name, batch, (performance.now() - started) / 1_000)
    for (const check of waiting) check()
    if (!batch.caughtUp) {
      state = 'catching-up'
      return
    }
    await becomeLive()
  }

  async function openBuild(): Promise<Build> {
    const found = await ensureBuild(deps.db, projection, { storeId: store.storeId, now: deps.now() })
    if (found.storeId === store.storeId) return found
    throw new ProjectionStopped(
      `projection ${projection.name}: its tables come from event store ${found.storeId}, but this is ${store.storeId}; rebuild it, or connect the store it came from`,
    )
  }

  async function becomeLive(): Promise<void> {
    if (build?.state === 'building') {
      await activateBuild(deps.db, projection, build.name)
      build = { ...build, state: 'active' }
    }
    state = 'live'
    behindSince = undefined
    await bell.wait(deps.pollMs ?? POLL_MS)
  }

  async function recover(cause: unknown): Promise<void> {
    const problem = cause instanceof Error ? cause : new Error(String(cause))
    if (cause instanceof CheckpointMoved && build !== undefined) {
      // Another runner was quicker: go on from where it is.
      build = (await findBuild(deps.db, build.name).catch(() => undefined)) ?? build
      return
    }
    error = problem.message
    if (cause instanceof ProjectionStopped) {
      state = 'stopped'
      stopping = true
    }
    deps.onTrouble?.(projection.name, problem, stopping)
    failures += 1
    if (!stopping) await bell.wait(Math.min(RETRY_MS_MAX, 100 * 2 ** failures))
  }

  const unwatch = store.watch(() => {
    behindSince ??= deps.now().getTime()
    bell.ring()
  })

  async function run(): Promise<void> {
    while (!stopping) await step().catch(recover)
    unwatch()
    for (const check of waiting) check()
  }
  const running = run()

  function passed(position: Position, timeoutMs: number): Promise<boolean> {
    const isPast = (): boolean => (build?.position ?? START) >= position
    if (isPast()) return Promise.resolve(true)
    return new Promise((resolve) => {
      const finish = (): void => {
        clearTimeout(timer)
        waiting.delete(check)
        resolve(isPast())
      }
      const check = (): void => {
        if (isPast() || stopping) finish()
      }
      const timer = setTimeout(finish, timeoutMs)
      waiting.add(check)
    })
  }

  return {
    status: () => {
      const position = build?.position ?? START
      head = positionOf(head > position ? head : position)
      const lagMs = behindSince === undefined ? 0 : Math.max(0, deps.now().getTime() - behindSince)
      return {
        projection: projection.name,
        version: projection.version,
        state,
        position,
        head,
        lagSeconds: lagMs / 1_000,
        error,
      }
    },
    passed,
    stop: async () => {
      stopping = true
      bell.ring()
      await running
    },
  }
}
