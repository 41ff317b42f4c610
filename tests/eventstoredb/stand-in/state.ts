import type { Trap } from '../traps.ts'
import type { KnownIds } from './known-ids.ts'
import type { Log } from './log.ts'
import type { LoggedRecord } from './record-format.ts'

/** Why a server does not do what it is asked. */
export type Refusal = 'not-ready' | 'too-busy' | 'not-leader' | 'access-denied' | 'timed-out'

/** What all calls to one server share. */
export interface ServerState {
  readonly log: Log
  readonly port: () => number
  readonly idCache: KnownIds
  readonly idsEver: (id: string) => LoggedRecord | undefined
  /** Ends one each, as the server may at any time. */
  readonly subscriptions: Set<() => void>
  /** Ends one each, as the server does when it stops. */
  readonly batchStreams: Set<() => void>
  readonly readyAtMs: number
  traps: ReadonlySet<Trap>
  /** Asked for from outside, until it is taken back. */
  refusal: Refusal | undefined
  userEventsSinceStatistics: number
}

/** What the server answers to every call on streams at this moment, instead of doing it. */
export function refusalNow(state: ServerState): Refusal | undefined {
  const isStarting = performance.now() < state.readyAtMs
  return isStarting && state.traps.has('not-ready-at-start') ? 'not-ready' : state.refusal
}

/** Records of the server itself, which only a client that asks for everything sees. */
export const isSystemRecord = ({ stream, type }: LoggedRecord): boolean =>
  stream.startsWith('$') || type.startsWith('$')

const TICKS_PER_MS = 10_000n
const STEP_BACK_TICKS = 25n * TICKS_PER_MS
const STEP_BACK_EVERY = 16

/** Now, in .NET ticks since 1970; an unsteady clock is behind at every sixteenth look. */
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
