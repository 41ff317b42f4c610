import { interactionStream } from '@app/contracts/taps/interaction-events.ts'
import { visitStream } from '@app/contracts/taps/visit-events.ts'
import type { ComingEvent } from './in-flight.ts'

const TAPPED_PROFILE = '5b0c2a5e-64a5-4c0e-9d51-6f8e6b1f7a31'

export const USER_AGENT =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1'

/** A first tap, which counts as a visit. Smaller than 500 bytes, as real taps are. */
export function tapOf(visitId: string, visitorId: string, profileId = TAPPED_PROFILE): ComingEvent {
  const common = { profileId, visitorId, visitId, userAgent: USER_AGENT, language: 'es-CL,es;q=0.9' }
  const data = { ...common, source: 'nfc', request: 'get' }
  const meta = metaOf(visitId, visitorId, '2026-09-01T12:00:00.000Z')
  return {
    stream: visitStream(visitId),
    event: { id: visitId, type: 'ProfileTapped', version: 1, data, meta },
  }
}

export function clickOf(eventId: string, visitorId: string, at: string): ComingEvent {
  const profileId = TAPPED_PROFILE
  const data = { profileId, visitorId, network: 'whatsapp', userAgent: USER_AGENT, request: 'get' }
  const meta = metaOf(eventId, visitorId, at)
  return {
    stream: interactionStream(eventId),
    event: { id: eventId, type: 'LinkClicked', version: 1, data, meta },
  }
}

const metaOf = (id: string, visitorId: string, occurredAt: string) =>
  ({ actor: { kind: 'visitor', id: visitorId }, occurredAt, correlationId: id, causationId: null }) as const
