import type { EventStore, Position, StoredEvent, StoreError } from '@app/contracts/event-store.ts'
import type pg from 'pg'
import { causeText } from '../platform/observability/log.ts'
import { inTransaction } from '../platform/postgres/in-transaction.ts'
import {
  CheckpointGone,
  makeCheckpoint,
  moveCheckpoint,
  noteError,
  openCheckpoint,
  openingOf,
  OtherLog,
  placeAt,
  type Place,
} from './checkpoint.ts'
import { readPage, type PagePast } from './log-pages.ts'
import { handleOrPark } from './parking.ts'
import { createWake, type Polls, type Wake } from './wake.ts'

export type SubscribedLog = Pick<EventStore, 'storeId' | 'headPosition' | 'readAll' | 'readStream' | 'watch'>

export interface Subscription {
  readonly name: string
  /** Absent: every type. */
  readonly types?: readonly string[]
  readonly log: SubscribedLog
  /** Absent: personal fields stay encrypted. */
  readonly decrypt?: (events: readonly StoredEvent[]) => Promise<readonly StoredEvent[]>
  /** The checkpoint is made and dropped with a build, whose schema has this name. */
  readonly isBuild?: boolean
  readonly eventsMax?: number
  /** Time for the process that appended an event to complete the work itself. */
  readonly graceMs?: number
  /** Reads so often, whenever events are appended. */
  readonly everyMs?: number
  /** An event that fails is parked, with later ones of its subject. Absent: the batch is tried again, and nothing is parked. */
  readonly subjectOf?: (event: StoredEvent) => string
  /** Later events of its subject do not wait behind a skipped one. */
  readonly isSkipped?: (position: Position) => Promise<boolean>
  /** In the checkpoint's transaction. Work elsewhere must be idempotent. @param damaged stands behind the events */
  readonly handle: (events: readonly StoredEvent[], tx: pg.PoolClient, damaged?: StoreError) => Promise<void>
  /** In the transaction of each batch that ends at the end of the log. */
  readonly finish?: (tx: pg.PoolClient) => Promise<void>
  /** Called at the end of the log, before each rest, and again after a death: it must be idempotent. */
  readonly atHead?: (position: Position) => Promise<void> | void
}

export interface Batch {
  /** How many were read; those that are parked are among them. */
  readonly events: number
  readonly parked: number
}

export interface SubscriptionDeps {
  readonly db: pg.Pool
  readonly polls: Polls
  readonly onTrouble: (name: string, error: Error) => void
  readonly onBatch?: (name: string, batch: Batch, seconds: number) => void
}

export interface Running {
  stop(): Promise<void>
}

/** Events of other types move the checkpoint this often: a restart reads at most so much again. */
const PASS_OVER_MS = 10_000
/** The faster process continues meanwhile: two that read the same pages would each be half as fast. */
const OVERTAKEN_MS = 150
/** After this many events in one batch the next one waits three times its work, as each batch has a fixed cost. */
const BUSY = { events: 8, msMin: 40, rests: 3, msMax: 250 }
const REST_MS_MAX = 60_000
const RETRY_MS = { first: 100, most: 5_000 }

interface Run {
  readonly deps: SubscriptionDeps
  readonly subscription: Subscription
  readonly wake: Wake
  place: Place | undefined
  isResting: boolean
}

/** The one loop over the log: reads a page, handles it and moves the checkpoint in one transaction, waits for more. */
export function subscribe(deps: SubscriptionDeps, subscription: Subscription): Running {
  const { name, log, types, everyMs } = subscription
  const wake = createWake()
  const run: Run = { deps, subscription, wake, place: undefined, isResting: false }
  const isConcerned = (grown?: ReadonlySet<string>): boolean =>
    types === undefined || grown === undefined || types.some((type) => grown.has(type))
  const sleeper = {
    name,
    resting: () => (run.isResting ? run.place : undefined),
    wake: (written: Position | undefined, head: Position) => {
      if (written === undefined || head < run.place!.scanned) run.place = undefined
      else if (written !== run.place!.written) run.place = placeAt(written)
      wake.ring()
    },
  }
  const leaves =
    everyMs === undefined
      ? [log.watch((grown) => isConcerned(grown) && wake.ring()), deps.polls.add(sleeper)]
      : []
  const running = follow(run).finally(() => leaves.forEach((leave) => leave()))
  return {
    stop: async () => {
      wake.end()
      await running
    },
  }
}

async function follow(run: Run): Promise<void> {
  const { deps, subscription, wake } = run
  const { name, everyMs, graceMs } = subscription
  for (let failures = 0; !wake.ended;) {
    try {
      run.isResting = await advance(run)
      if (failures > 0) await noteError(deps.db, name, null)
      failures = 0
      if (!run.isResting) continue
      await wake.wait(everyMs ?? REST_MS_MAX)
      run.isResting = false
      if (graceMs !== undefined) await wake.sleep(graceMs)
    } catch (error) {
      if (error instanceof CheckpointGone) return
      run.place = undefined
      failures = error instanceof OtherLog ? Infinity : failures + 1
      deps.onTrouble(name, error as Error)
      // One failure says nothing of the next try, and a build with an error counts as standing still.
      if (failures > 1) await noteError(deps.db, name, causeText(error)).catch(() => undefined)
      await wake.sleep(Math.min(RETRY_MS.most, RETRY_MS.first * 2 ** failures))
    }
  }
}

