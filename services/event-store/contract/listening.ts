import type {
  EventStore,
  Filter,
  Position,
  StoredEvent,
  SubscriptionMessage,
} from '@app/contracts/event-store.ts'
import { eventually } from '../../../tests/support/eventually.ts'

/** A subscription that is read to its end in the background, and its messages so far. */
export interface Listener {
  readonly messages: readonly SubscriptionMessage[]
  readonly events: readonly StoredEvent[]
  readonly signal: AbortSignal
  /** How the iteration ended; rejects with what it threw. */
  readonly ended: Promise<void>
  readonly count: (kind: SubscriptionMessage['t']) => number
  /** Resolves once it holds; rejects when the subscription ends, or time does, before it holds. */
  readonly until: (enough: () => boolean) => Promise<void>
  /** Aborts, and waits for the end. */
  readonly stop: () => Promise<void>
}

export function listen(
  store: EventStore,
  after: Position,
  options: { readonly filter?: Filter; readonly highWaterMark?: number } = {},
): Listener {
  const control = new AbortController()
  const messages: SubscriptionMessage[] = []
  const events: StoredEvent[] = []
  let isOver = false
  let place = after
  const read = async () => {
    for await (const message of store.subscribe(after, { ...options, signal: control.signal })) {
      place = placeAfter(place, message)
      messages.push(message)
      if (message.t === 'event') events.push(message.event)
    }
  }
  const ended = read().finally(() => (isOver = true))
  ended.catch(() => {}) // tests that care await `ended`
  return {
    messages,
    events,
    signal: control.signal,
    ended,
    count: (kind) => messages.filter(({ t }) => t === kind).length,
    until: async (enough) => {
      const hearsEnough = (): void => {
        if (!enough() && !isOver) throw new Error(`heard only ${summary(messages)}`)
      }
      await eventually(hearsEnough, { what: enough, everyMs: 2 })
      if (enough()) return
      await ended
      throw new Error(`ended, and heard only ${summary(messages)}`)
    },
    stop: async () => {
      control.abort()
      await ended
    },
  }
}

/** In every subscription of every case, events and checkpoints only go forward. */
function placeAfter(place: Position, message: SubscriptionMessage): Position {
  if (message.t === 'lost') return place
  const position = message.t === 'event' ? message.event.position : message.position
  if (position < place || (position === place && message.t !== 'caughtUp'))
    throw new Error(`a subscription at ${place} says ${message.t} ${position}`)
  return position
}

const summary = (messages: readonly SubscriptionMessage[]): string =>
  `${messages.length} messages, the last: ${messages
    .slice(-5)
    .map(({ t }) => t)
    .join(' ')}`
