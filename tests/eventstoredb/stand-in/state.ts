import type { Log } from './log.ts'

/** The reason why a server refuses a call. */
export type Refusal = 'not-ready' | 'access-denied' | 'timed-out'

/** State that all calls to one server share. */
export interface ServerState {
  readonly log: Log
  readonly port: () => number
  /** Functions that end a subscription, as a server may at any time. */
  readonly subscriptions: Set<(how: StreamEnd) => void>
  readonly readyAtMs: number
  /** Requested by a test, until it is cleared. */
  refusal: Refusal | undefined
}

/** A stopping server resets streams; at other times it may complete a subscription. */
export type StreamEnd = 'complete' | 'reset'

/** The current refusal of calls on streams, if any. Just after a start calls fail as UNAVAILABLE. */
export const refusalNow = (state: ServerState): Refusal | undefined =>
  performance.now() < state.readyAtMs ? 'not-ready' : state.refusal

const TICKS_PER_MS = 10_000n
const STEP_BACK_TICKS = 25n * TICKS_PER_MS
const STEP_BACK_EVERY = 16

/** Now, in .NET ticks since 1970; as on a real server, time stamps sometimes step back. */
export function createClock(): () => bigint {
  let looks = 0
  return () => {
    looks++
    const ticks = BigInt(Math.floor((performance.timeOrigin + performance.now()) * Number(TICKS_PER_MS)))
    return looks % STEP_BACK_EVERY === 0 ? ticks - STEP_BACK_TICKS : ticks
  }
}
