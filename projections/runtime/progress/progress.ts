import type { Position } from '@app/contracts/event-store.ts'

export type ProjectionState = 'starting' | 'catching-up' | 'live' | 'stopped'

export interface ProjectionStatus {
  readonly projection: string
  readonly version: number
  readonly state: ProjectionState
  /** Its checkpoint, or beyond it by events that do not concern it. */
  readonly position: Position
  /** How long it has been behind the log, in seconds; 0 when it is not. */
  readonly lagSeconds: number
  readonly error: string | null
}

/** The rows that queries see have moved. */
export interface ProjectionMove {
  readonly projection: string
  /** Where they stood when this process last heard of them. */
  readonly from: Position
  /** Before `from` where a crash of the database took rows back. */
  readonly to: Position
  /** Other rows than before are read, or moves may have been missed: what was known of any row may be out of date. */
  readonly isAnew: boolean
}

/** How far the read models are, whichever process keeps them up to date. */
export interface ProjectionProgress {
  status(): readonly ProjectionStatus[]
  /**
   * Whether the rows of some read models, or of all, hold everything up to a position, within the time given. No as
   * soon as one of them has stopped.
   */
  waitFor(position: Position, timeoutMs: number, names?: readonly string[]): Promise<boolean>
  /**
   * Whether somebody keeps the rows that queries see up to date. No while a new version is built beside an older one
   * that no process runs any more: these rows stay as they are until the new ones take their place.
   */
  isKept(names: readonly string[]): boolean
  /** @returns ends it */
  onMove(listener: (move: ProjectionMove) => void): () => void
}
