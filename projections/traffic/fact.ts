import type { Verdict } from './judge.ts'

/** One traffic event of one visitor on one profile. */
export interface Fact {
  readonly profileId: string
  readonly visitorId: string
  readonly position: bigint
  readonly eventId: string
  /** When it happened, in milliseconds. */
  readonly at: number
  readonly kind: 'tap' | 'click' | 'download'
  readonly network: string | null
  readonly source: string | null
  /** The verdict on the fact by itself. */
  readonly ground: Verdict
}
