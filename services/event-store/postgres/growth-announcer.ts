import { setTimeout as pause } from 'node:timers/promises'

/** Announces to other processes that the log has grown. */
export interface GrowthAnnouncer {
  /** At once, or together with later growth within `GAP_MS`. */
  announce(): void
  /** Sends pending announcements. */
  dispose(): Promise<void>
}

/** So rare that announcing costs nothing, and more often than other processes poll. */
const GAP_MS = 10

/** @param send may fail: listeners poll as well */
export function createGrowthAnnouncer(send: () => Promise<unknown>): GrowthAnnouncer {
  const end = new AbortController()
  let isPending = false
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    while (isPending) {
      isPending = false
      await send().catch(() => undefined)
      await pause(GAP_MS, undefined, { signal: end.signal, ref: false }).catch(() => undefined)
    }
  }

  return {
    announce: () => {
      isPending = true
      running ??= run().finally(() => {
        running = undefined
      })
    },
    dispose: async () => {
      end.abort()
      await running
    },
  }
}
