import type { OnGrown } from '@app/contracts/event-store.ts'
import { createWakeSignal, type WakeSignal } from '../wake-signal.ts'
import { isSystemEvent } from './events.ts'
import type { SubscriptionDeps } from './subscription.ts'

export interface GrowthWatch {
  watch(onGrown: OnGrown): () => void
  /** To be called after an append of this process. */
  signal: OnGrown
}

const QUEUED_MAX = 100

/** One server subscription for all watchers. A hint only: followers look by themselves as well. */
export function createGrowthWatch(deps: SubscriptionDeps): GrowthWatch {
  const watchers = new Set<OnGrown>()
  let listening: WakeSignal | undefined
  let isLive = false
  const announce: OnGrown = (types) => watchers.forEach((watcher) => watcher(types))

  async function listen(wakeSignal: WakeSignal): Promise<void> {
    const release = deps.calls.onEnd(wakeSignal.end)
    let attempt = 0
    while (!wakeSignal.ended) {
      await hear(wakeSignal).catch(() => undefined) // tried again after the backoff
      attempt = isLive ? 1 : attempt + 1
      isLive = false
      await wakeSignal.sleep(deps.backoff(attempt))
    }
    release()
  }

  async function hear(wakeSignal: WakeSignal): Promise<void> {
    const feed = deps.openFeed(await deps.headPosition(), QUEUED_MAX)
    try {
      for (;;) {
        const item = await wakeSignal.orEnd(feed.take())
        if (item === undefined || item.t === 'over') return
        if (item.t === 'caughtUp') isLive = true
        // Announces what was appended while there was no subscription.
        if (item.t === 'caughtUp') announce()
        if (item.t === 'recorded' && !isSystemEvent(item.recorded)) announce(new Set([item.recorded.type]))
      }
    } finally {
      feed.stop()
    }
  }

  return {
    watch: (onGrown) => {
      const watcher: OnGrown = (types) => onGrown(types) // a new function: the same callback may watch twice
      watchers.add(watcher)
      if (listening === undefined && !deps.calls.ended) {
        listening = createWakeSignal()
        void listen(listening)
      }
      return () => {
        watchers.delete(watcher)
        if (watchers.size > 0) return
        listening?.end()
        listening = undefined
      }
    },
    // A live subscription reports this process's appends as well.
    signal: (types) => {
      if (!isLive) announce(types)
    },
  }
}
