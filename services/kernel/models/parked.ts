import {
  isStoreError,
  positionOf,
  START,
  type Position,
  type StoredEvent,
} from '@app/contracts/event-store.ts'
import { causeText } from '../../platform/observability/log.ts'
import { inTransaction } from '../../platform/postgres/in-transaction.ts'
import type pg from 'pg'
import { faultOf, WAITS } from '../handle-or-park.ts'
import { openingOf } from '../checkpoint.ts'
import type { Subscription } from '../subscription.ts'
import { listBuilds } from './builds.ts'
import { subscriptionOf, type FoldDeps } from './fold-build.ts'
import type { Projection } from './projection.ts'

type Db = Pick<pg.Pool, 'query'>

/** An event that the rows which queries see lack, and that nobody has skipped. */
export interface ListedParked {
  readonly position: Position
  readonly type: string | null
  readonly eventId: string | null
  readonly error: string | null
  /** The first parked event of its subject, if that is another. */
  readonly waitsFor: Position | undefined
  readonly parkedAt: Date
}

type Row = Omit<ListedParked, 'position' | 'waitsFor'> & {
  readonly position: string
  readonly waitsFor: string
}

const listed = async (db: Db, projection: string, where: string, values: readonly unknown[]) => {
  const { rows } = await db.query<Row>(
    `select position, type, event_id as "eventId", parked_at as "parkedAt", nullif(error, '${WAITS}') as error,
       (select min(q.position) from kernel.parked q
        where q.name = p.name and q.subject = p.subject and not q.is_skipped) as "waitsFor"
     from kernel.parked p
     where name = (select build from projection.builds where projection = $1 and state = 'active')
       and not is_skipped and ${where}`,
    [projection, ...values],
  )
  return rows.map((row): ListedParked => ({
    ...row,
    position: positionOf(row.position),
    waitsFor: row.waitsFor === row.position ? undefined : positionOf(row.waitsFor),
  }))
}

export const listParked = (
  db: Db,
  projection: string,
  { after, limit }: { readonly after: Position; readonly limit: number },
): Promise<readonly ListedParked[]> =>
  listed(db, projection, 'position > $2 order by position limit $3', [after, limit])

export const findParked = async (
  db: Db,
  projection: string,
  position: Position,
): Promise<ListedParked | undefined> => (await listed(db, projection, 'position = $2', [position]))[0]

/** More than these are counted as one more. */
const COUNTED_MAX = 100_000

export async function countParked(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{ projection: string; parked: number }>(
    `select b.projection, p.parked from projection.builds b cross join lateral (
       select count(*)::integer as parked from (
         select from kernel.parked q where q.name = b.build and not q.is_skipped limit ${COUNTED_MAX + 1}) counted) p
     where b.state = 'active' and p.parked > 0`,
  )
  return new Map(rows.map(({ projection, parked }) => [projection, parked]))
}

/** @param position one with all of its subject; absent: all @returns how many the rows that queries see lack no more */
export async function retryInBuilds(
  deps: FoldDeps,
  projection: Projection,
  position?: Position,
): Promise<number> {
  let gone = 0
  for (const build of await listBuilds(deps.db)) {
    if (build.projection !== projection.name || build.version !== projection.version) continue
    const count = await retryParked(deps.db, subscriptionOf(deps, projection, build.name), position)
    if (build.state === 'active') gone = count
  }
  return gone
}

interface ParkedRow {
  readonly position: string
  readonly subject: string
  readonly error: string
  readonly stream: string | null
  readonly revision: string | null
  readonly erasure_stream: string | null
}

/** Events of one transaction. The build's follower waits for it, and works between two of them. */
export const TURN_MAX = 500

const TRIED = `
  select * from kernel.parked
  where name = $1 and not is_skipped and position > $2 and subject = coalesce($3, subject)
  order by position limit ${TURN_MAX}`

/** Handles events of each subject in order until one is refused. */
async function retryParked(db: pg.Pool, subscription: Subscription, position?: Position): Promise<number> {
  const { name } = subscription
  const subjects = await db.query<Pick<ParkedRow, 'subject'>>(
    'select subject from kernel.parked where name = $1 and position = $2 and not is_skipped',
    [name, position],
  )
  if (position !== undefined && subjects.rows.length === 0) return 0
  const blocked = new Set<string>()
  let gone = 0
  const turn = (after: string): Promise<string | undefined> =>
    inTransaction(
      db,
      async (client) => {
        const { rows } = await client.query<ParkedRow>(TRIED, [name, after, subjects.rows[0]?.subject])
        const read: ReadRow[] = []
        for (const row of rows) read.push({ ...row, again: await readAgain(subscription, row) })
        gone += await retrySome(client, subscription, read, blocked)
        return rows[TURN_MAX - 1]?.position
      },
      openingOf(subscription),
    )
  for (let after: string | undefined = String(START); after !== undefined;) after = await turn(after)
  return gone
}

interface ReadRow extends ParkedRow {
  readonly again: Awaited<ReturnType<typeof readAgain>>
}

/** All at once, because one alone may cost as much; if that fails, one half after the other. @returns how many are gone */
async function retrySome(
  client: pg.PoolClient,
  subscription: Subscription,
  rows: readonly ReadRow[],
  blocked: Set<string>,
): Promise<number> {
  const free = rows.filter(({ subject }) => !blocked.has(subject))
  const [first, ...more] = free
  if (first === undefined) return 0
  const error =
    free.map(({ again }) => again).find((again) => typeof again === 'string') ??
    (await faultOf(
      client,
      subscription,
      free.flatMap(({ again }) => again as readonly StoredEvent[]),
    ))
  const place = [subscription.name, free.map(({ position }) => position)]
  if (error === undefined) {
    await client.query('delete from kernel.parked where name = $1 and position = any($2)', place)
    return free.length
  }
  if (more.length > 0) {
    const middle = Math.ceil(free.length / 2)
    const before = await retrySome(client, subscription, free.slice(0, middle), blocked)
    return before + (await retrySome(client, subscription, free.slice(middle), blocked))
  }
  const skipped = (await subscription.isSkipped?.(positionOf(first.position))) === true
  if (!skipped) blocked.add(first.subject)
  await client.query(
    'update kernel.parked set error = $3, is_skipped = $4 where name = $1 and position = any($2)',
    [...place, error, skipped],
  )
  return skipped ? 1 : 0
}

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
