import type { Position } from '@app/contracts/event-store.ts'

/** A runner has scanned everything up to a position, and committed its build's rows. */
export interface PolledTo {
  readonly build: string
  readonly position: Position
}

type OnPolled = (projection: string, to: PolledTo | undefined) => void

/** Connects the runners of one process with its `ProjectionProgress`, without a round trip to the database. */
export interface OwnRunners {
  /** @returns removes it */
  add(projection: string, runner: { poll(): void }): () => void
  /** To be called by a runner. Undefined retracts: a crash of the database may have taken rows back. */
  tell: OnPolled
  /** @returns whether a runner of this process was told to poll now */
  poll(projection: string): boolean
  /** @returns ends it */
  onPolled(listener: OnPolled): () => void
}

export function createOwnRunners(): OwnRunners {
  const runners = new Map<string, { poll(): void }>()
  const listeners = new Set<OnPolled>()
  const tell: OnPolled = (projection, to) => listeners.forEach((listener) => listener(projection, to))
  return {
    add: (projection, runner) => {
      runners.set(projection, runner)
      return () => {
        runners.delete(projection)
        tell(projection, undefined)
      }
    },
    tell,
    poll: (projection) => {
      runners.get(projection)?.poll()
      return runners.has(projection)
    },
    onPolled: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
