import type { Trap } from '../traps.ts'
import type { FindById } from './commit-check.ts'
import type { Commits } from './commits.ts'
import type { KnownIds } from './known-ids.ts'
import type { Log } from './log.ts'

/** The reason why a server refuses a call. */
export type Refusal = 'not-ready' | 'too-busy' | 'not-leader' | 'access-denied' | 'timed-out'

/** State that all calls to one server share. */
export interface ServerState {
  readonly log: Log
  readonly commits: Commits
  readonly port: () => number
  readonly idCache: KnownIds
  readonly idsEver: FindById
  /** Functions that end a subscription, as a server may at any time. */
  readonly subscriptions: Set<(how: StreamEnd) => void>
  readonly readyAtMs: number
  traps: ReadonlySet<Trap>
  /** Requested by a test, until it is cleared. */
  refusal: Refusal | undefined
  userEventsSinceStatistics: number
}

/** A stopping server resets streams; at other times it may complete a subscription. */
export type StreamEnd = 'complete' | 'reset'

/** The current refusal of calls on streams, if any. */
export function refusalNow(state: ServerState): Refusal | undefined {
  const isStarting = performance.now() < state.readyAtMs
  if (isStarting && state.traps.has('not-ready-at-start')) return 'not-ready'
  return state.refusal
}

const TICKS_PER_MS = 10_000n
const STEP_BACK_TICKS = 25n * TICKS_PER_MS
const STEP_BACK_EVERY = 16

/** Now, in .NET ticks since 1970; an unsteady clock is behind at every sixteenth read. */
export function createClock(state: () => ServerState): () => bigint {
  let looks = 0
  return () => {
    looks++
    const ms = performance.timeOrigin + performance.now()
    const whole = Math.floor(ms)
    const ticks = BigInt(whole) * TICKS_PER_MS + BigInt(Math.floor((ms - whole) * Number(TICKS_PER_MS)))
    const isBehind = looks % STEP_BACK_EVERY === 0 && state().traps.has('unsteady-clock')
    return isBehind ? ticks - STEP_BACK_TICKS : ticks
  }
}
