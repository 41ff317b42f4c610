import type { StoredEvent } from '@app/contracts/event-store.ts'
import { UnknownEventVersion } from '@app/contracts/events/catalogue.ts'
import { causeText } from '@app/observability/error-cause.ts'
import type pg from 'pg'
import type { Build } from './build.ts'
import type { UnreadableEvent } from './feed.ts'
import type { Projection } from './projection.ts'
import { ProjectionStopped } from './stopped.ts'

/** An event that cannot be read or folded, or that waits behind one. */
export type Parked = UnreadableEvent

export const WAITS = 'waits behind a parked event of the same subject'

/** An event that its projection could read. */
export interface ReadEvent {
  readonly event: StoredEvent
  readonly subject: string
  readonly fact: unknown
}

/** Parks an event that does not fit, and later ones of its subject; the others go on. */
export function sortOut(
  projection: Projection,
  events: readonly StoredEvent[],
  blocked: Set<string>,
): { readonly facts: ReadEvent[]; readonly parked: Parked[] } {
  const facts: ReadEvent[] = []
  const parked: Parked[] = []
  for (const event of events) {
    const subject = subjectOf(projection, event)
    if (blocked.has(subject)) {
      parked.push({ event, subject, error: WAITS })
      continue
    }
    try {
      facts.push({ event, subject, fact: projection.read(event) })
    } catch (error) {
      if (error instanceof UnknownEventVersion) throw new ProjectionStopped(error.message)
      blocked.add(subject)
      parked.push({ event, subject, error: parkedCause(error) })
    }
  }
  return { facts, parked }
}

function subjectOf(projection: Projection, event: StoredEvent): string {
  try {
    return projection.subjectOf(event)
  } catch {
    return event.stream
  }
}

/** Stores an event that could not be folded, with its error, for people to inspect. */
export async function park(
  client: pg.PoolClient,
  build: Build,
  parked: readonly Parked[],
  now: Date,
): Promise<void> {
  if (parked.length === 0) return
  await client.query(
    `insert into projection.parked (build, position, event_id, type, subject, error, parked_at)
     select $1, p.position, p.event_id, p.type, p.subject, p.error, $7
     from unnest($2::bigint[], $3::uuid[], $4::text[], $5::text[], $6::text[]) p(position, event_id, type, subject, error)`,
    [
      build.name,
      parked.map(({ event }) => event.position),
      parked.map(({ event }) => event.id ?? null),
      parked.map(({ event }) => event.type ?? null),
      parked.map(({ subject }) => subject),
      parked.map(({ error }) => error),
      now,
    ],
  )
}

const CAUSE_CHARS_MAX = 1_000

/** The reason why an event is parked, without its values, which nobody could erase outside of the log. */
export const parkedCause = (error: unknown): string => causeText(error).slice(0, CAUSE_CHARS_MAX)
