import type { Position } from '@app/contracts/event-store.ts'

export type ProjectionState = 'starting' | 'catching-up' | 'live' | 'stopped'

/** The error of a projection that no process runs. */
export const NOT_RUN = 'no process runs this projection'

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
  /** Their last known position. */
  readonly from: Position
  /** Before `from` if a crash of the database set rows back. */
  readonly to: Position
  /** Another build is read, or moves may have been missed: cached rows may be out of date. */
  readonly isAnew: boolean
}

/** Positions of the read models, whichever process updates them. */
export interface ProjectionProgress {
  status(): readonly ProjectionStatus[]
  /**
   * Whether the rows of some read models, or of all, hold everything up to a position, within the time given. No as
   * soon as one of them has stopped.
   */
  waitFor(position: Position, timeoutMs: number, names?: readonly string[]): Promise<boolean>
  /**
   * Whether some process updates the rows that queries see. False while a new version is built beside an older one
   * that no process runs any more: these rows stay as they are until the new ones take their place.
   */
  isKept(names: readonly string[]): boolean
  /** @returns ends it */
  onMove(listener: (move: ProjectionMove) => void): () => void
}
