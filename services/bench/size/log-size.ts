export interface LogSize {
  readonly events: number
  /** How many concern people and traffic; no read model handles the others. */
  readonly activityEvents: number
}
