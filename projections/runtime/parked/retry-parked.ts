import { isStoreError, START, type Position, type StoredEvent } from '@app/contracts/event-store.ts'
import { inTransaction } from '@app/postgres/in-transaction.ts'
import type pg from 'pg'
import type { RowSeals } from '../../row-seals.ts'
import { listBuilds, type Build } from '../builds.ts'
import type { Feed } from '../feed.ts'
import type { Projection } from '../projection.ts'
import { foldOrPark, type OpenFold } from './fold-or-park.ts'
import {
  changeParked,
  findParkedSubject,
  nextParked,
  removeParked,
  type ParkedRow,
  type ParkedSpan,
} from './parked-rows.ts'
import { skipsOf } from './skips.ts'
import { parkedCause, sortOut, subjectOf, WAITS, type Entry, type Parked } from './sort-out.ts'

export interface RetryDeps {
  readonly db: pg.Pool
  readonly feedOf: (projection: Projection) => Feed
  /** Needed by projections that have sealed rows. */
  readonly seals?: RowSeals
}

export interface WantedRetry {
  /** With it all of its subject: they follow each other. Absent: all. */
  readonly position?: Position | undefined
  /** Where the turn before ended. */
  readonly after?: Position | undefined
}

export interface Retried {
  /** Of the build that queries see: how many are parked no more, as they fit now or are skipped. */
  readonly gone: number
  /** Undefined: all were tried. */
  readonly next: Position | undefined
}

/** In one transaction, for which the runner waits. */
export const RETRIED_MAX = 500

/**
 * Folds parked events again, in each build that this program folds: of each subject in order, until one is refused. One
 * turn; any process may do it, whichever runs the projection.
 */
export async function retryParked(
  deps: RetryDeps,
  projection: Projection,
  { position, after = START }: WantedRetry,
): Promise<Retried> {
  const feed = deps.feedOf(projection)
  let [gone, next]: [number, Position | undefined] = [0, undefined]
  for (const build of await listBuilds(deps.db)) {
    const isFolded = build.projection === projection.name && build.version === projection.version
    if (!isFolded || build.storeId !== feed.storeId) continue
    const subject = position === undefined ? undefined : await findParkedSubject(deps.db, build, position)
    if (position !== undefined && subject === undefined) continue
    const span = { after, limit: RETRIED_MAX, subject }
    const turn = await retryIn({ ...deps, feed, projection, build }, span)
    if (build.state === 'active') gone = turn.gone
    if (turn.next !== undefined && (next === undefined || turn.next < next)) next = turn.next
  }
  return { gone, next }
}

interface Retrying extends Omit<RetryDeps, 'feedOf'> {
  readonly feed: Feed
  readonly projection: Projection
  readonly build: Build
}

async function retryIn({ db, feed, projection, build, seals }: Retrying, span: ParkedSpan): Promise<Retried> {
  const read = new Map<Position, readonly Entry[]>()
  const readAll = async (rows: readonly ParkedRow[]): Promise<void> => {
    for (const row of rows)
      if (!read.has(row.position)) read.set(row.position, await readAgain(feed, projection, row))
  }
  // Before the transaction, so that no runner waits for the log; what was parked meanwhile is read within.
  await readAll(await nextParked(db, build, span))
  return inTransaction(db, async (client) => {
    await client.query(`set local search_path to "${build.name}"`)
    await client.query('select from projection.builds where build = $1 for update', [build.name])
    const rows = await nextParked(client, build, span)
    await readAll(rows)
    const folding = { client, projection, seals, isSkipped: skipsOf(feed, projection.name) }
    const free = rows.filter(({ isBehind }) => !isBehind)
    const gone = await foldAgain(folding, build, free, read)
    return { gone, next: rows.length < span.limit ? undefined : rows.at(-1)!.position }
  })
}

const NOT_NOTED = 'parked by a former program, which did not note where it is'

/** The event, and the erasure of its person that came after it. */
async function readAgain(feed: Feed, projection: Projection, row: ParkedRow): Promise<readonly Entry[]> {
  const { position, subject, stream, revision, erasureStream } = row
  const unread = (error: string): Entry => ({ event: { position }, subject, error })
  if (stream === null || revision === null) return [unread(row.error === WAITS ? NOT_NOTED : row.error)]
  try {
    const event = await feed.eventAt(stream, revision)
    if (event?.position !== position) return [unread(`the log has no such event in ${stream}`)]
    const erasure = erasureStream === null ? undefined : await feed.eventAt(erasureStream, 0n)
    const entries: StoredEvent[] = erasure === undefined ? [event] : [event, erasure]
    return entries.map((one) => ({
      event: one,
      subject: one === event ? subject : subjectOf(projection, one),
    }))
  } catch (error) {
    if (isStoreError(error, 'Corrupt') || isStoreError(error, 'StreamClosed'))
      return [unread(parkedCause(error))]
    throw error
  }
}

/** @param rows of each subject from its first parked event on; each is in `read` */
async function foldAgain(
  folding: OpenFold,
  build: Build,
  rows: readonly ParkedRow[],
  read: ReadonlyMap<Position, readonly Entry[]>,
): Promise<number> {
  const { client, projection, isSkipped } = folding
  // One erasure may follow several of them.
  const entries = [
    ...new Map(
      rows.flatMap(({ position }) => read.get(position)!).map((entry) => [entry.event.position, entry]),
    ).values(),
  ].toSorted(({ event: one }, { event: other }) => (one.position < other.position ? -1 : 1))
  const { facts, parked } = await sortOut(projection, entries, { blocked: new Set(), isSkipped })
  const kept = [...parked, ...(facts.length === 0 ? [] : await foldOrPark(folding, facts))]
  await changeParked(client, build, kept)
  const asked = rows.map(({ position }) => position)
  const without = (some: readonly Parked[]): Position[] => {
    const positions = new Set(some.map(({ event }) => event.position))
    return asked.filter((position) => !positions.has(position))
  }
  await removeParked(client, build, without(kept))
  return without(kept.filter((one) => one.isSkipped !== true)).length
}
