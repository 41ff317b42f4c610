import type { OnGrown } from '@app/contracts/event-store.ts'
import { createAlarm, type Alarm } from '../alarm.ts'
import { isSystemEvent } from './events.ts'
import type { SubscriptionDeps } from './subscription.ts'

export interface GrowthWatch {
  /** Calls back whenever the log may have grown, here or in another process. */
  watch(onGrown: OnGrown): () => void
  /** This process has just appended. */
  signal: OnGrown
}

const QUEUED_MAX = 100

/**
 * Wakes those who follow the log: one subscription at the server for all of them, and only while there are any.
 * A hint only: every follower looks by itself as well.
 */
export function createGrowthWatch(deps: SubscriptionDeps): GrowthWatch {
  const watchers = new Set<OnGrown>()
  let listening: Alarm | undefined
  let isLive = false
  const ring: OnGrown = (types) => watchers.forEach((watcher) => watcher(types))

  async function listen(alarm: Alarm): Promise<void> {
    const release = deps.calls.onEnd(alarm.end)
    let attempt = 0
    while (!alarm.ended) {
      await hear(alarm).catch(() => undefined) // whatever it was, the next try will tell
      attempt = isLive ? 1 : attempt + 1
      isLive = false
      await alarm.sleep(deps.backoff(attempt))
    }
    release()
  }

  /** As long as one subscription at the server lasts. */
  async function hear(alarm: Alarm): Promise<void> {
    const feed = deps.openFeed(await deps.headPosition(), QUEUED_MAX)
    try {
      for (;;) {
        const item = await alarm.orEnd(feed.take())
        if (item === undefined || item.t === 'over') return
        if (item.t === 'caughtUp') isLive = true
        // Caught up: what was appended while nobody listened is announced now.
        if (item.t === 'caughtUp') ring()
        if (item.t === 'recorded' && !isSystemEvent(item.recorded)) ring(new Set([item.recorded.type]))
      }
    } finally {
      feed.stop()
    }
  }

  return {
    watch: (onGrown) => {
      const watcher: OnGrown = (types) => onGrown(types) // its own: the same callback may watch twice
      watchers.add(watcher)
      if (listening === undefined && !deps.calls.ended) {
        listening = createAlarm()
        void listen(listening)
      }
      return () => {
        watchers.delete(watcher)
        if (watchers.size > 0) return
        listening?.end()
        listening = undefined
      }
    },
    // While the subscription is live it says so itself, and one wake-up is enough.
    signal: (types) => {
      if (!isLive) ring(types)
    },
  }
}
