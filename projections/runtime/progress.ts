import type { EventStore, Position } from '@app/contracts/event-store.ts'
import { createSharedAnswer } from '@app/concurrency/shared-answer.ts'
import { keepListening } from '@app/event-store/postgres/listening-connection.ts'
import type pg from 'pg'
import { setTimeout as pause } from 'node:timers/promises'
import {
  isKept,
  READ_PROGRESS,
  readBuildOf,
  statusOf,
  type Passed,
  type ProgressRow,
  type ProjectionStatus,
} from './progress-rows.ts'
import type { Projection } from './projection.ts'

/** The rows that queries see have moved. */
interface ProjectionMove {
  readonly projection: string
  /** Their last known position. */
  readonly from: Position
  /** Before `from` if a crash of the database set rows back. */
  readonly to: Position
  /** Another build is read, or moves may have been missed: cached rows may be out of date. */
  readonly isAnew: boolean
}

/** Positions of the read models, whichever process updates them. */
export interface ProjectionProgress {
  status(): readonly ProjectionStatus[]
  /** Whether the rows of some read models, or of all, hold everything up to a position, within the time given. */
  waitFor(position: Position, timeoutMs: number, names?: readonly string[]): Promise<boolean>
  /**
   * Whether some process updates the rows that queries see. False while a new version is built beside an older one
   * that no process runs any more: these rows stay as they are until the new ones take their place.
   */
  isKept(names: readonly string[]): boolean
  /** Reads all positions now. */
  look(): Promise<void>
  /** @returns ends it */
  onMove(listener: (move: ProjectionMove) => void): () => void
}

export interface RunningProgress extends ProjectionProgress {
  stop(): Promise<void>
}

type Followed = Pick<Projection, 'name' | 'version' | 'handles'>

export interface ProgressDeps {
  /** A pool of any role that may read checkpoints; one of its connections is occupied. */
  readonly db: pg.Pool
  readonly log: Pick<EventStore, 'readAll'>
  readonly now: () => Date
  readonly lookMs?: number
  /** Called with each new connection that is kept. */
  readonly onConnection?: (client: pg.PoolClient) => Promise<void>
}

/** A caller that needs positions looks at once; this keeps the connection, and what was read after a loss. */
const LOOK_MS = 10_000
const STEPS_MS = [2, 5, 10, 20, 50] as const

interface State {
  readonly deps: ProgressDeps
  readonly projections: readonly Followed[]
  readonly passed: Map<string, Passed>
  readonly listeners: Set<(move: ProjectionMove) => void>
  rows: ReadonlyMap<string, ProgressRow>
  /** False since a lost connection: a crash of the database may have set rows back. */
  isSure: boolean
}

/** The progress of projections, read from the database: no process keeps it for others. */
export function openProgress(deps: ProgressDeps, projections: readonly Followed[]): RunningProgress {
  const { db, now, lookMs = LOOK_MS, onConnection } = deps
  const state: State = {
    deps,
    projections,
    passed: new Map(),
    listeners: new Set(),
    rows: new Map(),
    isSure: false,
  }
  const look = createSharedAnswer(() => read(state))
  const onLost = (): void => void (state.isSure = false)
  const connection = keepListening({ db, begin: onConnection, look, lookMs, onLost })
  return {
    status: () =>
      projections.map((one) =>
        statusOf(one, state.isSure ? state.rows.get(one.name) : undefined, state.passed, now()),
      ),
    waitFor: (position, timeoutMs, some = projections.map(({ name }) => name)) =>
      waitFor({ state, look }, { position, timeoutMs, some }),
    isKept: (some) => some.every((name) => isKept(state.rows.get(name))),
    look,
    onMove: (listener) => {
      state.listeners.add(listener)
      return () => void state.listeners.delete(listener)
    },
    stop: connection.stop,
  }
}

async function read(state: State): Promise<void> {
  const { projections, rows: before, isSure: wasSure, listeners } = state
  const values = [projections.map(({ name }) => name), projections.map(({ version }) => version)]
  const found = await state.deps.db.query<ProgressRow>({ name: 'progress', text: READ_PROGRESS, values })
  state.rows = new Map(found.rows.map((row) => [row.projection, row]))
  state.isSure = true
  for (const row of found.rows) {
    const [from, to] = [readBuildOf(before.get(row.projection)), readBuildOf(row)]
    if (from === undefined || to === undefined) continue
    const isSwapped = from.build !== to.build
    if (!isSwapped && from.position === to.position) continue
    const isAnew = isSwapped || !wasSure
    for (const listener of listeners)
      listener({ projection: row.projection, from: from.position, to: to.position, isAnew })
  }
}

interface Wanted {
  readonly position: Position
  readonly timeoutMs: number
  readonly some: readonly string[]
}

async function waitFor(
  { state, look }: { readonly state: State; readonly look: () => Promise<void> },
  { position, timeoutMs, some }: Wanted,
): Promise<boolean> {
  const endMs = performance.now() + timeoutMs
  let lacking = some
  for (let n = 0; ; n += 1) {
    const before = lacking
    // A database or log that is away answers no.
    const are = await look()
      .then(() => Promise.all(before.map((name) => hasPassed(state, name, position))))
      .catch((): readonly boolean[] => [])
    lacking = before.filter((_name, index) => are[index] !== true)
    if (lacking.length === 0) return true
    if (performance.now() >= endMs) return false
    await pause(STEPS_MS[Math.min(n, STEPS_MS.length - 1)])
  }
}

/** A checkpoint rests while no event concerns its projection: one read of the log proves that. */
async function hasPassed(
  { deps, projections, rows, passed }: State,
  name: string,
  position: Position,
): Promise<boolean> {
  const at = readBuildOf(rows.get(name))
  if (at === undefined) return false
  if (at.position >= position) return true
  const cached = passed.get(at.build)
  const from = cached?.from === at.position ? cached.to : at.position
  if (from >= position) return true
  const types = projections.find((one) => one.name === name)?.handles ?? []
  const { events, scannedTo } = await deps.log.readAll(from, { limit: 1, filter: { types } })
  const [next] = events
  const isBehind = next !== undefined && next.position <= position
  const to = isBehind ? from : next === undefined ? scannedTo : position
  passed.set(at.build, { from: at.position, to, next: isBehind ? next.recordedAt : undefined })
  return to >= position
}
