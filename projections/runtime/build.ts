import type { Position } from '@app/contracts/event-store.ts'

/** One copy of a projection's tables, in a schema with its name. */
export interface Build {
  readonly name: string
  readonly projection: string
  readonly version: number
  /** `kept`: was active until another one took its place. */
  readonly state: 'active' | 'building' | 'kept'
  readonly storeId: string
  readonly position: Position
  /** Its rows end there, but for erasures. Null: it follows the log. */
  readonly until: Position | null
  /** Nobody folds it for the time being. */
  readonly isPaused: boolean
  /** Read into its rows so far. Null: it is older than this count. */
  readonly events: number | null
  /** It was as far as the log at least once. */
  readonly hasCaughtUp: boolean
  /** Why it stopped beside the live one, until it goes on. */
  readonly error: string | null
  /** Rows that differ from the live build, as the last comparison found. */
  readonly differing: number | null
  /** When another build took its place. */
  readonly keptAt: Date | null
}
