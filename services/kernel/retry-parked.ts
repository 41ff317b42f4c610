import {
  isStoreError,
  positionOf,
  START,
  type Position,
  type StoredEvent,
} from '@app/contracts/event-store.ts'
import { causeText } from '../platform/observability/error-cause.ts'
import { inTransaction } from '../platform/postgres/in-transaction.ts'
import type pg from 'pg'
import { handleSome, parkUnlessSkipped, type ParkingBatch } from './parking.ts'
import { openingOf } from './step.ts'
import type { Subscription } from './subscription.ts'

export interface WantedRetry {
  /** With it all of its subject, which follow each other. Absent: all. */
  readonly position?: Position | undefined
  /** Where the turn before ended. */
  readonly after?: Position | undefined
}

export interface Retried {
  /** How many are parked no more, as they fit now or are skipped. */
  readonly gone: number
  /** Undefined: all were tried. */
  readonly next: Position | undefined
}

/** In one transaction, for which the subscription waits. */
export const RETRIED_MAX = 500

interface ParkedRow {
  readonly position: string
  readonly subject: string
  readonly error: string
  readonly stream: string | null
  readonly revision: string | null
  readonly erasure_stream: string | null
  readonly parked_at: Date
  /** An earlier one of its subject is parked, and was tried before. */
  readonly is_behind: boolean
}

/** Handles parked events again, of each subject in order, until one is refused. Any process may do it. */
export function retryParked(
  db: pg.Pool,
  subscription: Subscription,
  { position, after = START }: WantedRetry,
): Promise<Retried> {
  return inTransaction(
    db,
    async (client) => {
      const { rows } = await client.query<ParkedRow>(
        `select *, exists (select from kernel.parked q where q.name = p.name and q.subject = p.subject
             and q.position <= $2 and not q.is_skipped) as is_behind
         from kernel.parked p where name = $1 and position > $2 and not is_skipped
           and ($3::bigint is null or subject = (select subject from kernel.parked
             where name = $1 and position = $3 and not is_skipped))
         order by position limit ${RETRIED_MAX}`,
        [subscription.name, after, position ?? null],
      )
      const free = rows.filter((row) => !row.is_behind)
      const left = free.length === 0 ? 0 : await handleAgain(client, subscription, free)
      const next = rows.length < RETRIED_MAX ? undefined : positionOf(rows.at(-1)!.position)
      return { gone: free.length - left, next }
    },
    openingOf(subscription),
  )
}

/** @returns how many are parked again */
async function handleAgain(
  client: pg.PoolClient,
  subscription: Subscription,
  rows: readonly ParkedRow[],
): Promise<number> {
  const positions = rows.map((row) => row.position)
  await client.query('delete from kernel.parked where name = $1 and position = any($2::bigint[])', [
    subscription.name,
    positions,
  ])
  const batch: ParkingBatch = {
    client,
    subscription,
    blocked: new Set(),
    parkedAt: new Map(rows.map((row) => [positionOf(row.position), row.parked_at])),
    parked: 0,
  }
  const events = new Map<Position, StoredEvent>()
  const handleRead = async (): Promise<void> => {
    await handleSome(
      batch,
      [...events.values()].toSorted((one, other) => (one.position < other.position ? -1 : 1)),
    )
    events.clear()
  }
  for (const row of rows) {
    const found = await readAgain(subscription, row)
    if (typeof found === 'string') {
      await handleRead()
      const unread = { position: positionOf(row.position), ...placeIn(row) }
      await parkUnlessSkipped(batch, unread, row.subject, found)
    } else for (const event of found) events.set(event.position, event)
  }
  await handleRead()
  const { rows: left } = await client.query<{ n: number }>(
    'select count(*)::int as n from kernel.parked where name = $1 and position = any($2::bigint[]) and not is_skipped',
    [subscription.name, positions],
  )
  return left[0]!.n
}

const placeIn = ({ stream, revision }: ParkedRow) =>
  stream === null || revision === null ? {} : { stream, revision: BigInt(revision) }

/** @returns the event, and the erasure of its person that came after it; or why it cannot be read */
async function readAgain(
  { log }: Subscription,
  { position, stream, revision, erasure_stream: erasureStream, error }: ParkedRow,
): Promise<readonly StoredEvent[] | string> {
  if (stream === null || revision === null) return error
  try {
    const [event] = await log.readStream(stream, { from: BigInt(revision), limit: 1 })
    if (event?.position !== positionOf(position)) return `the log has no such event in ${stream}`
    return erasureStream === null ? [event] : [event, ...(await log.readStream(erasureStream, { limit: 1 }))]
  } catch (cause) {
    if (isStoreError(cause, 'Corrupt')) return causeText(cause)
    throw cause
  }
}
