import { positionOf, type Position } from '@app/contracts/event-store.ts'
import { causeText } from '@app/observability/error-cause.ts'
import type pg from 'pg'

type Db = Pick<pg.Pool, 'query'>

/** A build that is made beside the live one on request, to its end. */
export interface Rebuild {
  readonly build: string
  readonly position: Position
  /** Read so far. */
  readonly events: number
  /** It was as far as the log at least once. */
  readonly hasCaughtUp: boolean
  readonly isPaused: boolean
  readonly error: string | null
  /** Null: not compared. */
  readonly differing: number | null
}

/** What stands beside a projection's live build. */
export interface Beside {
  readonly projection: string
  /** That the live build was made of; null where it is older than their count. */
  readonly eventsInUse: number | null
  readonly rebuild: Rebuild | undefined
  /** When the build to which one can go back was replaced. */
  readonly replacedAt: Date | null
}

interface Row {
  readonly projection: string
  readonly live_events: string | null
  readonly build: string | null
  readonly position: string
  readonly events: string | null
  readonly has_caught_up: boolean
  readonly is_paused: boolean
  readonly error: string | null
  readonly differing: string | null
  readonly replaced_at: Date | null
}

const SELECT = `
select live.projection, live.events as live_events, kept.replaced_at, made.*
from projection.builds live
left join lateral (
  select build, position, events, caught_up_at is not null as has_caught_up, is_paused, error, differing
  from projection.builds
  where projection = live.projection and version = live.version and state = 'building' and until is null
    and build <> concat(projection, '_v', version) and build <> concat(projection, '_verify')
  order by created_at desc limit 1
) made on true
left join lateral (
  select max(kept_at) as replaced_at from projection.builds
  where projection = live.projection and version = live.version and state = 'kept' and error is null
) kept on true
where live.state = 'active'`

export async function listBeside(db: Db): Promise<readonly Beside[]> {
  const { rows } = await db.query<Row>(SELECT)
  return rows.map(besideOf)
}

export async function findBeside(db: Db, projection: string): Promise<Beside | undefined> {
  const { rows } = await db.query<Row>(`${SELECT} and live.projection = $1`, [projection])
  return rows[0] && besideOf(rows[0])
}

const countOf = (text: string | null): number | null => (text === null ? null : Number(text))

function besideOf(row: Row): Beside {
  const { projection, live_events, build, replaced_at: replacedAt, ...made } = row
  const rebuild =
    build === null
      ? undefined
      : {
          build,
          position: positionOf(made.position),
          events: countOf(made.events) ?? 0,
          hasCaughtUp: made.has_caught_up,
          isPaused: made.is_paused,
          error: made.error,
          differing: countOf(made.differing),
        }
  return { projection, eventsInUse: countOf(live_events), rebuild, replacedAt }
}

/** Nobody folds a paused build. One that goes on starts without its last error. */
export async function setPaused(db: Db, build: string, isPaused: boolean): Promise<void> {
  await db.query(
    "update projection.builds set is_paused = $2, error = null where build = $1 and state = 'building'",
    [build, isPaused],
  )
}

export async function noteCompared(db: Db, build: string, differing: number): Promise<void> {
  await db.query('update projection.builds set differing = $2 where build = $1', [build, differing])
}

export async function noteCaughtUp(db: Db, build: string, now: Date): Promise<void> {
  await db.query('update projection.builds set caught_up_at = $2 where build = $1 and caught_up_at is null', [
    build,
    now,
  ])
}

/** @param error undefined: it goes on */
export async function noteError(db: Db, build: string, error: unknown): Promise<void> {
  const text = error === undefined ? null : causeText(error)
  await db.query('update projection.builds set error = $2 where build = $1 and error is distinct from $2', [
    build,
    text,
  ])
}
