import { isStoreError, type Position } from '@app/contracts/event-store.ts'
import { readPastDamaged, type PagePast } from './log-pages.ts'
import { inTransaction, SAVEPOINT } from '../platform/postgres/in-transaction.ts'
import pg from 'pg'
import { CheckpointGone, moveCheckpoint, openCheckpoint, placeAt, type Place } from './checkpoint.ts'
import { handleOrPark } from './parking.ts'
import type { PageSubscription, SubscribedLog, Subscription, SubscriptionDeps } from './subscription.ts'

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

export interface Step {
  readonly place: Place
  readonly isAtHead: boolean
  /** Another process has moved the checkpoint. */
  readonly isOvertaken: boolean
  readonly batch: Batch | undefined
}

type Any = Subscription | PageSubscription

/**
 * One page. Until the commit a death leaves nothing of it, and after the commit its rows and the checkpoint behind them:
 * whoever goes on reads from there.
 */
export async function step(
  deps: Pick<SubscriptionDeps, 'db'>,
  subscription: Any,
  place: Place,
): Promise<Step> {
  const page = await (place.ahead ?? readPage(subscription, place.scanned))
  const isEmpty = page.events.length === 0 && page.damaged === undefined
  const isPassedOver = performance.now() - place.writtenMs > PASS_OVER_MS && page.scannedTo > place.written
  const isDue = isPassedOver || (page.isAtHead && place.isUnfinished === true)
  if (isEmpty && !isDue) {
    const here = { ...place, scanned: page.scannedTo, ahead: undefined }
    return { place: here, isAtHead: page.isAtHead, isOvertaken: false, batch: undefined }
  }
  const ahead = page.isAtHead ? undefined : readPage(subscription, page.scannedTo)
  ahead?.catch(() => undefined) // whoever waits for it has its error
  const { position, batch } = await commitBatch(deps, subscription, place.written, page)
  const isUnfinished = subscription.finish !== undefined && !page.isAtHead
  return {
    place: { ...placeAt(position), isUnfinished, ahead: batch && ahead },
    isAtHead: page.isAtHead && position === page.scannedTo,
    isOvertaken: batch === undefined,
    batch: isEmpty ? undefined : batch,
  }
}

const readPage = ({ log, types, eventsMax = EVENTS_MAX }: Any, after: Position): Promise<PagePast> =>
  readPastDamaged(log, after, { limit: eventsMax, ...(types && { filter: { types } }) })

interface Committed {
  readonly position: Position
  readonly batch: Batch | undefined
}

/** One process at a time: a second one waits for the checkpoint's row, which a death sets free. */
function commitBatch(
  { db }: Pick<SubscriptionDeps, 'db'>,
  subscription: Any,
  written: Position,
  page: PagePast,
): Promise<Committed> {
  return inTransaction(
    db,
    async (client, begun) => {
      const { position, blocked } = openedBy(subscription, begun as readonly pg.QueryResult[])
      if (position !== written) return { position, batch: undefined }
      const parked =
        'handlePage' in subscription
          ? await subscription.handlePage(page, client).then(() => 0)
          : await handleOrPark(client, subscription, page, blocked)
      if (page.isAtHead) await subscription.finish?.(client)
      await moveCheckpoint(client, subscription.name, page)
      return { position: page.scannedTo, batch: { events: page.events.length, parked } }
    },
    openingOf(subscription, page.isAtHead),
  )
}

/**
 * The statements before a batch, in one round trip. The flush of a build's page at the end of the log is one for all pages
 * before it: a crash takes rows and checkpoint of those together.
 */
export function openingOf({ name, isBuild }: Any, isAtHead = true): string {
  const text = pg.escapeLiteral(name)
  const flushed = isAtHead ? 'on' : 'off'
  return `begin; set local idle_in_transaction_session_timeout = ${SILENT_MS_MAX};
    ${isBuild === true ? `set local search_path to "${name}"; set local synchronous_commit to ${flushed}` : 'select; select'};
    select position from kernel.checkpoints where name = ${text} for update;
    select distinct subject from kernel.parked where name = ${text} and not is_skipped; ${SAVEPOINT}`
}

function openedBy({ name }: Any, begun: readonly pg.QueryResult[]) {
  const [, , , , checkpoint, parked] = begun as readonly pg.QueryResult<Record<string, string>>[]
  const [row] = checkpoint!.rows
  if (row === undefined) throw new CheckpointGone(`${name} has no checkpoint any more`)
  return {
    position: BigInt(row.position!) as Position,
    blocked: new Set(parked!.rows.map(({ subject }) => subject!)),
  }
}

/** Throwing in `onBatch` ends the work, which goes on from there the next time. */
export type OnBatch = (position: Position, batch: Batch) => Promise<void> | void

/** Handles everything up to a position and no further, whoever else does so too. */
export async function catchUp(
  { onBatch, ...deps }: Pick<SubscriptionDeps, 'db'> & { readonly onBatch?: OnBatch | undefined },
  subscription: Any,
  until: Position,
): Promise<void> {
  const { name, log } = subscription
  const bounded: Any = { ...subscription, log: { ...log, readAll: readUpTo(log, until) } }
  for (let place = placeAt(await openCheckpoint(deps.db, log, name)); place.written < until;) {
    const next = await step(deps, bounded, { ...place, writtenMs: -Infinity })
    place = next.place
    if (next.batch !== undefined) await onBatch?.(place.written, next.batch)
  }
}

const readUpTo =
  (log: SubscribedLog, until: Position): SubscribedLog['readAll'] =>
  async (after, options) => {
    try {
      const page = await log.readAll(after, options)
      if (page.scannedTo < until) return page
      return {
        events: page.events.filter(({ position }) => position <= until),
        scannedTo: until,
        isAtHead: true,
      }
    } catch (error) {
      const isBeyond = isStoreError(error, 'Corrupt') && BigInt(error.facts.position ?? 0) > until
      if (!isBeyond || options?.limit !== 1) throw error
      return { events: [], scannedTo: until, isAtHead: true }
    }
  }
