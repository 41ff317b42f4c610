import type { EventStore, Position, StoredEvent } from '@app/contracts/event-store.ts'
import type { EventType } from '@app/contracts/events/catalogue.ts'
import { pagesToHead } from './log-pages.ts'
import { createWakeSignal, type WakeSignal } from './wake-signal.ts'

export interface FollowEventsDeps {
  readonly store: Pick<EventStore, 'headPosition' | 'readAll' | 'watch'>
  readonly types: readonly EventType[]
  /** The least time between two reads of the log. */
  readonly gapMs: number
  readonly onEvent: (event: StoredEvent) => void
  /** Called when following begins: earlier events are not reported. */
  readonly onBegin?: () => void
  /** Called once for each series of failures. */
  readonly onTrouble: (error: unknown) => void
}

const POLL_MS = 10_000
const RETRY_MS_MIN = 1_000
const PAGE_EVENTS = 1_000

/** From the present end of the log on, in its order. */
export function followEvents(deps: FollowEventsDeps): { stop(): Promise<void> } {
  const wakeSignal = createWakeSignal()
  const concerning = new Set<string>(deps.types)
  const unwatch = deps.store.watch((types) => {
    if (types === undefined || [...types].some((type) => concerning.has(type))) wakeSignal.notify()
  })
  const running = follow(deps, wakeSignal).finally(unwatch)
  return {
    stop: async () => {
      wakeSignal.end()
      await running
    },
  }
}

async function follow(deps: FollowEventsDeps, wakeSignal: WakeSignal): Promise<void> {
  let position: Position | undefined
  let isTroubled = false
  while (!wakeSignal.ended) {
    wakeSignal.clear() // before the read, which may miss later events
    try {
      position = position === undefined ? await begin(deps) : await look(deps, position, wakeSignal)
      isTroubled = false
    } catch (error) {
      if (!isTroubled) deps.onTrouble(error)
      isTroubled = true
    }
    await wakeSignal.sleep(isTroubled ? Math.max(deps.gapMs, RETRY_MS_MIN) : deps.gapMs)
    if (!isTroubled) await wakeSignal.wait(POLL_MS)
  }
}

async function begin({ store, onBegin }: FollowEventsDeps): Promise<Position> {
  const head = await store.headPosition()
  onBegin?.()
  return head
}

async function look(deps: FollowEventsDeps, after: Position, wakeSignal: WakeSignal): Promise<Position> {
  const wanted = { limit: PAGE_EVENTS, filter: { types: deps.types } }
  let position = after
  for await (const { events, scannedTo } of pagesToHead(deps.store, after, wanted, wakeSignal)) {
    events.forEach(deps.onEvent)
    position = scannedTo
  }
  return position
}
