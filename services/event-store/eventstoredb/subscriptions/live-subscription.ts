import type { Position } from '@app/contracts/event-store.ts'
import { createWakeSignal } from '../../wake-signal.ts'
import type { Calls } from '../grpc-calls.ts'
import { createEventBuffer, type EventBuffer } from './event-buffer.ts'
import type { SubscribedEvent, OpenSubscription } from './server-subscription.ts'
import type { KnownHead } from '../known-head.ts'

export interface LiveSubscriptionDeps {
  readonly calls: Pick<Calls, 'ended' | 'onEnd'>
  readonly openSubscription: OpenSubscription
  readonly headPosition: () => Promise<Position>
  readonly knownHead: KnownHead
  readonly backoff: (attempt: number) => number
}

export interface LiveListener {
  onEvent(entry: SubscribedEvent): void
  /** It may have missed nothing, but nobody was notified meanwhile. */
  onLive(): void
  onChanged(): void
}

export interface LiveSubscription {
  /** From the head at first use. @throws StoreError while the log cannot be read */
  buffer(): Promise<EventBuffer>
  readonly isLive: boolean
  /** Time of the server's last message. */
  readonly lastMessageMs: number
  /** Restarts the subscription at its position. */
  restart(): void
  stop(): void
}

const LIMITS = { events: 10_000, bytes: 32 * 1024 * 1024 }

/** Keeps one subscription to all events from the head on, and restarts one that ends at its position. */
export function keepLiveSubscription(deps: LiveSubscriptionDeps, listener: LiveListener): LiveSubscription {
  const signal = createWakeSignal()
  const bufferAtHead = createBufferAtHead(deps)
  const state: LiveState = { isLive: false, lastMessageMs: 0, close: () => undefined }

  async function keepSubscribed(): Promise<void> {
    for (let attempt = 1; !signal.ended; attempt += 1) {
      const wasLive = await bufferAtHead()
        .then((buffer) => (signal.ended ? false : subscribeOnce(deps, buffer, state, listener)))
        .catch(() => false) // readers get the error
      if (wasLive) attempt = 1
      await signal.sleep(deps.backoff(attempt))
    }
  }
  function stop(): void {
    signal.end()
    state.close()
  }

  const release = deps.calls.onEnd(stop)
  void keepSubscribed().finally(release)
  return {
    buffer: bufferAtHead,
    get isLive() {
      return state.isLive
    },
    get lastMessageMs() {
      return state.lastMessageMs
    },
    restart: () => state.close(),
    stop,
  }
}

interface LiveState {
  isLive: boolean
  lastMessageMs: number
  close(): void
}

/** The buffer begins at the head of the log, once that is known. */
function createBufferAtHead({ headPosition }: LiveSubscriptionDeps): () => Promise<EventBuffer> {
  let buffer: EventBuffer | undefined
  let pending: Promise<EventBuffer> | undefined
  return async () => {
    if (buffer !== undefined) return buffer
    pending ??= headPosition()
      .then((head) => (buffer = createEventBuffer(head, LIMITS)))
      .finally(() => (pending = undefined))
    return pending
  }
}

/** One subscription, until it ends. @returns whether it became live */
async function subscribeOnce(
  { openSubscription, knownHead }: LiveSubscriptionDeps,
  buffer: EventBuffer,
  state: LiveState,
  listener: LiveListener,
): Promise<boolean> {
  let wasLive = false
  function changed(position: Position): void {
    state.lastMessageMs = performance.now()
    knownHead.saw(position)
    listener.onChanged()
  }
  await new Promise<void>((resolve) => {
    const subscription = openSubscription(
      buffer.end,
      { filter: undefined },
      {
        entry: (entry) => {
          buffer.add(entry)
          listener.onEvent(entry)
          changed(entry.position)
        },
        passed: (position) => {
          buffer.pass(position)
          changed(position)
        },
        caughtUp: () => {
          if (!state.isLive) listener.onLive()
          state.isLive = wasLive = true
          changed(buffer.end)
        },
        ended: () => resolve(),
      },
    )
    state.close = () => {
      subscription.stop()
      resolve()
    }
  })
  state.isLive = false
  listener.onChanged()
  return wasLive
}
