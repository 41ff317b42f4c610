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
  openedBy,
  openingOf,
  placeAt,
  type Place,
} from './checkpoint.ts'
import { OtherLog } from './other-log.ts'
import { readPage, type PagePast } from './log-pages.ts'
import { handleOrPark } from './handle-or-park.ts'
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
/** After this many events in one batch the next one waits three times its work, as each batch has a fixed cost. */
const BUSY = { events: 8, msMin: 40, rests: 3, msMax: 250 }
const REST_MS_MAX = 60_000
const RETRY_MS = { first: 100, most: 5_000 }

interface Run {
  readonly deps: SubscriptionDeps
  readonly subscription: Subscription
  readonly wake: Wake
  /** Undefined until the checkpoint is opened, and after a failure. */
  place: Place | undefined
  isResting: boolean
}

/** The one loop over the log: reads a page, handles it and moves the checkpoint in one transaction, waits for more. */
export function subscribe(deps: SubscriptionDeps, subscription: Subscription): Running {
  const { name, log, types, everyMs } = subscription
  const wake = createWake()
  const run: Run = { deps, subscription, wake, place: undefined, isResting: false }
  const watch = (grown?: ReadonlySet<string>): void => {
    if (types === undefined || grown === undefined || types.some((type) => grown.has(type))) wake.ring()
  }
  const resting = (): Place | undefined => (run.isResting ? run.place : undefined)
  const wakeAt = (place: Place | undefined): void => {
    run.place = place
    wake.ring()
  }
  const leaves = everyMs === undefined ? [log.watch(watch), deps.polls.add({ name, resting, wakeAt })] : []
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
  for (let failures = 0; !wake.ended;) {
    try {
      const mayRest = await advance(run)
      if (failures > 0) await noteError(deps.db, subscription.name, null)
      failures = 0
      if (mayRest) await rest(run)
    } catch (error) {
      if (error instanceof CheckpointGone) return
      run.place = undefined
      failures = error instanceof OtherLog ? Infinity : failures + 1
      deps.onTrouble(subscription.name, error as Error)
      // One failure says nothing of the next try, and a build with an error counts as standing still.
      if (failures > 1) await noteError(deps.db, subscription.name, causeText(error)).catch(() => undefined)
      await wake.sleep(Math.min(RETRY_MS.most, RETRY_MS.first * 2 ** failures))
    }
  }
}

/** @returns whether it is at the end of the log, or another process handles what comes */
async function advance(run: Run): Promise<boolean> {
  const { deps, subscription, wake } = run
  const { name, log, isBuild, atHead } = subscription
  if (run.place === undefined && isBuild !== true) await makeCheckpoint(deps.db, name, log.storeId)
  run.place ??= placeAt(await openCheckpoint(deps.db, log, name), false)
  const startedMs = performance.now()
  const { place, batch, isOvertaken } = await step(deps.db, subscription, run.place)
  const tookMs = performance.now() - startedMs
  run.place = place
  if (batch !== undefined) deps.onBatch?.(name, batch, tookMs / 1_000)
  const { events = 0, parked = 0 } = batch ?? {}
  if (parked > 0) deps.onTrouble(name, new Error(`${parked} events are parked, with their causes`))
  if (!place.isAtHead) return isOvertaken === true
  if (events >= BUSY.events)
    await wake.sleep(Math.min(BUSY.msMax, Math.max(BUSY.msMin - tookMs, BUSY.rests * tookMs)))
  await atHead?.(place.written)
  return true
}

async function rest(run: Run): Promise<void> {
  const { everyMs, graceMs } = run.subscription
  const isBehind = run.place!.written < run.place!.scanned
  run.isResting = true
  await run.wake.wait(everyMs ?? (isBehind ? PASS_OVER_MS : REST_MS_MAX))
  run.isResting = false
  if (graceMs !== undefined) await run.wake.sleep(graceMs)
}

interface Step {
  readonly place: Place
  readonly batch?: Batch | undefined
  /** Another process is faster: two that handle the same pages would each be half as fast. */
  readonly isOvertaken?: true
}

/** One page. A death before the commit leaves nothing of it; after the commit rows and checkpoint are there. */
export async function step(
  db: pg.Pool,
  subscription: Subscription,
  place: Place,
  until?: Position,
): Promise<Step> {
  const page = await (place.ahead ?? readPage(subscription, place.scanned, until))
  const { events, damaged, scannedTo, isAtHead } = page
  const isEmpty = events.length === 0 && damaged === undefined
  const isPassedOver = performance.now() - place.writtenMs > PASS_OVER_MS && scannedTo > place.written
  const isUnfinished = subscription.finish !== undefined && isAtHead && !place.isAtHead
  if (isEmpty && !isPassedOver && !isUnfinished)
    return { place: { ...place, scanned: scannedTo, isAtHead, ahead: undefined } }
  const ahead = isAtHead ? undefined : readPage(subscription, scannedTo, until)
  ahead?.catch(() => undefined) // whoever waits for it has its error
  const { position, parked } = await commit(db, subscription, place.written, page)
  if (parked === undefined) return { place: placeAt(position, false), isOvertaken: true }
  const batch = isEmpty ? undefined : { events: events.length, parked }
  return { place: { ...placeAt(position, isAtHead), ahead }, batch }
}

/** One process at a time: a second one waits for the checkpoint's row, which a death sets free. */
const commit = (db: pg.Pool, subscription: Subscription, written: Position, page: PagePast) =>
  inTransaction(
    db,
    async (tx, begun): Promise<{ readonly position: Position; readonly parked?: number }> => {
      const { position, blocked } = openedBy(begun, subscription.name)
      if (position !== written) return { position }
      const parked = await handleOrPark(tx, subscription, page, blocked)
      if (page.isAtHead) await subscription.finish?.(tx)
      await moveCheckpoint(tx, subscription.name, page)
      return { position: page.scannedTo, parked }
    },
    openingOf(subscription, page.isAtHead),
  )
