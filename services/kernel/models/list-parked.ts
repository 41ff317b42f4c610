import { positionOf, type Position } from '@app/contracts/event-store.ts'
import type pg from 'pg'
import { WAITS } from '../parking.ts'
import { retryParked, type Retried, type WantedRetry } from '../retry-parked.ts'
import { listBuilds } from './builds.ts'
import { subscriptionOf, type FoldDeps } from './fold-build.ts'
import type { Projection } from './projection.ts'

type Db = Pick<pg.Pool, 'query'>

/** An event that the rows which queries see lack, and that nobody has skipped. */
export interface ListedParked {
  readonly position: Position
  /** Null where nobody can read it. */
  readonly type: string | null
  readonly eventId: string | null
  /** Null while it waits for another. */
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

/** In the order of the log. */
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

/** Folds parked events again, in each build of this program's version. @returns the outcome in the build that queries see */
export async function retryInBuilds(
  deps: FoldDeps,
  projection: Projection,
  wanted: WantedRetry,
): Promise<Retried> {
  let [gone, next]: [number, Position | undefined] = [0, undefined]
  for (const build of await listBuilds(deps.db)) {
    if (build.projection !== projection.name || build.version !== projection.version) continue
    const turn = await retryParked(deps.db, subscriptionOf(deps, projection, build.name), wanted)
    if (build.state === 'active') gone = turn.gone
    if (turn.next !== undefined && (next === undefined || turn.next < next)) next = turn.next
  }
  return { gone, next }
}
