import type { Trap } from '../traps.ts'
import type { Refusal } from './state.ts'

/** The process's settings, as JSON in its one argument. */
export interface StandInSettings {
  readonly dataFile: string
  /** 0 for any free port. */
  readonly port: number
  readonly traps: readonly Trap[]
  /** The time in which calls on streams are refused, with that trap on. */
  readonly notReadyMs: number
  /** The delay between write and commit. */
  readonly commitMs: number
  /** The time to stop, with that trap on. */
  readonly stopMs: number
}

/** Commands over the channel to its parent; it answers each with its number. */
export type StandInCommand =
  | { readonly number: number; readonly set: 'traps'; readonly traps: readonly Trap[] }
  | { readonly number: number; readonly set: 'refusal'; readonly refusal: Refusal | null }
  | { readonly number: number; readonly set: 'subscriptions-ended' }

export interface CommandDone {
  readonly done: number
}
