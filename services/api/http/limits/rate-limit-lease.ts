import type { IncomingMessage } from 'node:http'
import type { RateLimitName } from '@app/contracts/rate-limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'

/** A call that is about to be made. */
export interface LimitedCall {
  readonly limit: RateLimitName
  readonly address: string
  /** Whom it concerns, as far as its limit asks: an account's id. */
  readonly account: string | undefined
  /** Of traffic: the profile's id or slug. */
  readonly profile: string | undefined
  /** Whether it asks for the page itself, before its tap. */
  readonly isPage?: boolean
}

/** What was taken for one call. It is told how the call went, before that is answered. */
export interface RateLimitLease {
  /** Where only wrong tries count, this one is given back. */
  succeeded(): Promise<void>
  /** Asked for what does not exist, refused, or failed by no fault of the caller's. */
  failed(error: unknown): Promise<void>
}

export type AddressOf = (request: IncomingMessage) => string

export const tooMany = (retryAfterSeconds: number): Refusal =>
  new Refusal('too-many', undefined, { retryAfterSeconds: Math.max(1, retryAfterSeconds) })
