import type {
  Device,
  Exclusion,
  Network,
  Referrer,
  SharingApp,
  Source,
  TrafficKind,
} from '@app/contracts/traffic/traffic-kinds.ts'

/** A row of `traffic_facts`. A share is the request of a messaging app for a preview of the page: no visitor is involved. */
export interface Fact {
  readonly profile_id: string
  readonly visitor_id: string
  /** A bigint, as JSON takes it. */
  readonly position: string
  readonly event_id: string
  /** Event time, in ms since 1970. */
  readonly at: number
  /** By the clock of Santiago. */
  readonly day: string
  readonly hour: number
  readonly kind: TrafficKind | 'share'
  readonly network: Network | null
  readonly app: SharingApp | null
  readonly source: Source | null
  readonly referrer: Referrer | null
  readonly device: Device | null
  /** Whether its reason depends on the visitor's other facts. */
  readonly is_judged: boolean
  /** Why it does not count. */
  readonly reason: Exclusion | null
}

/** The visitor of a share. */
export const NOBODY = '00000000-0000-0000-0000-000000000000'
