import { isStoreError, type StoredEvent } from '@app/contracts/event-store.ts'
import type { PagePast } from './log-pages.ts'
import { causeText } from '../platform/observability/log.ts'
import { isDatabaseAway } from '../platform/postgres/connection.ts'
import { inSavepoint } from '../platform/postgres/in-transaction.ts'
import pg from 'pg'
import type { Subscription } from './subscription.ts'

export const WAITS = 'waits behind a parked event of the same subject'
const PARKED_MAX = 10_000
const CAUSE_CHARS_MAX = 1_000

/** Says nothing about the event: the batch is tried again, and nothing is parked. */
export class TryAgain extends Error {}

type ParkedEvent = Pick<StoredEvent, 'position'> & Partial<StoredEvent>

interface Batch {
  readonly tx: pg.PoolClient
  readonly subscription: Subscription
  readonly blocked: Set<string>
  parked: number
}

/** @param blocked subjects with a parked event @returns how many were parked. The caller has set a savepoint. */
export async function handleOrPark(
  tx: pg.PoolClient,
  subscription: Subscription,
  { events, damaged, scannedTo }: PagePast,
  blocked: Set<string>,
): Promise<number> {
  if (subscription.subjectOf === undefined) {
    await subscription.handle(events, tx, damaged)
    return 0
  }
  const batch: Batch = { tx, subscription, blocked, parked: 0 }
  await handleSome(batch, events, true)
  if (damaged !== undefined) {
    // Adapters name what they could read.
    const event: ParkedEvent = { ...damaged.facts, position: scannedTo }
    await parkBad(batch, event, event.stream ?? String(scannedTo), damaged.message)
  }
  return batch.parked
}

/** All at once; if that fails, one half after the other, until the bad one is alone. */
async function handleSome(batch: Batch, events: readonly StoredEvent[], isSet = false): Promise<void> {
  const { tx, subscription, blocked } = batch
  const free: StoredEvent[] = blocked.size === 0 ? [...events] : []
  for (const event of blocked.size === 0 ? [] : events) {
    const subject = subjectIn(subscription, event)
    if (blocked.has(subject)) await park(batch, event, subject, WAITS)
    else free.push(event)
  }
  const [first, ...more] = free
  if (first === undefined) return
  // A savepoint before this call would take back what it has parked.
  const error = await faultOf(tx, subscription, free, isSet && free.length === events.length)
  if (error === undefined) return
  if (more.length === 0) return parkBad(batch, first, subjectIn(subscription, first), error)
  const middle = Math.ceil(free.length / 2)
  await handleSome(batch, free.slice(0, middle))
  await handleSome(batch, free.slice(middle))
}

async function parkBad(batch: Batch, event: ParkedEvent, subject: string, error: string): Promise<void> {
  const skipped = (await batch.subscription.isSkipped?.(event.position)) === true
  await park(batch, event, subject, error, skipped)
  if (!skipped) batch.blocked.add(subject)
}

async function park(
  batch: Batch,
  { position, id, type, stream, revision }: ParkedEvent,
  subject: string,
  error: string,
  skipped = false,
): Promise<void> {
  const { name } = batch.subscription
  batch.parked += 1
  if (batch.blocked.size + batch.parked > PARKED_MAX)
    throw new TryAgain(`${name}: more than ${PARKED_MAX} events are parked`)
  await batch.tx.query(
    `insert into kernel.parked (name, position, event_id, type, stream, revision, subject, error, is_skipped)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [name, position, id, type, stream, revision, subject, error, skipped],
  )
}

/** @returns the cause why events cannot be handled, without any value that nobody could erase outside of the log */
export async function faultOf(
  tx: pg.PoolClient,
  { handle, decrypt }: Subscription,
  events: readonly StoredEvent[],
  isSet = false,
): Promise<string | undefined> {
  try {
    await inSavepoint(tx, async () => handle((await decrypt?.(events)) ?? events, tx), isSet)
    return undefined
  } catch (error) {
    if (!isEventsFault(error)) throw error
    return causeText(error).slice(0, CAUSE_CHARS_MAX)
  }
}

function subjectIn({ subjectOf }: Subscription, event: StoredEvent): string {
  try {
    return subjectOf?.(event) ?? event.stream
  } catch {
    return event.stream
  }
}

/** SQL states of data that cannot be stored. Others (a lost connection, a full disk, a lock) are no event's fault. */
const DATA_STATE = /^2[23]/

function isEventsFault(error: unknown): boolean {
  if (error instanceof TryAgain) return false
  if (isStoreError(error)) return !error.retryable && error.code !== 'Conflict' && error.code !== 'Disposed'
  if (error instanceof pg.DatabaseError) return DATA_STATE.test(error.code ?? '')
  return error instanceof Error && !isDatabaseAway(error)
}
