import { StoreError, type EventStore } from '@app/contracts/event-store.ts'

const NO_SPACE = 'no-space'

/** Refuses appends before a full disk stops the server. Reading goes on. */
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
  return { ...store, append: refusing(store.append) }
}

export const isForWantOfSpace = (error: unknown): boolean =>
  error instanceof StoreError && error.facts.reason === NO_SPACE
