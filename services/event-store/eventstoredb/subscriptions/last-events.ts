import type { Filter, LogPage, OnGrown, Position } from '@app/contracts/event-store.ts'
import { createCondition, type Condition } from './condition.ts'
import type { EventBuffer, BufferedPage } from './event-buffer.ts'
import {
  keepLiveSubscription,
  type LiveSubscriptionDeps,
  type LiveSubscription,
} from './live-subscription.ts'

interface Watchers {
  readonly size: number
  add(onGrown: OnGrown): () => void
  /** Notifies all of them of new types, once a turn of the event loop. */
  received(type: string): void
  announce: OnGrown
}

function createWatchers(): Watchers {
  const watchers = new Set<OnGrown>()
  let types: Set<string> | undefined
  const announce: OnGrown = (some) => watchers.forEach((watcher) => watcher(some))
  return {
    get size() {
      return watchers.size
    },
    add: (onGrown) => {
      const watcher: OnGrown = (some) => onGrown(some) // a new function: the same callback may watch twice
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    received: (type) => {
      if (types !== undefined) return void types.add(type)
      types = new Set([type])
      setImmediate(() => {
        const announced = types
        types = undefined
        announce(announced)
      })
    },
    announce,
  }
}

/** Undefined where the server has to be read: before the buffered events, or while the subscription lags. */
type LastEventsAnswer = LogPage | undefined

export interface LastEvents {
  /** @throws StoreError while the log cannot be read, Corrupt */
  read(after: Position, limit: number, filter: Filter | undefined): Promise<LastEventsAnswer>
  watch(onGrown: OnGrown): () => void
  /** To be called after an append of this process. */
  readonly appended: OnGrown
  /** Wakes all watchers. */
  wake(): void
}

/** An append of this process is answered a moment before the subscription delivers it. */
const ARRIVES_MS = 50
/** A subscription that was silent for longer is compared with the head of the log. */
const SILENT_MS = 1_000
/** A subscription that lags behind the log for so long is restarted. */
const STUCK_MS = 2_000
const UNUSED_MS = 5_000

/** The end of the log, from one subscription without a filter, for all readers that are near it and all watchers. */
export function createLastEvents(deps: LiveSubscriptionDeps): LastEvents {
  const condition = createCondition()
  const watchers = createWatchers()
  let subscription: LiveSubscription | undefined
  let unused: NodeJS.Timeout | undefined

  function closeUnused(): void {
    if (watchers.size > 0 || deps.calls.ended) return
    subscription?.stop()
    subscription = undefined
  }

  function use(): LiveSubscription {
    clearTimeout(unused)
    unused = setTimeout(closeUnused, UNUSED_MS).unref()
    subscription ??= keepLiveSubscription(deps, {
      onEvent: ({ type }) => watchers.received(type),
      onLive: () => watchers.announce(),
      onChanged: condition.changed,
    })
    return subscription
  }

  const confirmation = createConfirmation(deps)
  return {
    read: async (after, limit, filter) => {
      const using = use()
      const buffer = await using.buffer()
      if (after < buffer.start) return undefined
      const reading = { knownHead: deps.knownHead, condition, confirmation, subscription: using, buffer }
      return readLast(reading, { after, limit, filter })
    },
    watch: (onGrown) => {
      const unwatch = watchers.add(onGrown)
      if (!deps.calls.ended) use()
      return () => {
        unwatch()
        if (subscription !== undefined) use()
      }
    },
    // A live subscription reports this process's appends as well.
    appended: (types) => {
      if (subscription?.isLive !== true) watchers.announce(types)
    },
    wake: () => watchers.announce(),
  }
}

interface Confirmation {
  readonly confirmedMs: number
  /** Reads the head of the log, once for all concurrent callers. */
  confirm(): Promise<void>
}

function createConfirmation({ headPosition }: LiveSubscriptionDeps): Confirmation {
  let pending: Promise<void> | undefined
  let confirmedMs = 0
  return {
    get confirmedMs() {
      return confirmedMs
    },
    confirm: () => {
      pending ??= headPosition()
        .then(() => void (confirmedMs = performance.now()))
        .finally(() => (pending = undefined))
      return pending
    },
  }
}

interface Reading {
  readonly knownHead: LiveSubscriptionDeps['knownHead']
  readonly condition: Condition
  readonly confirmation: Confirmation
  readonly subscription: LiveSubscription
  readonly buffer: EventBuffer
}

interface PageRequest {
  readonly after: Position
  readonly limit: number
  readonly filter: Filter | undefined
}

async function readLast(reading: Reading, { after, limit, filter }: PageRequest): Promise<LastEventsAnswer> {
  const { knownHead, condition, confirmation, subscription, buffer } = reading
  const isFresh = (): boolean => {
    const currentAtMs = Math.max(subscription.lastMessageMs, confirmation.confirmedMs)
    return performance.now() - currentAtMs < SILENT_MS
  }
  const found = buffer.read(after, limit, filter)
  if (!found.isToEnd) return pageOf(found, false)
  if (!isFresh()) await confirmation.confirm()
  // The head of this moment: under load a later append is always pending.
  const wanted = knownHead.position > after ? knownHead.position : after
  const hasAll = await condition.until(() => subscription.isLive && buffer.end >= wanted, ARRIVES_MS)
  if (after < buffer.start) return undefined
  const page = buffer.read(after, limit, filter)
  if (hasAll || page.scannedTo > after) return pageOf(page, hasAll && page.isToEnd)
  if (subscription.isLive && performance.now() - subscription.lastMessageMs > STUCK_MS) subscription.restart()
  return undefined
}

const pageOf = ({ events, scannedTo }: BufferedPage, isAtHead: boolean): LogPage => ({
  events,
  scannedTo,
  isAtHead,
})
