import { positionOf, START, type Position } from '@app/contracts/event-store.ts'
import type pg from 'pg'
import { keepListening } from '@app/event-store/postgres/listening-connection.ts'
import type { ProjectionMove, ProjectionProgress, ProjectionStatus } from './progress.ts'
import { readProgress, type ProgressRow, type Versioned } from './progress-rows.ts'
import { createReadBuilds, type ReadBuilds } from './read-builds.ts'
import { createProgressWaiters, type ProgressWaiters } from './progress-waiters.ts'

export interface ProgressDeps {
  /** A pool of any role that may read `projection.builds`; one of its connections is occupied. */
  readonly db: pg.Pool
  readonly now: () => Date
  /** Polling interval, in case a notification was lost. */
  readonly lookMs?: number
  /** Called with each new connection that is kept. */
  readonly onConnection?: (client: pg.PoolClient) => Promise<void>
}

export interface RunningProgress extends ProjectionProgress {
  stop(): Promise<void>
}

const LOOK_MS = 1_000
/** Every login of the database may notify: any other text only causes a poll. */
const MOVE = /^(\S+) (\S+) active (\d{1,20})$/

/** The progress as one process knows it. */
interface Known {
  readonly builds: ReadBuilds
  readonly waiters: ProgressWaiters
  rows: ReadonlyMap<string, ProgressRow>
  /** False since a lost connection: a crash of the database may have set rows back. */
  isSure: boolean
  /** Notified during a poll, whose result may be older. */
  isOutdated: boolean
  isLooking: boolean
}

/** The progress of projections, read from the database, which announces each move with its commit. */
export function openProgress(
  { db, now, lookMs = LOOK_MS, onConnection }: ProgressDeps,
  projections: readonly Versioned[],
): RunningProgress {
  const moves = createMoveListeners()
  const known = nothingKnown(moves.publish)
  const names = projections.map(({ name }) => name)
  const connection = keepListening({
    db,
    channel: 'projection_moved',
    lookMs,
    begin: onConnection,
    onNotification: (payload) => {
      if (!hear(known, payload)) connection.wake()
    },
    look: async (client) => {
      await look(client, known, projections)
      if (known.isOutdated) connection.wake()
    },
    onLost: () => {
      known.isSure = false
    },
  })
  return {
    status: () => projections.map((one) => statusOf(one, known, now())),
    waitFor: async (position, timeoutMs, some = names) => {
      const isOver = (): boolean => hasPassed(known, position, some) || hasStopped(known, some)
      if (isOver()) return hasPassed(known, position, some)
      const lacking = some.filter((name) => !known.builds.hasPassed(name, position))
      const waiting = known.waiters.wait(lacking, isOver, timeoutMs)
      connection.wake()
      await waiting
      return hasPassed(known, position, some)
    },
    isKept: (some) => some.every((name) => isKept(known, name)),
    onMove: moves.add,
    stop: async () => {
      await connection.stop()
      known.waiters.end()
    },
  }
}

function createMoveListeners() {
  const listeners = new Set<(move: ProjectionMove) => void>()
  return {
    publish: (move: ProjectionMove) => listeners.forEach((listener) => listener(move)),
    add: (listener: (move: ProjectionMove) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const nothingKnown = (onMove: (move: ProjectionMove) => void): Known => ({
  builds: createReadBuilds(onMove),
  waiters: createProgressWaiters(),
  rows: new Map(),
  isSure: false,
  isOutdated: false,
  isLooking: false,
})

const hasPassed = ({ isSure, builds }: Known, position: Position, names: readonly string[]): boolean =>
  isSure && names.every((name) => builds.hasPassed(name, position))

const hasStopped = ({ isSure, rows }: Known, names: readonly string[]): boolean =>
  isSure && names.some((name) => rows.get(name)?.state === 'stopped')

/** Rows of this version are updated, now or soon; those of another only while some process runs it. */
function isKept({ rows }: Known, name: string): boolean {
  const row = rows.get(name)
  if (row?.read === undefined) return true
  return row.isReadRun || row.read.build === row.own
}

/** Applies a build's move; false if everything has to be read again. */
function hear(known: Known, payload: string): boolean {
  if (known.isLooking) {
    known.isOutdated = true
    return true
  }
  const [, projection, build, position] = MOVE.exec(payload) ?? []
  if (projection === undefined || build === undefined || position === undefined) return false
  const moved = { build, position: positionOf(position) }
  if (!known.isSure || !known.builds.move(projection, moved)) return false
  known.waiters.check()
  return true
}

/** Wakes runners for the waiting readers, and reads all progress. */
async function look(client: pg.PoolClient, known: Known, projections: readonly Versioned[]): Promise<void> {
  await askRunners(client, known.waiters.wanted())
  known.isOutdated = false
  known.isLooking = true
  try {
    apply(known, await readProgress(client, projections))
  } finally {
    known.isLooking = false
  }
  known.waiters.check()
}

function apply(known: Known, rows: readonly ProgressRow[]): void {
  const { isSure } = known
  known.isSure = true
  known.rows = new Map(rows.map((row) => [row.projection, row]))
  for (const { projection, read } of rows) known.builds.set(projection, read, !isSure)
}

/** A runner may have scanned beyond its checkpoint: on request it writes the checkpoint. */
async function askRunners(client: pg.PoolClient, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  await client.query("select pg_notify('projection_wanted', name) from unnest($1::text[]) name", [names])
}

function statusOf({ name, version }: Versioned, known: Known, now: Date): ProjectionStatus {
  const row = known.rows.get(name)
  const read = known.builds.find(name)
  const behindMs = row?.behindSince?.getTime() ?? now.getTime()
  return {
    projection: name,
    version,
    // A runner may have lost its connection too: it follows the log again once it notices.
    state: (known.isSure ? row?.state : undefined) ?? 'starting',
    position: (read !== undefined && read.build === row?.own ? read.position : row?.position) ?? START,
    lagSeconds: Math.max(0, now.getTime() - behindMs) / 1_000,
    error: row?.error ?? null,
  }
}
