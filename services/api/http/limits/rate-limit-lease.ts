import type { IncomingMessage } from 'node:http'
import type { RateLimitName } from '@app/contracts/limits/rate-limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'

export interface LimitedCall {
  readonly limit: RateLimitName
  readonly address: string
  /** Under which its account is counted: of a call without a session by the e-mail, whether it has an account or not. */
  readonly account: string | undefined
  /** Its account, where that is another one. */
  readonly findAccount?: () => Promise<string | undefined>
  readonly profile: string | undefined
  /** Says when it happened. */
  readonly isDated?: boolean
  /** Requests the page itself, before the tap. */
  readonly isPage?: boolean
  /** As the call's definition says. */
  readonly appends?: boolean
}

/** The outcome is reported before the call is answered. */
export interface RateLimitLease {
  /** Refunds the call if only refused ones count. */
  succeeded(): Promise<void>
  /** Keeps or refunds the call, depending on whether the failure is the caller's. */
  failed(error: unknown): Promise<void>
}

/** Of a call that is counted, however it ends. */
export const NO_REFUND: RateLimitLease = {
  succeeded: async () => undefined,
  failed: async () => undefined,
}

export type AddressOf = (request: IncomingMessage) => string

export const tooMany = (retryAfterSeconds: number, detail?: string): Refusal =>
  new Refusal('too-many', detail, { retryAfterSeconds: Math.max(1, retryAfterSeconds) })
