import { auditStream } from '@app/contracts/events/record.ts'
import { skipIdOf } from '@app/event-store/ids.ts'
import type { Feed } from '../feed.ts'
import type { HeldSubjects } from './sort-out.ts'

/** Asked only for an event that does not fit, in each build: so a rebuild skips what the rows of today skip. */
export const skipsOf =
  (feed: Pick<Feed, 'eventAt'>, projection: string): HeldSubjects['isSkipped'] =>
  async (position) =>
    (await feed.eventAt(auditStream(skipIdOf(projection, position)), 0n)) !== undefined
