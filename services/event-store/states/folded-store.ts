import type { EventStore } from '@app/contracts/event-store.ts'
import type { FoldedStates } from './folded-states.ts'

/** What the log says once a key is destroyed. */
const ERASED = 'SubjectErased'
/** Of what other processes append the types are not known: so often it is asked at most whether a key is gone. */
const ASK_EVERY_MS = 1_000

export interface FoldedStoreDeps {
  readonly folded: FoldedStates
  /** How many keys are gone so far. */
  readonly losses: () => Promise<string>
  readonly askEveryMs?: number
}

export type FoldedStore = EventStore & { readonly folded: FoldedStates }

/**
 * The store, with the states that are kept of its streams. A state whose person was forgotten is never used again; with
 * this it does not stay in memory either, wherever the key was destroyed and though nobody asks for it.
 */
export async function withFoldedStates(
  store: EventStore,
  { folded, losses, askEveryMs = ASK_EVERY_MS }: FoldedStoreDeps,
): Promise<FoldedStore> {
  let known: string | undefined
  let timer: NodeJS.Timeout | undefined
  let isOver = false

  async function ask(): Promise<void> {
    timer = undefined
    try {
      const now = await losses()
      if (now !== known) folded.forgetAll()
      known = now
    } catch {
      askSoon()
    }
  }

  function askSoon(): void {
    if (isOver) return
    timer ??= setTimeout(() => void ask(), askEveryMs).unref()
  }

  const unwatch = store.watch((types) => {
    if (types === undefined || types.has(ERASED)) askSoon()
  })
  // Before anything is remembered: a first answer that came later would have all of that forgotten.
  await ask()
  return {
    ...store,
    folded,
    dispose: async () => {
      isOver = true
      unwatch()
      clearTimeout(timer)
      folded.forgetAll()
      await folded.settled()
      await store.dispose()
    },
  }
}
