import type {
  Device,
  Exclusion,
  Network,
  Referrer,
  Source,
  TrafficKind,
} from '@app/contracts/traffic/traffic.ts'

/** One traffic event of one visitor on one profile. */
export interface Fact {
  readonly profileId: string
  readonly visitorId: string
  readonly position: bigint
  readonly eventId: string
  /** When it happened, in milliseconds. */
  readonly at: number
  readonly kind: TrafficKind
  readonly network: Network | null
  readonly source: Source
  readonly referrer: Referrer
  readonly device: Device
  /** Why it does not count, whatever its visitor did before; null where that decides. */
  readonly ownExclusion: Exclusion | null
}

/** A fact among its visitor's others. */
export interface JudgedFact extends Fact {
  /** Why it does not count; null where it does. */
  readonly reason: Exclusion | null
}
