import { positionOf, type Position } from '@app/contracts/event-store.ts'
import pg from 'pg'
import type { Build } from './builds.ts'
import { inTransaction, SAVEPOINT } from '@app/postgres/in-transaction.ts'
import {
  BuildGone,
  moveCheckpoint,
  readCheckpoint,
  refuseMoved,
  type Checkpoint,
  type RunningBuild,
} from './checkpoint.ts'
import type { RowSeals } from '../row-seals.ts'
import type { Feed, FeedPage } from './feed.ts'
import { foldOrPark } from './parked/fold-or-park.ts'
import { noteErasures, park } from './parked/parked-rows.ts'
import { skipsOf } from './parked/skips.ts'
import { sortOut, subjectOf } from './parked/sort-out.ts'
import { type Projection, ProjectionStopped } from './projection.ts'

export interface BatchDeps {
  readonly db: pg.Pool
  readonly feed: Feed
  readonly now: () => Date
  readonly batchEventsMax: number
  /** Needed by projections that have sealed rows. */
  readonly seals?: RowSeals | undefined
  /** A reader waits for the checkpoint: it moves at once, also over events that do not concern the projection. */
  readonly isWanted?: boolean
}

export interface BatchResult {
  /** Everything up to here is in the rows, or does not concern them. */
  readonly position: Position
  readonly checkpoint: Checkpoint
  /** How many were read; those that are parked are among them. */
  readonly events: number
  readonly parked: number
  /** Nothing more was there. */
  readonly caughtUp: boolean
}

const PARKED_MAX = 10_000
/**
 * A checkpoint over events that do not concern the projection is written when it is older than this, and not on each of
 * them: a restart reads at most so much again. Positions are opaque, so that events cannot be counted by them.
 */
export const CHECKPOINT_MS_MAX = 10_000

/** One page of the feed into one build: rows, parked events and checkpoint in one transaction. */
export async function runBatch(
  deps: BatchDeps,
  projection: Projection,
  build: RunningBuild,
): Promise<BatchResult> {
  if (projection.hasSealedRows === true && deps.seals === undefined)
    throw new ProjectionStopped(`projection ${projection.name} has nothing to seal its rows with`)
  // Before the page: a long read over skipped events deserves a checkpoint.
  const startedAt = deps.now()
  const page = await deps.feed.next(build.position, deps.batchEventsMax)
  if (page.events.length === 0 && page.unreadable === undefined) {
    const checkpoint = await passOver(deps, build, page.scannedTo, startedAt)
    return { position: page.scannedTo, checkpoint, events: 0, parked: 0, caughtUp: page.isAtHead }
  }
  const parked = await inTransaction(
    deps.db,
    async (client, begun) => {
      const { checkpoint, blocked } = openedBy(begun, build)
      const count = await projectPage(deps, { client, projection, build, page }, blocked)
      await moveCheckpoint(client, build, checkpoint, page.scannedTo, page.events)
      return count
    },
    openingOf(build),
  )
  const checkpoint = { position: page.scannedTo, at: deps.now() }
  return {
    position: page.scannedTo,
    checkpoint,
    events: page.events.length,
    parked,
    caughtUp: page.isAtHead,
  }
}

/**
 * No event up to a position concerned the build: the checkpoint follows now and then, and never while nothing happens.
 * It is checked each time: another runner may have moved it, or queries may see another build.
 */
async function passOver(
  { db, now, isWanted = false }: BatchDeps,
  build: RunningBuild,
  scannedTo: Position,
  startedAt: Date,
): Promise<Checkpoint> {
  const since = build.checkpoint?.at ?? startedAt
  const found = await readCheckpoint(db, build)
  refuseMoved(build, found)
  const { position } = found
  const at = now()
  if (scannedTo === position) return { position, at }
  const ageMs = at.getTime() - since.getTime()
  // Below zero the clock was set back: its age is not known.
  if (!isWanted && ageMs >= 0 && ageMs < CHECKPOINT_MS_MAX) return { position, at: since }
  await inTransaction(db, (client) => moveCheckpoint(client, build, position, scannedTo))
  return { position: scannedTo, at }
}

/** The statements before a batch's fold, in one round trip. A second runner waits for the checkpoint's row here. */
function openingOf({ name }: Build): string {
  const build = pg.escapeLiteral(name)
  return `begin; set local search_path to "${name}";
    select position, state, store_id from projection.builds where build = ${build} for update;
    select distinct subject from projection.parked where build = ${build} and not is_skipped;
    ${SAVEPOINT}`
}

interface Opened {
  readonly checkpoint: Position
  /** Subjects with a parked event that is not skipped. */
  readonly blocked: Set<string>
}

/**
 * The result of the opening.
 * @throws CheckpointMoved when the checkpoint is no longer where the page was read from
 */
function openedBy(begun: pg.QueryResult | readonly pg.QueryResult[], build: RunningBuild): Opened {
  const [, , checkpoints, parked] = begun as readonly pg.QueryResult<Record<string, string>>[]
  const [row] = checkpoints?.rows ?? []
  if (row === undefined) throw new BuildGone(`build ${build.name} is gone`)
  if (row.store_id !== build.storeId)
    throw new ProjectionStopped(`build ${build.name} belongs to another store`)
  const checkpoint = positionOf(row.position!)
  refuseMoved(build, { position: checkpoint, state: row.state as Build['state'] })
  return { checkpoint, blocked: new Set(parked?.rows.map(({ subject }) => subject!)) }
}

interface Work {
  readonly client: pg.PoolClient
  readonly projection: Projection
  readonly build: Build
  readonly page: FeedPage
}

/** @param blocked subjects with a parked event */
async function projectPage(
  { feed, seals, now }: BatchDeps,
  { client, projection, build, page }: Work,
  blocked: Set<string>,
): Promise<number> {
  const isSkipped = skipsOf(feed, projection.name)
  const read = page.events.map((event) => ({ event, subject: subjectOf(projection, event) }))
  const entries = page.unreadable === undefined ? read : [...read, page.unreadable]
  const { facts, parked } = await sortOut(projection, entries, { blocked, isSkipped })
  const isSet = true // by the opening
  const late = await foldOrPark({ client, projection, seals, isSkipped }, facts, isSet)
  const all = [...parked, ...late]
  if (blocked.size + all.length > PARKED_MAX) {
    throw new ProjectionStopped(`projection ${projection.name}: more than ${PARKED_MAX} events are parked`)
  }
  await park(client, build, all, now())
  if (blocked.size + all.length > 0) await noteErasures(client, build, page.events)
  return all.length
}
