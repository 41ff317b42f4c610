import { liveFact, type LiveFact, type LiveMessage } from '@app/contracts/api/live.ts'
import { positionOf, type Position } from '@app/contracts/event-store.ts'
import type { SeenFact } from '@app/projections/live/queries.ts'

const RETRY_MS = 2_000

/** How long to wait before asking again; sent at once, so that whoever asked knows that it stands. */
export const GREETING = `retry: ${RETRY_MS}\n\n`
/** A comment: nobody's message, but proxies and readers see that the line lives. */
export const HEARTBEAT = ':\n\n'

/** @param id up to where in the log the reader knows everything from now on */
export function messageText({ type, ...data }: LiveMessage, id?: Position): string {
  const place = id === undefined ? '' : `id: ${id}\n`
  return `${place}event: ${type}\ndata: ${JSON.stringify(data)}\n\n`
}

export const liveFactOf = ({ eventId, at, kind, network, source, device, reason }: SeenFact): LiveFact =>
  liveFact.parse({
    id: eventId,
    at: new Date(at).toISOString(),
    kind,
    network,
    source,
    device,
    excluded: reason,
  })

const POSITION = /^\d{1,20}$/

/** What a reader says it knows; what is no position says nothing. */
export const lastEventIdOf = (header: string | string[] | undefined): Position | undefined =>
  typeof header === 'string' && POSITION.test(header) ? positionOf(header) : undefined
