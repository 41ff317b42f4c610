import { liveFact, type LiveFact, type LiveMessage } from '@app/contracts/api/live-calls.ts'
import { positionOf, type Position } from '@app/contracts/event-store.ts'
import type { SeenFact } from '@app/projections/live/queries.ts'

const RETRY_MS = 2_000

/** Sent at once, so that the client knows that the stream is open. */
export const GREETING = `retry: ${RETRY_MS}\n\n`
/** An SSE comment: no message, but proxies and readers see that the connection lives. */
export const HEARTBEAT = ':\n\n'

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

export const lastEventIdOf = (header: string | string[] | undefined): Position | undefined =>
  typeof header === 'string' && POSITION.test(header) ? positionOf(header) : undefined
