import type { ServerResponse } from 'node:http'
import type { RateLimitName } from '@app/contracts/rate-limits.ts'

/** A call that is about to be made. */
export interface LimitedCall {
  readonly limit: RateLimitName
  readonly address: string
  /** Whom it concerns, as far as its limit asks: an account's id. */
  readonly account: string | undefined
  /** Of traffic: the profile's id or slug. */
  readonly profile: string | undefined
}

export interface Ticket {
  /** The call succeeded: where only wrong tries count, this one is given back. */
  succeeded(): Promise<void>
  /** What it asked for does not exist. */
  missed(): void
}

export interface RateLimiter {
  /** Sets the RateLimit headers. @throws Refusal too-many, with the seconds to wait */
  take(call: LimitedCall, response: ServerResponse): Promise<Ticket>
}

/** Limits nothing yet. */
export const createRateLimiter = (): RateLimiter => ({
  take: async () => ({ succeeded: async () => undefined, missed: () => undefined }),
})
