import type { IncomingMessage } from 'node:http'
import type { RateLimitName } from '@app/contracts/rate-limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'

/** A call before its work, as far as limits ask. */
export interface LimitedCall {
  readonly limit: RateLimitName
  readonly address: string
  /** Id of the account that it concerns. */
  readonly account: string | undefined
  /** The profile that it is about: an id or a slug. */
  readonly profile: string | undefined
  /** Whether it requests the page itself, before the tap. */
  readonly isPage?: boolean
}

/** What one call took of its limit. Its outcome is reported before the call is answered. */
export interface RateLimitLease {
  /** Refunds the call where only refused ones count. */
  succeeded(): Promise<void>
  /** Keeps or refunds it, depending on whether the failure is the caller's. */
  failed(error: unknown): Promise<void>
}

export type AddressOf = (request: IncomingMessage) => string

export const tooMany = (retryAfterSeconds: number): Refusal =>
  new Refusal('too-many', undefined, { retryAfterSeconds: Math.max(1, retryAfterSeconds) })
