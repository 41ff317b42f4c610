import { isStoreError, type EventStore, type Position } from '@app/contracts/event-store.ts'
import { createWakeSignal } from '@app/event-store/wake-signal.ts'
import { createSealPace, type SealPace } from './seal-pace.ts'
import { sealNext, type SealerDeps, type SealStep } from './sealer.ts'
import { TreeDiffers } from '../tree/signed-tree.ts'
import { TileDamaged } from '../tree/tiles.ts'
import { TreeMoved } from '../tree/tree-store.ts'

export interface RunningSealer {
  stop(): Promise<void>
}

export interface SealerLoop extends SealerDeps, SealPace {
  readonly log: SealerDeps['log'] & Pick<EventStore, 'watch'>
  readonly onStep?: (step: SealStep) => void
  /** Called for every failure; the sealer goes on by itself. */
  readonly onTrouble?: (error: Error) => void
  /** The tables of the tree were wrong, and are made again from the log. */
  readonly onTreeCleared?: (error: TileDamaged) => void
  /** Called when nothing is signed, because the log does not continue what was signed last; the tree was made again. */
  readonly onRefused?: () => void
  /** Called for each success. */
  readonly onRecovered?: () => void
  readonly pollMs?: number
}

/** Events that come within it share a seal. */
const GATHER_MS = 400
const POLL_MS = 5_000
/** While a seal waits for its time, the tree grows at this pace, and is full within it. */
const GROW_MS = 1_000
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
  const waitMs = createSealPace(loop)
  let namesKey = true
  const goesOn = () => !wakeSignal.ended
  while (!wakeSignal.ended)
    try {
      const step = await sealNext(loop, { namesKey, waitMs, goesOn })
      retries.reset(step)
      loop.onStep?.(step)
      loop.onRecovered?.()
      namesKey &&= step.dueInMs > 0
      if (step.dueInMs > 0) await untilGrownOrDue(loop, wakeSignal, step.dueInMs)
      else if (!step.isAtHead) await wakeSignal.sleep(BACKLOG_PAUSE_MS)
      else if (!step.isSealed) await untilGrown(loop, wakeSignal, step.position)
    } catch (error) {
      if (isStoreError(error, 'Disposed')) return
      await retries.after(error)
    }
}

/** Thousands of events in the meantime are sealed at once. */
async function untilGrownOrDue(
  { pollMs = POLL_MS }: SealerLoop,
  wakeSignal: WakeSignal,
  dueInMs: number,
): Promise<void> {
  await wakeSignal.sleep(Math.min(dueInMs, GROW_MS))
  if (dueInMs > GROW_MS) await wakeSignal.wait(Math.min(dueInMs - GROW_MS, pollMs))
  wakeSignal.clear()
}

/** At rest it costs one question a poll. Whoever removes events leaves the end where it is, once as many came. */
async function untilGrown(
  { log, pollMs = POLL_MS }: SealerLoop,
  wakeSignal: WakeSignal,
  position: Position,
): Promise<void> {
  for (;;) {
    const isNotified = await wakeSignal.wait(pollMs)
    wakeSignal.clear()
    if (isNotified || wakeSignal.ended || (await log.headPosition()) !== position) break
  }
  await wakeSignal.sleep(GATHER_MS)
}

function createRetries({ tree, onTrouble, onTreeCleared, onRefused }: SealerLoop, wakeSignal: WakeSignal) {
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
    if (error instanceof TreeDiffers) onRefused?.()
    await wakeSignal.sleep(retryMs)
    retryMs = Math.min(2 * retryMs, RETRY_MS.most)
  }

  return {
    reset: ({ isSealed, isAtHead }: SealStep): void => {
      retryMs = RETRY_MS.first
      if (isSealed || isAtHead) isMadeAgain = false
    },
    after,
  }
}
