import { positionOf, type Position } from '@app/contracts/event-store.ts'
import type pg from 'pg'
import { WAITS } from '@app/kernel/parking.ts'

type Db = Pick<pg.Pool, 'query'>

/** An event that the rows which queries see lack, and that nobody has skipped. */
export interface ListedParked {
  readonly position: Position
  /** Null where nobody can read it. */
  readonly type: string | null
  readonly eventId: string | null
  /** Undefined while it waits for another. */
  readonly error: string | undefined
  /** The first parked event of its subject, if that is another. */
  readonly waitsFor: Position | undefined
  readonly parkedAt: Date
}

interface RawRow {
  readonly position: string
  readonly first: string
  readonly type: string | null
  readonly event_id: string | null
  readonly error: string
  readonly parked_at: Date
}

const SELECT = `
  select position, type, event_id, error, parked_at,
    (select min(q.position) from kernel.parked q
     where q.name = p.name and q.subject = p.subject and not q.is_skipped) as first
  from kernel.parked p
  where name = (select build from projection.builds where projection = $1 and state = 'active')
    and not is_skipped`

const listedOf = (row: RawRow): ListedParked => ({
  position: positionOf(row.position),
  type: row.type,
  eventId: row.event_id,
  error: row.error === WAITS ? undefined : row.error,
  waitsFor: row.first === row.position ? undefined : positionOf(row.first),
  parkedAt: row.parked_at,
})

/** In the order of the log. */
export async function listParked(
  db: Db,
  projection: string,
  { after, limit }: { readonly after: Position; readonly limit: number },
): Promise<readonly ListedParked[]> {
  const { rows } = await db.query<RawRow>(`${SELECT} and position > $2 order by position limit $3`, [
    projection,
    after,
    limit,
  ])
  return rows.map(listedOf)
}

export async function findParked(
  db: Db,
  projection: string,
  position: Position,
): Promise<ListedParked | undefined> {
  const { rows } = await db.query<RawRow>(`${SELECT} and position = $2`, [projection, position])
  return rows[0] && listedOf(rows[0])
}

/** More than these are counted as one more. */
const COUNTED_MAX = 100_000

/** By the projection; one without any is absent. */
export async function countParked(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{ projection: string; parked: number }>(
    `select b.projection, p.parked from projection.builds b cross join lateral (
       select count(*)::integer as parked from (
         select from kernel.parked q where q.name = b.build and not q.is_skipped limit ${COUNTED_MAX + 1}) counted) p
     where b.state = 'active' and p.parked > 0`,
  )
  return new Map(rows.map(({ projection, parked }) => [projection, parked]))
}
