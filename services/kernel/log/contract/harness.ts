import type { EventStore } from '@app/contracts/event-store.ts'

/** Opens a store for the contract suite, and breaks it. */
export interface StoreHarness {
  /** Another handle on the same log, as another process would open it. */
  open(options?: OpenOptions): Promise<EventStore>
  /** A store of another log, on a server that `stopServer` and `freezeServer` leave alone. */
  openElsewhere(): Promise<EventStore>
  /** Kills the server and starts it again; handles opened before must recover, or fail cleanly until they do. */
  restart(): Promise<void>
  stopServer(): Promise<void>
  /** Does nothing where the server runs already; so does `thawServer` where it answers. */
  startServer(): Promise<void>
  /** From now on the server accepts, and never answers. */
  freezeServer(): Promise<void>
  thawServer(): Promise<void>
  /** An event of another program, with data or meta that we would never write. */
  writeForeign(raw: ForeignEvent): Promise<void>
  dispose(): Promise<void>
}

export interface OpenOptions {
  /** Events of the log scanned by one read. */
  readonly scannedEventsMax?: number
}

interface ForeignEvent {
  readonly stream: string
  readonly type: string
  readonly dataText: string
  readonly metaText: string
}
