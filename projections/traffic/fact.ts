import type {
  Device,
  Exclusion,
  Network,
  Referrer,
  Source,
  TrafficKind,
} from '@app/contracts/traffic/traffic-kinds.ts'

export interface Fact {
  readonly profileId: string
  readonly visitorId: string
  readonly position: bigint
  readonly eventId: string
  /** Event time, in ms since 1970. */
  readonly at: number
  readonly kind: TrafficKind
  readonly network: Network | null
  readonly source: Source
  readonly referrer: Referrer
  readonly device: Device
  /** Why the fact does not count, regardless of the visitor's other facts. */
  readonly ownExclusion: Exclusion | null
}

export interface JudgedFact extends Fact {
  readonly reason: Exclusion | null
}
