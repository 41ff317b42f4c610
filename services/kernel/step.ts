import type { Position } from '@app/contracts/event-store.ts'
import pg from 'pg'
import { inTransaction, SAVEPOINT } from '../platform/postgres/in-transaction.ts'
import { CheckpointGone, moveCheckpoint, openCheckpoint, placeAt, type Place } from './checkpoint.ts'
import { readPastDamaged, type PagePast } from './log-pages.ts'
import { handleOrPark } from './parking.ts'
import type { Subscription } from './subscription.ts'

export interface Batch {
  /** How many were read; those that are parked are among them. */
  readonly events: number
  readonly parked: number
}

const EVENTS_MAX = 5_000
/** The server ends the transaction of a process that is frozen, so that another one goes on. */
const SILENT_MS_MAX = 15_000
/** Events of other types move the checkpoint this often: a restart reads at most so much again. */
const PASS_OVER_MS = 10_000

interface Step {
  readonly place: Place
  readonly isAtHead: boolean
  readonly isOvertaken: boolean
  readonly batch?: Batch | undefined
}

/** One page. A death before the commit leaves nothing of it; after the commit rows and checkpoint are there. */
export async function step(
  db: pg.Pool,
  subscription: Subscription,
  place: Place,
  until?: Position,
): Promise<Step> {
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

async function readPage(
  { log, types, eventsMax = EVENTS_MAX }: Subscription,
  after: Position,
  until: Position | undefined,
): Promise<PagePast> {
  const page = await readPastDamaged(log, after, { limit: eventsMax, ...(types && { filter: { types } }) })
  if (until === undefined || page.scannedTo < until) return page
  const events = page.events.filter(({ position }) => position <= until)
  const damaged = page.scannedTo === until ? page.damaged : undefined
  return { events, damaged, scannedTo: until, isAtHead: true }
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

/** Statements before a batch, in one round trip. At the end of the log a page is flushed with all before it. */
export function openingOf(
  { name, isBuild }: Pick<Subscription, 'name' | 'isBuild'>,
  isAtHead = true,
): string {
  const text = pg.escapeLiteral(name)
  const flushed = isAtHead ? 'on' : 'off'
  return `begin; set local idle_in_transaction_session_timeout = ${SILENT_MS_MAX};
    ${isBuild === true ? `set local search_path to "${name}"; set local synchronous_commit to ${flushed}` : 'select; select'};
    select position from kernel.checkpoints where name = ${text} for update;
    select distinct subject from kernel.parked where name = ${text} and not is_skipped; ${SAVEPOINT}`
}

/** Throwing in `onBatch` ends the work, which goes on from there the next time. */
export type OnBatch = (position: Position, batch: Batch) => Promise<void> | void

/** Handles everything up to a position and no further, whoever else does so too. */
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
