import { isStoreError, type EventStore, type Expected, type Position } from '@app/contracts/event-store.ts'
import { createWakeSignal } from '@app/event-store/wake-signal.ts'
import { expectWholeTree, sealNext, type SealerDeps, type SealStep } from './sealer.ts'
import { TileDamaged } from './tree/tiles.ts'
import { TreeMoved } from './tree-store.ts'

export interface RunningSealer {
  stop(): Promise<void>
}

export interface SealerLoop extends SealerDeps {
  readonly log: SealerDeps['log'] & Pick<EventStore, 'watch' | 'headPosition'>
  readonly onStep?: (step: SealStep) => void
  /** Called for every failure; the sealer goes on by itself. */
  readonly onTrouble?: (error: Error) => void
  /** The tables of the tree were wrong, and are made again from the log. */
  readonly onTreeCleared?: (error: TileDamaged) => void
  /** Called for each success. */
  readonly onRecovered?: () => void
  readonly pollMs?: number
}

/** Events that come within it share a seal. With a poll and the seal's own append an event is sealed within a second. */
const GATHER_MS = 400
const POLL_MS = 5_000
/** Of all processes on a log there is at most one seal in this time. */
const SEAL_MS_MIN = 1_000
/** Between two pages of an older log: others have the processor and the log meanwhile. */
const BACKLOG_PAUSE_MS = 25
const RACE_MS = 20
const RETRY_MS = { first: 1_000, most: 30_000 }

/**
 * Seals the log as it grows, until it is stopped. A log from before there were seals is sealed from its beginning. A tree
 * that does not continue the last seal is made again once; if that does not help, the log was altered, and no seal follows.
 */
export function startSealer(loop: SealerLoop): RunningSealer {
  const wakeSignal = createWakeSignal()
  const unwatch = loop.log.watch(() => wakeSignal.notify())
  const running = run(loop, wakeSignal).finally(unwatch)
  return {
    stop: async () => {
      wakeSignal.end()
      await running
    },
  }
}

type WakeSignal = ReturnType<typeof createWakeSignal>

async function run(loop: SealerLoop, wakeSignal: WakeSignal): Promise<void> {
  const retries = createRetries(loop, wakeSignal)
  const pace = createPace(loop)
  let namesKey = true
  // Wrong tiles of before would be found only by whoever needs them.
  await expectWholeTree(loop, () => !wakeSignal.ended).catch(retries.after)

  while (!wakeSignal.ended)
    try {
      const step = await sealNext(loop, { namesKey, waitMs: pace.waitMs })
      retries.reset(step)
      loop.onStep?.(step)
      loop.onRecovered?.()
      namesKey &&= step.dueInMs > 0
      if (step.dueInMs > 0) {
        await wakeSignal.sleep(step.dueInMs)
        pace.waited()
      } else if (!step.isAtHead) await wakeSignal.sleep(BACKLOG_PAUSE_MS)
      else if (!step.isSealed) await untilGrown(loop, wakeSignal, step.position)
    } catch (error) {
      if (isStoreError(error, 'Disposed')) return
      await retries.after(error)
    }
}

/**
 * Counts from when a seal was first seen here, by the clock of here: those of other processes may differ from it by more
 * than the wait. A clock that jumps meanwhile delays none for longer, because what was waited for once is old enough.
 */
function createPace({ now }: Pick<SealerLoop, 'now'>) {
  let seen: { readonly expected: Expected; readonly ms: number; readonly isOld: boolean } | undefined
  return {
    waitMs: ({ expected, madeMs }: { readonly expected: Expected; readonly madeMs: number }): number => {
      const ms = now().getTime()
      if (seen?.expected !== expected) seen = { expected, ms: seen === undefined ? madeMs : ms, isOld: false }
      if (seen.isOld || ms - seen.ms >= SEAL_MS_MIN) return 0
      return ms < seen.ms ? SEAL_MS_MIN : SEAL_MS_MIN - (ms - seen.ms)
    },
    waited: (): void => {
      seen &&= { ...seen, isOld: true }
    },
  }
}

/** At rest it costs one question a poll. */
async function untilGrown(
  { log, pollMs = POLL_MS }: SealerLoop,
  wakeSignal: WakeSignal,
  position: Position,
): Promise<void> {
  do {
    await wakeSignal.wait(pollMs)
    wakeSignal.clear()
  } while (!wakeSignal.ended && (await log.headPosition()) === position)
  await wakeSignal.sleep(GATHER_MS)
}

function createRetries({ tree, onTrouble, onTreeCleared }: SealerLoop, wakeSignal: WakeSignal) {
  let retryMs = RETRY_MS.first
  let isMadeAgain = false

  async function makeAgain(error: TileDamaged): Promise<void> {
    isMadeAgain = true
    await tree.clear()
    onTreeCleared?.(error)
  }

  async function after(error: unknown): Promise<void> {
    if (error instanceof TreeMoved || isStoreError(error, 'Disposed')) return wakeSignal.sleep(RACE_MS)
    if (error instanceof TileDamaged && !isMadeAgain) return makeAgain(error).catch(after)
    onTrouble?.(error instanceof Error ? error : new Error(String(error)))
    await wakeSignal.sleep(retryMs)
    retryMs = Math.min(2 * retryMs, RETRY_MS.most)
  }

  return {
    reset: ({ isSealed }: SealStep): void => {
      retryMs = RETRY_MS.first
      if (isSealed) isMadeAgain = false
    },
    after,
  }
}
