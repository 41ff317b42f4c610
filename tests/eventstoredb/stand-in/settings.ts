import type { Trap } from '../traps.ts'
import type { Refusal } from './state.ts'

/** What the process is started with, as JSON in its one argument. */
export interface StandInSettings {
  readonly dataFile: string
  /** 0: any that is free. */
  readonly port: number
  readonly traps: readonly Trap[]
  /** So long every call on streams is refused, where that trap is on. */
  readonly notReadyMs: number
  /** What is written counts so long after. */
  readonly commitMs: number
  /** How long it takes to stop, where that trap is on. */
  readonly stopMs: number
  /** Without it, a server of its own. */
  readonly cluster?: ClusterSettings
}

export interface ClusterSettings {
  /** Which of the nodes this one is. */
  readonly self: number
  readonly nodes: readonly ClusterNode[]
}

export interface ClusterNode {
  readonly port: number
  readonly replicationPort: number
}

/** What a node ends with that must be started again, since it cut off what its leader does not have. */
export const TRUNCATED_EXIT_CODE = 75

/** What it can be told while it runs, over the channel to its parent; it answers each with its number. */
export type StandInCommand =
  | { readonly number: number; readonly set: 'traps'; readonly traps: readonly Trap[] }
  | { readonly number: number; readonly set: 'refusal'; readonly refusal: Refusal | null }
  | { readonly number: number; readonly set: 'subscriptions-ended' }

export interface CommandDone {
  readonly done: number
}
