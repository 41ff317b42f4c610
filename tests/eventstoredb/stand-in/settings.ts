import type { Refusal } from './state.ts'

/** The process's settings, as JSON in its one argument. */
export interface StandInSettings {
  readonly dataFile: string
  /** 0 for any free port. */
  readonly port: number
  /** The time in which calls on streams are refused. */
  readonly notReadyMs: number
  /** The time to stop: a real server does not stop at once. */
  readonly stopMs: number
}

/** Commands over the channel to its parent; it answers each with its number. */
export type StandInCommand =
  | { readonly number: number; readonly set: 'refusal'; readonly refusal: Refusal | null }
  | { readonly number: number; readonly set: 'subscriptions-ended' }

export interface CommandDone {
  readonly done: number
}
