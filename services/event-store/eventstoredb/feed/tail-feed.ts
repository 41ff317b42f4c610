import type { Position } from '@app/contracts/event-store.ts'
import { createWakeSignal } from '../../wake-signal.ts'
import type { Calls } from '../grpc-calls.ts'
import { createEventRun, type EventRun } from './event-run.ts'
import type { FeedEntry, OpenFeed } from './shared-feed.ts'
import type { KnownHead } from '../known-head.ts'

export interface FeedDeps {
  readonly calls: Pick<Calls, 'ended' | 'onEnd'>
  readonly openFeed: OpenFeed
  readonly headPosition: () => Promise<Position>
  readonly known: KnownHead
  readonly backoff: (attempt: number) => number
}

export interface TailListener {
  onEvent(entry: FeedEntry): void
  /** It may have missed nothing, but nobody was notified meanwhile. */
  onLive(): void
  onChanged(): void
}

export interface TailFeed {
  /** From the head at first use. @throws StoreError while the log cannot be read */
  run(): Promise<EventRun>
  readonly isLive: boolean
  /** Time of the server's last message. */
  readonly heardMs: number
  /** Restarts the subscription at its position. */
  restart(): void
  stop(): void
}

const LIMITS = { events: 10_000, bytes: 32 * 1024 * 1024 }

/** Keeps one subscription to all events from the head on, and restarts one that ends at its position. */
export function keepTailFeed(deps: FeedDeps, listener: TailListener): TailFeed {
  const signal = createWakeSignal()
  const begin = createBeginning(deps)
  const state: TailState = { isLive: false, heardMs: 0, leave: () => undefined }

  async function keep(): Promise<void> {
    for (let attempt = 1; !signal.ended; attempt += 1) {
      const wasLive = await begin()
        .then((run) => (signal.ended ? false : hear(deps, run, state, listener)))
        .catch(() => false) // readers get the error
      if (wasLive) attempt = 1
      await signal.sleep(deps.backoff(attempt))
    }
  }
  function stop(): void {
    signal.end()
    state.leave()
  }

  const release = deps.calls.onEnd(stop)
  void keep().finally(release)
  return {
    run: begin,
    get isLive() {
      return state.isLive
    },
    get heardMs() {
      return state.heardMs
    },
    restart: () => state.leave(),
    stop,
  }
}

interface TailState {
  isLive: boolean
  heardMs: number
  leave(): void
}

/** The run begins at the head of the log, once that is known. */
function createBeginning({ headPosition }: FeedDeps): () => Promise<EventRun> {
  let run: EventRun | undefined
  let asking: Promise<EventRun> | undefined
  return async () => {
    if (run !== undefined) return run
    asking ??= headPosition()
      .then((head) => (run = createEventRun(head, LIMITS)))
      .finally(() => (asking = undefined))
    return asking
  }
}

/** One subscription, until it ends. @returns whether it came to be live */
async function hear(
  { openFeed, known }: FeedDeps,
  run: EventRun,
  state: TailState,
  listener: TailListener,
): Promise<boolean> {
  let wasLive = false
  function changed(position: Position): void {
    state.heardMs = performance.now()
    known.saw(position)
    listener.onChanged()
  }
  await new Promise<void>((resolve) => {
    const feed = openFeed(
      run.end,
      { filter: undefined },
      {
        entry: (entry) => {
          run.add(entry)
          listener.onEvent(entry)
          changed(entry.position)
        },
        passed: (position) => {
          run.pass(position)
          changed(position)
        },
        caughtUp: () => {
          if (!state.isLive) listener.onLive()
          state.isLive = wasLive = true
          changed(run.end)
        },
        over: () => resolve(),
      },
    )
    state.leave = () => {
      feed.stop()
      resolve()
    }
  })
  state.isLive = false
  listener.onChanged()
  return wasLive
}