/** @returns whether it is at the end of the log */
async function advance(run: Run): Promise<boolean> {
  const { deps, subscription, wake } = run
  const { name, log, isBuild, finish } = subscription
  if (run.place === undefined) {
    if (isBuild !== true) await makeCheckpoint(deps.db, name, log.storeId)
    const opened = await openCheckpoint(deps.db, log, name)
    run.place = { ...placeAt(opened), isUnfinished: finish !== undefined }
  }
  const startedMs = performance.now()
  const { place, batch, isAtHead, isOvertaken } = await step(deps.db, subscription, run.place)
  const tookMs = performance.now() - startedMs
  run.place = place
  if (batch !== undefined) deps.onBatch?.(name, batch, tookMs / 1_000)
  const { events = 0, parked = 0 } = batch ?? {}
  if (parked > 0) deps.onTrouble(name, new Error(`${parked} events are parked, with their causes`))
  if (isAtHead && events >= BUSY.events)
    await wake.sleep(Math.min(BUSY.msMax, Math.max(BUSY.msMin - tookMs, BUSY.rests * tookMs)))
  if (isOvertaken) await wake.sleep(OVERTAKEN_MS)
  else if (isAtHead) await subscription.atHead?.(place.written)
  return isAtHead && !isOvertaken
}

interface Step {
  readonly place: Place
  readonly isAtHead: boolean
  readonly isOvertaken: boolean
  readonly batch?: Batch | undefined
}

/** One page. A death before the commit leaves nothing of it; after the commit rows and checkpoint are there. */
async function step(db: pg.Pool, subscription: Subscription, place: Place, until?: Position): Promise<Step> {
  const page = await (place.ahead ?? readPage(subscription, place.scanned, until))
  const isEmpty = page.events.length === 0 && page.damaged === undefined
  const isPassedOver = performance.now() - place.writtenMs > PASS_OVER_MS && page.scannedTo > place.written
  const isDue = isPassedOver || (page.isAtHead && place.isUnfinished === true)
  if (isEmpty && !isDue) {
    const here = { ...place, scanned: page.scannedTo, ahead: undefined }
    return { place: here, isAtHead: page.isAtHead, isOvertaken: false }
  }
  const ahead = page.isAtHead ? undefined : readPage(subscription, page.scannedTo, until)
  ahead?.catch(() => undefined) // whoever waits for it has its error
  const { position, parked } = await commit(db, subscription, place.written, page)
  const isOvertaken = parked === undefined
  const isUnfinished = subscription.finish !== undefined && !page.isAtHead
  return {
    place: { ...placeAt(position), isUnfinished, ahead: isOvertaken ? undefined : ahead },
    isAtHead: page.isAtHead && position === page.scannedTo,
    isOvertaken,
    batch: isEmpty || isOvertaken ? undefined : { events: page.events.length, parked },
  }
}

interface Committed {
  readonly position: Position
  /** How many events are parked; undefined where another process has moved the checkpoint. */
  readonly parked?: number
}

/** One process at a time: a second one waits for the checkpoint's row, which a death sets free. */
const commit = (
  db: pg.Pool,
  subscription: Subscription,
  written: Position,
  page: PagePast,
): Promise<Committed> =>
  inTransaction(
    db,
    async (tx, begun) => {
      const { name, subjectOf, handle, finish } = subscription
      const [, , , , checkpoint, blocking] = begun as readonly pg.QueryResult<Record<string, string>>[]
      const [row] = checkpoint!.rows
      if (row === undefined) throw new CheckpointGone(`${name} has no checkpoint any more`)
      const position = BigInt(row.position!) as Position
      if (position !== written) return { position }
      const blocked = new Set(blocking!.rows.map(({ subject }) => subject!))
      const parked =
        subjectOf === undefined
          ? await handle(page.events, tx, page.damaged).then(() => 0)
          : await handleOrPark(tx, { ...subscription, subjectOf }, page, blocked)
      if (page.isAtHead) await finish?.(tx)
      await moveCheckpoint(tx, name, page)
      return { position: page.scannedTo, parked }
    },
    openingOf(subscription, page.isAtHead),
  )

/** Throwing in `onBatch` ends the work, which continues from there the next time. */
export type OnBatch = (position: Position, batch: Batch) => Promise<void> | void

/** Handles everything up to a position and no further, even if other processes do so too. */
export async function catchUp(
  { db, onBatch }: { readonly db: pg.Pool; readonly onBatch?: OnBatch | undefined },
  subscription: Subscription,
  until: Position,
): Promise<void> {
  const { name, log } = subscription
  for (let place = placeAt(await openCheckpoint(db, log, name)); place.written < until;) {
    const next = await step(db, subscription, { ...place, writtenMs: -Infinity }, until)
    place = next.place
    if (next.batch !== undefined) await onBatch?.(place.written, next.batch)
  }
}
