import { excludeSystemEvents, type AllStreamSubscription } from '@eventstore/db-client'
import { setTimeout as pause } from 'node:timers/promises'
import type { createLogWatchers } from '../watchers.ts'
import type { Clients } from './clients.ts'

const RESUBSCRIBE_MS = 500

/** Wakes followers by a subscription, from the first watcher on. A hint only: every follower polls as well. */
export function createGrowth(clients: Clients, watchers: ReturnType<typeof createLogWatchers>) {
  const ending = new AbortController()
  let following: Promise<void> | undefined
  let current: AllStreamSubscription | undefined

  async function subscribe(): Promise<void> {
    const options = { ...clients.options, fromPosition: 'end', filter: excludeSystemEvents() } as const
    current = clients.current().subscribeToAll(options)
    // The listener stays after the loop: a late error without one would end the process.
    current.on('error', () => undefined)
    for await (const { event } of current) watchers.wake(event && new Set([event.type]))
  }

  async function follow(): Promise<void> {
    while (!ending.signal.aborted) {
      await subscribe().catch(() => undefined)
      // Events from the time without a subscription were announced to nobody.
      watchers.wake()
      await pause(RESUBSCRIBE_MS, undefined, { signal: ending.signal }).catch(() => undefined)
    }
  }

  return {
    follow: () => void (following ??= follow()),
    end: () => {
      ending.abort()
      current?.destroy()
    },
  }
}
