import type { EventStore, Position, StoredEvent } from '@app/contracts/event-store.ts'
import { causeText } from '../platform/observability/error-cause.ts'
import type pg from 'pg'
import {
  CheckpointGone,
  makeCheckpoint,
  noteError,
  openCheckpoint,
  OtherLog,
  placeAt,
  type Place,
} from './checkpoint.ts'
import type { Polls } from './polls.ts'
import type { PagePast } from './log-pages.ts'
import { step, type Batch, type Step } from './step.ts'
import { createWake, type Wake } from './wake.ts'

export type SubscribedLog = Pick<EventStore, 'storeId' | 'headPosition' | 'readAll' | 'readStream' | 'watch'>

interface Followed {
  /** Name of its checkpoint. */
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
  /** In the transaction of each batch that ends at the end of the log. */
  readonly finish?: (tx: pg.PoolClient) => Promise<void>
  /** Called at the end of the log, before each rest, and again after a death: it must be idempotent. */
  readonly atHead?: (position: Position) => Promise<void> | void
}

/** Handles each event once, in the order of the log. */
export interface Subscription extends Followed {
  /** An event that fails is parked, with later ones of its subject. */
  readonly subjectOf: (event: StoredEvent) => string
  /** Later events of its subject do not wait behind a skipped one. */
  readonly isSkipped?: (position: Position) => Promise<boolean>
  /** In the transaction of the checkpoint. Work elsewhere must be idempotent, because events may come again. */
  readonly handle: (events: readonly StoredEvent[], tx: pg.PoolClient) => Promise<void>
}

/** Handles pages as they are read, with events that are damaged; one that fails is tried again, and nothing is parked. */
export interface PageSubscription extends Followed {
  /** In the transaction of the checkpoint, as `handle`. */
  readonly handlePage: (page: PagePast, tx: pg.PoolClient) => Promise<void>
}

export interface SubscriptionDeps {
  readonly db: pg.Pool
  readonly polls: Polls
  readonly onTrouble: (name: string, error: Error) => void
  readonly onBatch?: (name: string, batch: Batch, seconds: number) => void
}

/** Something that follows the log until it is stopped. */
export interface Running {
  /** Finishes the present batch. */
  stop(): Promise<void>
}

/** The faster process goes on meanwhile: two that read the same pages would each be half as fast. */
const OVERTAKEN_MS = 150
/** After this many events in one batch the next one waits; fewer never cause a wait. */
const BUSY_EVENTS = 8
/** From one batch to the next at least so long, and rests of three times the work: each batch has a fixed cost. */
const BUSY_GAP_MS = 40
const BUSY_RESTS = 3
const BUSY_REST_MS_MAX = 250
const REST_MS_MAX = 60_000
const RETRY_MS = { first: 100, most: 5_000 }

interface Run {
  readonly deps: SubscriptionDeps
  readonly subscription: Subscription | PageSubscription
  readonly wake: Wake
  place: Place | undefined
  isResting: boolean
}

/** The one loop over the log: reads a page, handles it and moves the checkpoint in one transaction, waits for more. */
export function subscribe(deps: SubscriptionDeps, subscription: Subscription | PageSubscription): Running {
  const { name, log, types: wanted, everyMs } = subscription
  const concerning = new Set(wanted)
  const wake = createWake()
  const run: Run = { deps, subscription, wake, place: undefined, isResting: false }
  const unwatch = log.watch((types) => {
    const isConcerned =
      wanted === undefined || types === undefined || [...types].some((type) => concerning.has(type))
    if (isConcerned && everyMs === undefined) wake.ring()
  })
  const leave = deps.polls.add({
    name,
    resting: () => (run.isResting && everyMs === undefined ? run.place : undefined),
    wake: (written, head) => {
      const isOlder = written === undefined || head < run.place!.scanned
      if (isOlder) run.place = undefined
      else if (written !== run.place!.written) run.place = placeAt(written)
      wake.ring()
    },
  })
  const running = follow(run).finally(() => {
    unwatch()
    leave()
  })
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
      run.place ??= await openPlace(run)
      const next = await timedStep(run, run.place)
      run.place = next.place
      if (next.isAtHead) await subscription.atHead?.(next.place.written)
      if (failures > 0) await noteError(deps.db, subscription.name, null)
      failures = 0
      if (next.isOvertaken) await wake.sleep(OVERTAKEN_MS)
      else if (next.isAtHead) await rest(run)
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

/** @throws OtherLog, and CheckpointGone of a build that was dropped */
async function openPlace({ deps, subscription }: Run): Promise<Place> {
  const { name, log, isBuild, finish } = subscription
  if (isBuild !== true) await makeCheckpoint(deps.db, name, log.storeId)
  return { ...placeAt(await openCheckpoint(deps.db, log, name)), isUnfinished: finish !== undefined }
}

async function rest(run: Run): Promise<void> {
  const { wake, subscription } = run
  run.isResting = true
  await wake.wait(subscription.everyMs ?? REST_MS_MAX)
  run.isResting = false
  if (subscription.graceMs !== undefined) await wake.sleep(subscription.graceMs)
}

async function timedStep(run: Run, place: Place): Promise<Step> {
  const startedMs = performance.now()
  const next = await step(run.deps, run.subscription, place)
  const tookMs = performance.now() - startedMs
  const { batch, isAtHead } = next
  if (batch === undefined) return next
  run.deps.onBatch?.(run.subscription.name, batch, tookMs / 1_000)
  if (batch.parked > 0)
    run.deps.onTrouble(
      run.subscription.name,
      new Error(`${batch.parked} events are parked, with their causes`),
    )
  if (isAtHead && batch.events >= BUSY_EVENTS)
    await run.wake.sleep(Math.min(BUSY_REST_MS_MAX, Math.max(BUSY_GAP_MS - tookMs, BUSY_RESTS * tookMs)))
  return next
}
