import type { Network, Referrer, Source } from '@app/contracts/traffic/traffic.ts'

/** What was counted on one day in America/Santiago. */
export interface InsightDay {
  readonly day: string
  readonly visits: number
  /** Different people who visited. */
  readonly visitors: number
  /** Of them, those who also pressed a link or saved the contact that day. */
  readonly engaged: number
  readonly clicks: number
  readonly downloads: number
  readonly networks: Readonly<Record<Network, number>>
  readonly sources: Readonly<Record<Source, number>>
  readonly referrers: Readonly<Record<Referrer, number>>
  /** Visits by hour of the wall clock, 24 of them. */
  readonly hours: readonly number[]
}

/** How often people press a network's link on the other pages that show it. */
export interface PeerFigures {
  readonly profiles: number
  readonly visits: number
  readonly clicks: number
}

/** All that insights are computed from. */
export interface Material {
  /** Full days up to yesterday, oldest first, none missing: from the first traffic on, `INSIGHT_DAYS` at most. */
  readonly days: readonly InsightDay[]
  /** Which links the page shows. */
  readonly shown: Readonly<Record<Network, boolean>>
  /** What the owner calls the custom link; '' where there is none. */
  readonly customTitle: string
  readonly hasPhoto: boolean
  /** By network, over other profiles that show its link. */
  readonly peers: Readonly<Record<Network, PeerFigures>>
}
