import {
  isStoreError,
  positionOf,
  type EventStore,
  type Position,
  type StoredEvent,
} from '@app/contracts/event-store.ts'
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
      position ??= await begin(deps)
      for await (const scannedTo of look(deps, position, wakeSignal)) position = scannedTo
      isTroubled = false
    } catch (error) {
      if (!isTroubled) deps.onTrouble(error)
      isTroubled = true
      position = afterDamaged(error) ?? position
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

async function* look(
  deps: FollowEventsDeps,
  after: Position,
  wakeSignal: WakeSignal,
): AsyncGenerator<Position> {
  const wanted = { limit: PAGE_EVENTS, filter: { types: deps.types } }
  for await (const { events, scannedTo } of pagesToHead(deps.store, after, wanted, wakeSignal)) {
    events.forEach(deps.onEvent)
    yield scannedTo
  }
}

/** An event that cannot be read must not hide those behind it. */
const afterDamaged = (error: unknown): Position | undefined =>
  isStoreError(error, 'Corrupt') && typeof error.facts.position === 'bigint'
    ? positionOf(error.facts.position)
    : undefined
