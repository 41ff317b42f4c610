import type { Actor, NewEvent } from '@app/contracts/event-store.ts'
import { definitionOf, type DomainEvent } from '@app/contracts/events/catalogue.ts'
import { interactionStream } from '@app/contracts/events/interaction-events.ts'
import { visitStream } from '@app/contracts/events/visit-events.ts'

export interface GeneratedEvent {
  readonly stream: string
  readonly event: NewEvent
}

export interface Arriving {
  readonly happenedMs: number
  readonly arrivesMs: number
  readonly generated: GeneratedEvent
}

export type TrafficEvent = Extract<
  DomainEvent,
  { type: 'ProfileTapped' | 'LinkClicked' | 'ContactDownloaded' | 'VisitorIdentified' | 'PagePreviewed' }
>

export interface Happening {
  readonly id: string
  readonly atMs: number
  readonly lateMs: number
  readonly actor: Actor
  readonly visitId: string
}

/** Adds the envelope and the stream that the product would choose. */
export function arriving(
  { type, data }: TrafficEvent,
  { id, atMs, lateMs, actor, visitId }: Happening,
): Arriving {
  const occurredAt = new Date(atMs).toISOString()
  const meta = { actor, occurredAt, correlationId: visitId, causationId: null }
  const event = { id, type, version: definitionOf(type).version, data, meta }
  const stream = type === 'ProfileTapped' ? visitStream(id) : interactionStream(id)
  return { happenedMs: atMs, arrivesMs: atMs + lateMs, generated: { stream, event } }
}
