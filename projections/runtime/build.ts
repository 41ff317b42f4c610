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
}
