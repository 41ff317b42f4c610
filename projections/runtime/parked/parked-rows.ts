import { positionOf, type Position, type Revision, type StoredEvent } from '@app/contracts/event-store.ts'
import type pg from 'pg'
import { ERASED, subjectIn, subjectsMeant } from '../../erasure.ts'
import type { Build } from '../builds.ts'
import type { Parked } from './sort-out.ts'

type Db = Pick<pg.Pool, 'query'>
type Named = Pick<Build, 'name'>

/** Stores events that could not be folded, with their errors, for people to inspect. */
export async function park(db: Db, { name }: Named, parked: readonly Parked[], now: Date): Promise<void> {
  if (parked.length === 0) return
  await db.query(
    `insert into projection.parked
       (build, position, event_id, type, subject, error, stream, revision, is_skipped, parked_at)
     select $1, p.*, $10 from unnest($2::bigint[], $3::uuid[], $4::text[], $5::text[], $6::text[], $7::text[],
       $8::bigint[], $9::boolean[]) p`,
    [
      name,
      parked.map(({ event }) => event.position),
      parked.map(({ event }) => event.id ?? null),
      parked.map(({ event }) => event.type ?? null),
      parked.map(({ subject }) => subject),
      parked.map(({ error }) => error),
      parked.map(({ event }) => event.stream ?? null),
      parked.map(({ event }) => event.revision ?? null),
      parked.map(({ isSkipped = false }) => isSkipped),
      now,
    ],
  )
}

/** An erasure does not wait behind parked events of its person: once these are folded, it is folded again. */
export async function noteErasures(db: Db, { name }: Named, events: readonly StoredEvent[]): Promise<void> {
  for (const event of events.filter(({ type }) => type === ERASED))
    await db.query(
      `update projection.parked set erasure_stream = $2
       where build = $1 and position < $3 and (stream = $4 or subject = any($5::text[]))`,
      [name, event.stream, event.position, subjectIn(event), subjectsMeant(event)],
    )
}

/** A parked event as it is read to be folded again. */
export interface ParkedRow {
  readonly position: Position
  readonly subject: string
  readonly error: string
  /** Null where nobody could read the event. */
  readonly stream: string | null
  readonly revision: Revision | null
  readonly erasureStream: string | null
  /** An earlier one of its subject is parked, and was tried before. */
  readonly isBehind: boolean
}

interface RawRow {
  readonly position: string
  readonly subject: string
  readonly error: string
  readonly stream: string | null
  readonly revision: string | null
  readonly erasure_stream: string | null
  readonly is_behind: boolean
}

export interface ParkedSpan {
  readonly after: Position
  readonly limit: number
  /** Undefined: of all. */
  readonly subject: string | undefined
}

/** Those that are not skipped, in the order of the log. */
export async function nextParked(
  db: Db,
  { name }: Named,
  { after, limit, subject }: ParkedSpan,
): Promise<readonly ParkedRow[]> {
  const { rows } = await db.query<RawRow>(
    `select position, subject, error, stream, revision, erasure_stream,
            exists (select from projection.parked q where q.build = p.build and q.subject = p.subject
                    and q.position <= $2 and not q.is_skipped) as is_behind
     from projection.parked p
     where build = $1 and position > $2 and not is_skipped and ($4::text is null or subject = $4)
     order by position limit $3`,
    [name, after, limit, subject ?? null],
  )
  return rows.map((row) => ({
    position: positionOf(row.position),
    subject: row.subject,
    error: row.error,
    stream: row.stream,
    revision: row.revision === null ? null : BigInt(row.revision),
    erasureStream: row.erasure_stream,
    isBehind: row.is_behind,
  }))
}

/** Of an event that is parked there and not skipped. */
export async function findParkedSubject(
  db: Db,
  { name }: Named,
  position: Position,
): Promise<string | undefined> {
  const { rows } = await db.query<{ subject: string }>(
    'select subject from projection.parked where build = $1 and position = $2 and not is_skipped',
    [name, position],
  )
  return rows[0]?.subject
}

export async function removeParked(db: Db, { name }: Named, positions: readonly Position[]): Promise<void> {
  await db.query('delete from projection.parked where build = $1 and position = any($2::bigint[])', [
    name,
    positions,
  ])
}

/** The row of a skipped event stays: whoever counts on a read model has to know what it lacks. */
export async function changeParked(db: Db, { name }: Named, parked: readonly Parked[]): Promise<void> {
  await db.query(
    `update projection.parked p set error = c.error, is_skipped = c.is_skipped
     from unnest($2::bigint[], $3::text[], $4::boolean[]) c(position, error, is_skipped)
     where p.build = $1 and p.position = c.position and (p.error, p.is_skipped) <> (c.error, c.is_skipped)`,
    [
      name,
      parked.map(({ event }) => event.position),
      parked.map(({ error }) => error),
      parked.map(({ isSkipped = false }) => isSkipped),
    ],
  )
}
