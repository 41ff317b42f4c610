import type { Position } from '@app/contracts/event-store.ts'
import { auditStream } from '@app/contracts/events/record.ts'
import { derivedId } from '@app/event-store/ids.ts'
import type { Feed } from '../feed.ts'
import type { HeldSubjects } from './sort-out.ts'

/** Of the event that says so, and of its stream: to skip an event twice is the same append, from whichever process. */
export const skipIdOf = (projection: string, position: Position): string =>
  derivedId(`skip ${projection} ${position}`)

/** Asked only for an event that does not fit, in each build: so a rebuild skips what the rows of today skip. */
export const skipsOf =
  (feed: Pick<Feed, 'eventAt'>, projection: string): HeldSubjects['isSkipped'] =>
  async (position) =>
    (await feed.eventAt(auditStream(skipIdOf(projection, position)), 0n)) !== undefined
