import type { Position } from '@app/contracts/event-store.ts'

/** A runner has scanned everything up to a position, and committed its build's rows. */
export interface LookedTo {
  readonly build: string
  readonly position: Position
}

type OnLooked = (projection: string, to: LookedTo | undefined) => void

/** Connects the runners of one process with its `ProjectionProgress`, without a round trip to the database. */
export interface OwnRunners {
  /** @returns removes it */
  add(projection: string, runner: { look(): void }): () => void
  /** To be called by a runner. Undefined retracts: a crash of the database may have taken rows back. */
  tell: OnLooked
  /** @returns whether a runner of this process was told to poll now */
  look(projection: string): boolean
  /** @returns ends it */
  onLooked(listener: OnLooked): () => void
}

export function createOwnRunners(): OwnRunners {
  const runners = new Map<string, { look(): void }>()
  const listeners = new Set<OnLooked>()
  const tell: OnLooked = (projection, to) => listeners.forEach((listener) => listener(projection, to))
  return {
    add: (projection, runner) => {
      runners.set(projection, runner)
      return () => {
        runners.delete(projection)
        tell(projection, undefined)
      }
    },
    tell,
    look: (projection) => {
      runners.get(projection)?.look()
      return runners.has(projection)
    },
    onLooked: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
