import { interactionStream } from '@app/contracts/events/interaction-events.ts'
import { visitStream } from '@app/contracts/events/visit-events.ts'
import type { ComingEvent } from './fill-log.ts'
import { USER_AGENTS } from './phone.ts'

export const TAPPED_PROFILE = '5b0c2a5e-64a5-4c0e-9d51-6f8e6b1f7a31'

/** A first tap, which counts as a visit. Smaller than 500 bytes, as real taps are. */
export function tapOf({
  visitId,
  visitorId,
  profileId = TAPPED_PROFILE,
}: Readonly<Record<'visitId' | 'visitorId', string>> & { readonly profileId?: string }): ComingEvent {
  const meta = metaOf(visitId, visitorId, '2026-09-01T12:00:00.000Z')
  const data = {
    profileId,
    visitorId,
    visitId,
    source: 'nfc',
    userAgent: USER_AGENTS[0],
    language: 'es-CL,es;q=0.9',
    request: 'get',
  }
  return {
    stream: visitStream(visitId),
    event: { id: visitId, type: 'ProfileTapped', version: 1, data, meta },
  }
}

export interface BenchClick {
  readonly eventId: string
  readonly profileId: string
  readonly visitorId: string
  readonly at: string
}

export function clickOf({ eventId, profileId, visitorId, at }: BenchClick): ComingEvent {
  const data = { profileId, visitorId, network: 'whatsapp', userAgent: USER_AGENTS[0], request: 'get' }
  const meta = metaOf(eventId, visitorId, at)
  return {
    stream: interactionStream(eventId),
    event: { id: eventId, type: 'LinkClicked', version: 1, data, meta },
  }
}

const metaOf = (id: string, visitorId: string, occurredAt: string) =>
  ({ actor: { kind: 'visitor', id: visitorId }, occurredAt, correlationId: id, causationId: null }) as const
