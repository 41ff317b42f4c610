import type { Network, Referrer, Source } from '@app/contracts/traffic/traffic.ts'

/** A day in America/Santiago. */
export interface InsightDay {
  readonly day: string
  readonly visits: number
  readonly visitors: number
  /** Visitors who also clicked or downloaded on that day. */
  readonly engaged: number
  readonly clicks: number
  readonly downloads: number
  readonly networks: Readonly<Record<Network, number>>
  readonly sources: Readonly<Record<Source, number>>
  readonly referrers: Readonly<Record<Referrer, number>>
  /** Visits by hour of the wall clock, 24 values. */
  readonly hours: readonly number[]
}

/** Clicks on a network's link on other pages that show it. */
export interface PeerFigures {
  readonly profiles: number
  readonly visits: number
  readonly clicks: number
}

export interface Material {
  /**
   * Full days up to yesterday, oldest first, none missing: from the first traffic on, `INSIGHT_DAYS` at most.
   */
  readonly days: readonly InsightDay[]
  readonly shown: Readonly<Record<Network, boolean>>
  /** '' when there is no custom link. */
  readonly customTitle: string
  readonly hasPhoto: boolean
  /** Over other profiles that show the link. */
  readonly peers: Readonly<Record<Network, PeerFigures>>
}
