import { visitStream } from '@app/contracts/events/visit.ts'
import type { ComingEvent } from './fill-log.ts'
import { USER_AGENTS } from './phone.ts'

export const TAPPED_PROFILE = '5b0c2a5e-64a5-4c0e-9d51-6f8e6b1f7a31'

/** A first tap, which counts as a visit. Smaller than 500 bytes, as real taps are. */
export function tapOf({
  visitId,
  visitorId,
}: Readonly<Record<'visitId' | 'visitorId', string>>): ComingEvent {
  const meta = {
    actor: { kind: 'visitor', id: visitorId },
    occurredAt: '2026-09-01T12:00:00.000Z',
    correlationId: visitId,
    causationId: null,
  } as const
  const data = {
    profileId: TAPPED_PROFILE,
    visitorId,
    visitId,
    source: 'nfc',
    userAgent: USER_AGENTS[0],
    language: 'es-CL,es;q=0.9',
    request: 'get',
  }
  return {
    stream: visitStream(visitId),
    event: { id: visitId, type: 'ProfileTapped', version: 2, data, meta },
  }
}
