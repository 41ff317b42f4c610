import type { OnGrown, Position } from '@app/contracts/event-store.ts'
import { createWakeSignal } from '../../wake-signal.ts'
import { createLogWatchers } from '../../watchers.ts'
import type { Calls } from '../grpc-calls.ts'
import type { OpenSubscription } from './server-subscription.ts'

interface GrowthDeps {
  readonly calls: Pick<Calls, 'onEnd'>
  readonly openSubscription: OpenSubscription
  readonly headPosition: () => Promise<Position>
  readonly backoff: (attempt: number) => number
}

interface State {
  readonly watchers: ReturnType<typeof createLogWatchers>
  isLive: boolean
  close(): void
}

/** Wakes followers by one subscription, from the first watcher on. A hint only: every follower polls as well. */
export function createGrowthWatch(deps: GrowthDeps) {
  const state: State = { watchers: createLogWatchers(), isLive: false, close: () => undefined }
  const signal = createWakeSignal()
  let following: Promise<void> | undefined

  async function follow(): Promise<void> {
    for (let attempt = 1; !signal.ended; attempt += 1) {
      const head = await deps.headPosition().catch(() => undefined)
      if (head !== undefined && !signal.ended && (await subscribeOnce(deps, state, head))) attempt = 1
      await signal.sleep(deps.backoff(attempt))
    }
  }

  deps.calls.onEnd(() => {
    signal.end()
    state.close()
  })
  return {
    watch: (onGrown: OnGrown) => {
      following ??= follow()
      return state.watchers.watch(onGrown)
    },
    /** To be called after an append of this process, which a live subscription reports as well. */
    appended: (types: ReadonlySet<string>) => {
      if (!state.isLive) state.watchers.wake(types)
    },
  }
}

/** @returns whether it became live, once it has ended */
async function subscribeOnce(deps: GrowthDeps, state: State, head: Position): Promise<boolean> {
  await new Promise<void>((resolve) => {
    const subscription = deps.openSubscription(
      head,
      { filter: undefined },
      {
        entry: ({ type }) => state.watchers.wake(new Set([type])),
        passed: () => undefined,
        caughtUp: () => {
          // What came before it was announced to nobody.
          if (!state.isLive) state.watchers.wake()
          state.isLive = true
        },
        ended: () => resolve(),
      },
    )
    state.close = () => {
      subscription.stop()
      resolve()
    }
  })
  const wasLive = state.isLive
  state.isLive = false
  return wasLive
}
