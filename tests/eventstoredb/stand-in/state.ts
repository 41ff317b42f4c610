import type { Metadata } from '@grpc/grpc-js'
import type { Trap } from '../traps.ts'
import type { FindById } from './commit-check.ts'
import type { Commits } from './commits.ts'
import type { KnownIds } from './known-ids.ts'
import type { Log } from './log.ts'

/** Why a server does not do what it is asked. */
export type Refusal = 'not-ready' | 'too-busy' | 'not-leader' | 'access-denied' | 'timed-out'

export type Role = 'leader' | 'follower' | 'unknown'

/** What is known of one server of the cluster; a single server is a cluster of itself. */
export interface Member {
  readonly port: number
  readonly role: Role
  readonly isAlive: boolean
}

/** What all calls to one server share. */
export interface ServerState {
  readonly log: Log
  readonly commits: Commits
  readonly port: () => number
  readonly members: () => readonly Member[]
  /** This one's role at this moment. */
  readonly role: () => Role
  readonly leaderPort: () => number | undefined
  readonly idCache: KnownIds
  readonly idsEver: FindById
  /** Ends one each, as the server may at any time. */
  readonly subscriptions: Set<(how: StreamEnd) => void>
  /** Ends one each, as the server does when it stops. */
  readonly batchStreams: Set<(how: StreamEnd) => void>
  readonly readyAtMs: number
  traps: ReadonlySet<Trap>
  /** Asked for from outside, until it is taken back. */
  refusal: Refusal | undefined
  userEventsSinceStatistics: number
}

/** A server that stops resets what lasts; at other times it may say that a subscription is over. */
export type StreamEnd = 'complete' | 'reset'

/** What the server answers to a call on streams at this moment, instead of doing it. */
export function refusalNow(state: ServerState, needsLeader: boolean): Refusal | undefined {
  const isStarting = performance.now() < state.readyAtMs
  if (isStarting && state.traps.has('not-ready-at-start')) return 'not-ready'
  const role = state.role()
  if (role === 'unknown') return 'not-ready'
  if (role === 'follower' && needsLeader) return 'not-leader'
  return state.refusal
}

export const asksForLeader = (metadata: Metadata): boolean => metadata.get('requires-leader')[0] === 'true'

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
