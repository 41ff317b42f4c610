import type { Actor } from '@app/contracts/event-store.ts'
import type { Source } from '@app/contracts/traffic/traffic-kinds.ts'
import { arriving, type Arriving, type TrafficEvent } from './event.ts'
import { intBelow, uuidOf, type Random } from './random.ts'

export interface Shared {
  readonly profileId: string
  readonly visitorId: string
  readonly visitId: string
  readonly source: Source
  readonly referrer?: string
  readonly userAgent: string
  readonly language?: string
  readonly request: 'get' | 'head' | 'part'
}

export interface VisitEvents {
  readonly events: readonly Arriving[]
  tap(): void
  /** A second tap with its own visit id. */
  tapAgain(withinMs: number): void
  later(withinMs: number, event: TrafficEvent): void
}

/** The shortest time between two events of a visit. */
const DEED_MS_MIN = 1_500
const LATE = 0.004
const LATE_MS_MAX = 3 * 86_400_000

export function createVisitEvents(
  random: Random,
  shared: Shared,
  { atMs: beginMs, actor }: { readonly atMs: number; readonly actor: Actor },
): VisitEvents {
  const events: Arriving[] = []
  // A phone without a network sends later.
  const lateMs = random() < LATE ? Math.floor(random() ** 4 * LATE_MS_MAX) : 0
  let atMs = beginMs
  const add = (id: string, visitId: string, event: TrafficEvent): void => {
    events.push(arriving(event, { id, atMs, lateMs, actor, visitId }))
  }
  const tapAs = (visitId: string): void =>
    add(visitId, visitId, { type: 'ProfileTapped', data: { ...shared, visitId } })
  return {
    events,
    tap: () => tapAs(shared.visitId),
    tapAgain: (withinMs) => {
      atMs += DEED_MS_MIN + intBelow(random, withinMs - DEED_MS_MIN)
      tapAs(uuidOf(random))
    },
    later: (withinMs, event) => {
      atMs += DEED_MS_MIN + intBelow(random, withinMs - DEED_MS_MIN)
      add(uuidOf(random), shared.visitId, event)
    },
  }
}
