import type { Position, StoredEvent } from '@app/contracts/event-store.ts'
import { causeText } from '@app/observability/error-cause.ts'
import type { UnreadableEvent } from '../feed.ts'
import type { Projection } from '../projection.ts'

/** An event that cannot be read or folded, or that waits behind one. */
export interface Parked extends UnreadableEvent {
  /** An administrator has skipped it: later events of its subject do not wait. */
  readonly isSkipped?: boolean
}

export const WAITS = 'waits behind a parked event of the same subject'

/** An event that its projection could read. */
export interface ReadEvent {
  readonly event: StoredEvent
  readonly subject: string
  readonly fact: unknown
}

/** An event to be folded. */
export type Entry = Omit<ReadEvent, 'fact'> | UnreadableEvent

/** What holds a subject's events back. */
export interface HeldSubjects {
  /** Subjects with a parked event that is not skipped. */
  readonly blocked: Set<string>
  readonly isSkipped: (position: Position) => Promise<boolean>
}

/** Parks an event that does not fit, and later ones of its subject; the others go on. */
export async function sortOut(
  projection: Pick<Projection, 'read'>,
  entries: readonly Entry[],
  blocking: HeldSubjects,
): Promise<{ readonly facts: ReadEvent[]; readonly parked: Parked[] }> {
  const facts: ReadEvent[] = []
  const parked: Parked[] = []
  for (const entry of entries) {
    if (!('error' in entry) && blocking.blocked.has(entry.subject)) {
      parked.push({ ...entry, error: WAITS })
      continue
    }
    const read = readOne(projection, entry)
    if ('fact' in read) facts.push(read)
    else parked.push(await refused(read, blocking))
  }
  return { facts, parked }
}

/** @returns what is to be parked; from now on its subject's events wait for it, unless it is skipped */
export async function refused(one: UnreadableEvent, { blocked, isSkipped }: HeldSubjects): Promise<Parked> {
  if (await isSkipped(one.event.position)) return { ...one, isSkipped: true }
  blocked.add(one.subject)
  return one
}

function readOne(projection: Pick<Projection, 'read'>, entry: Entry): ReadEvent | UnreadableEvent {
  if ('error' in entry) return entry
  const { event, subject } = entry
  try {
    return { event, subject, fact: projection.read(event) }
  } catch (error) {
    return { event, subject, error: parkedCause(error) }
  }
}

export function subjectOf(projection: Projection, event: StoredEvent): string {
  try {
    return projection.subjectOf(event)
  } catch {
    return event.stream
  }
}

const CAUSE_CHARS_MAX = 1_000

/** The reason why an event is parked, without its values, which nobody could erase outside of the log. */
export const parkedCause = (error: unknown): string => causeText(error).slice(0, CAUSE_CHARS_MAX)
