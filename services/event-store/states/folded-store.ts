import type { EventStore } from '@app/contracts/event-store.ts'
import type { FoldedStates } from './folded-states.ts'

/** What destroys, blocks or gives back a key. */
const CHANGES = ['SubjectErased', 'SubjectBlocked', 'SubjectUnblocked']
/** The event types of other processes' appends are unknown: at most this often it queries destroyed keys. */
const ASK_EVERY_MS = 1_000

export interface FoldedStoreDeps {
  readonly folded: FoldedStates
  readonly losses: () => Promise<string>
  readonly askEveryMs?: number
}

export type FoldedStore = EventStore & { readonly folded: FoldedStates }

/** Clears the cached states when any process destroys a key, so that erased data does not stay in memory. */
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
    if (types === undefined || CHANGES.some((type) => types.has(type))) askSoon()
  })
  // Before anything is cached, because the first answer clears the cache.
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
