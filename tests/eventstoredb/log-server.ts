/** A server of EventStoreDB's protocol for one test, which may end it. */
export interface LogServer {
  readonly url: string
  /** The id of the current or last process. */
  readonly pid: number
  /** Ends it at once, like a crash. */
  kill(): Promise<void>
  /** Stops it like an operator: ends subscriptions and completes other calls. */
  stop(): Promise<void>
  /** Restarts it on the same port and data; it may not be ready at once. Does nothing while it runs. */
  start(): Promise<void>
  /** Makes it accept connections without answers. Like `thaw`, does nothing while it does not run. */
  freeze(): void
  thaw(): void
  /** Kills it, and removes data that it created. */
  dispose(): Promise<void>
}
