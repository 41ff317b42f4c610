import type { Revision } from './event-store.ts'

/** Key of stored states. Raise `version` with each change of the state's shape or of `evolve`. */
export interface KeptAs {
  readonly name: string
  readonly version: number
}

export interface StateSnapshot {
  /** Revision of the first event that is not in it. */
  readonly next: Revision
  readonly lastId: string
  readonly bytes: Buffer
}

/** Sealed with the key of the stream's one subject. */
export interface StateSnapshots {
  /** Changes with that key; without one, when any key is destroyed. A state of an earlier mark is invalid. */
  markOf(stream: string): Promise<string>
  find(stream: string, as: KeptAs): Promise<StateSnapshot | undefined>
  /** Saves nothing without a key, or when the mark has changed. */
  save(stream: string, as: KeptAs, snapshot: StateSnapshot, mark: string): Promise<void>
}
