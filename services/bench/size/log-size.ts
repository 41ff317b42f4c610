/** How long a log is. */
export interface LogSize {
  readonly events: number
  /** How many of them tell of people and traffic; the others concern no read model. */
  readonly told: number
}
