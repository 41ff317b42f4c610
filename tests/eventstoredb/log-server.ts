/** A server of EventStoreDB's protocol that a test has to itself, and may end as it likes. */
export interface LogServer {
  readonly url: string
  /** Of the process that runs, or ran last. */
  readonly pid: number
  /** At once, as a crash does. */
  kill(): Promise<void>
  /** As an operator does: what lasts is ended, the rest is finished. */
  stop(): Promise<void>
  /** On the same port, with the same data; it may not be ready at once. Does nothing where it runs. */
  start(): Promise<void>
  /** It accepts, and never answers. Harmless where it does not run; so is `thaw`. */
  freeze(): void
  thaw(): void
  /** Kills it, and removes the data that it made itself. */
  dispose(): Promise<void>
}
