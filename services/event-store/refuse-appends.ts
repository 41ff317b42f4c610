import { StoreError, type EventStore } from '@app/contracts/event-store.ts'

/** In the facts of a refused append, for whoever tells people why. */
export const NO_SPACE = 'no-space'

/**
 * A store that refuses what would grow it while there is no space, before its server dies of a full disk. Reading goes on.
 * @param onRefused counts them
 */
export function refuseAppendsWithoutSpace(
  store: EventStore,
  hasSpace: () => boolean,
  onRefused: () => void = () => undefined,
): EventStore {
  const refusing =
    <Arguments extends unknown[], Result>(write: (...given: Arguments) => Promise<Result>) =>
    async (...given: Arguments): Promise<Result> => {
      if (hasSpace()) return write(...given)
      onRefused()
      throw new StoreError('Unavailable', 'the disk has no space for more events', {
        facts: { reason: NO_SPACE },
      })
    }
  return { ...store, append: refusing(store.append), close: refusing(store.close) }
}

/** Whether an append was refused for want of space. */
export const isForWantOfSpace = (error: unknown): boolean =>
  error instanceof StoreError && error.facts.reason === NO_SPACE
