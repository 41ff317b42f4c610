import { isStoreError, type Position, type StoreError, type StoredEvent } from '@app/contracts/event-store.ts'
import type { PagePast } from './log-pages.ts'
import { causeText } from '../platform/observability/error-cause.ts'
import { isDatabaseAway } from '../platform/postgres/database-away.ts'
import { inSavepoint } from '../platform/postgres/in-transaction.ts'
import pg from 'pg'
import type { Subscription } from './subscription.ts'

export const WAITS = 'waits behind a parked event of the same subject'
const PARKED_MAX = 10_000
const CAUSE_CHARS_MAX = 1_000

/** Says nothing about the event: the batch is tried again, and nothing is parked. */
export class TryAgain extends Error {}

/** An event as far as it can be read. */
type ParkedEvent = Pick<StoredEvent, 'position'> & Partial<StoredEvent>

export interface ParkingBatch {
  readonly client: pg.PoolClient
  readonly subscription: Subscription
  /** Subjects with a parked event that is not skipped. */
  readonly blocked: Set<string>
  /** When events that are tried again were parked first. */
  readonly parkedAt?: ReadonlyMap<Position, Date>
  parked: number
}

/**
 * @param blocked subjects with a parked event. The transaction has a savepoint right before.
 * @returns how many events were parked
 */
export async function handleOrPark(
  client: pg.PoolClient,
  subscription: Subscription,
  page: PagePast,
  blocked: Set<string>,
): Promise<number> {
  const batch: ParkingBatch = { client, subscription, blocked, parked: 0 }
  await handleSome(batch, page.events, true)
  if (page.damaged !== undefined) {
    const event = damagedEventOf(page.scannedTo, page.damaged)
    await parkUnlessSkipped(batch, event, event.stream ?? String(event.position), page.damaged.message)
  }
  return batch.parked
}

/** All at once; if that fails, one half after the other, until the bad one is alone. */
export async function handleSome(
  batch: ParkingBatch,
  events: readonly StoredEvent[],
  isSet = false,
): Promise<void> {
  const { client, subscription, blocked } = batch
  const free: StoredEvent[] = []
  for (const event of events) {
    const subject = subjectOf(subscription, event)
    if (blocked.has(subject)) await park(batch, { event, subject, error: WAITS })
    else free.push(event)
  }
  if (free.length === 0) return
  try {
    return await inSavepoint(client, () => handleDecrypted(subscription, free, client), isSet)
  } catch (error) {
    if (!isEventsFault(error)) throw error
    const [event, ...more] = free
    if (more.length === 0)
      return parkUnlessSkipped(batch, event!, subjectOf(subscription, event!), causeText(error))
  }
  const middle = Math.ceil(free.length / 2)
  await handleSome(batch, free.slice(0, middle))
  await handleSome(batch, free.slice(middle))
}

const handleDecrypted = async (
  { handle, decrypt }: Subscription,
  events: readonly StoredEvent[],
  client: pg.PoolClient,
): Promise<void> => handle((await decrypt?.(events)) ?? events, client)

function subjectOf({ subjectOf: of }: Subscription, event: StoredEvent): string {
  try {
    return of(event)
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

export async function parkUnlessSkipped(
  batch: ParkingBatch,
  event: ParkedEvent,
  subject: string,
  error: string,
): Promise<void> {
  const isSkipped = (await batch.subscription.isSkipped?.(event.position)) === true
  await park(batch, { event, subject, error, isSkipped })
  if (!isSkipped) batch.blocked.add(subject)
}

interface Parked {
  readonly event: ParkedEvent
  readonly subject: string
  /** Repeats no values, which nobody could erase outside of the log. */
  readonly error: string
  readonly isSkipped?: boolean
}

async function park(
  batch: ParkingBatch,
  { event, subject, error, isSkipped = false }: Parked,
): Promise<void> {
  const { client, subscription, blocked } = batch
  batch.parked += 1
  if (blocked.size + batch.parked > PARKED_MAX)
    throw new TryAgain(`${subscription.name}: more than ${PARKED_MAX} events are parked`)
  const { position, id = null, type = null, stream = null, revision = null } = event
  const cause = error.slice(0, CAUSE_CHARS_MAX)
  await client.query(
    `insert into kernel.parked (name, position, event_id, type, stream, revision, subject, error, is_skipped, parked_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, coalesce($10, now()))`,
    [
      subscription.name,
      position,
      id,
      type,
      stream,
      revision,
      subject,
      cause,
      isSkipped,
      batch.parkedAt?.get(position) ?? null,
    ],
  )
}

function damagedEventOf(position: Position, { facts }: StoreError): ParkedEvent {
  const { id, type, stream, revision } = facts
  return {
    position,
    ...(typeof id === 'string' ? { id } : {}),
    ...(typeof type === 'string' ? { type } : {}),
    ...(typeof stream === 'string' ? { stream } : {}),
    ...(typeof revision === 'bigint' ? { revision } : {}),
  }
}
