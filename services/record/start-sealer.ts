import { isStoreError, type EventStore } from '@app/contracts/event-store.ts'
import { createWakeSignal } from '@app/event-store/wake-signal.ts'
import { sealNext, type SealerDeps, type SealStep } from './sealer.ts'
import { TileDamaged } from './tree/tiles.ts'
import { TreeMoved } from './tree-store.ts'

export interface RunningSealer {
  stop(): Promise<void>
}

interface SealerLoop extends SealerDeps {
  readonly log: SealerDeps['log'] & Pick<EventStore, 'watch'>
  readonly onStep?: (step: SealStep) => void
  /** Called for every failure; the sealer goes on by itself. */
  readonly onTrouble?: (error: Error) => void
  readonly pollMs?: number
}

/** Events that come within it share a seal. With the seal's own append an event is sealed within a second. */
const GATHER_MS = 800
const POLL_MS = 5_000
const RETRY_MS = 1_000

/**
 * Seals the log as it grows, until it is stopped. A log from before there were seals is sealed from its beginning. A tree
 * that does not continue the last seal is made again once; if that does not help, the log was altered, and no seal follows.
 */
export function startSealer({ onStep, onTrouble, pollMs = POLL_MS, ...deps }: SealerLoop): RunningSealer {
  const wakeSignal = createWakeSignal()
  const unwatch = deps.log.watch(wakeSignal.notify)
  const running = run().finally(unwatch)

  let isMadeAgain = false

  async function run(): Promise<void> {
    while (!wakeSignal.ended) {
      try {
        const step = await sealNext(deps)
        onStep?.(step)
        if (step.isSealed) isMadeAgain = false
        if (!step.isAtHead) continue
        await wakeSignal.wait(pollMs)
        await wakeSignal.sleep(GATHER_MS)
        wakeSignal.clear()
      } catch (error) {
        if (error instanceof TreeMoved) continue
        onTrouble?.(error instanceof Error ? error : new Error(String(error)))
        if (isStoreError(error, 'Disposed')) return
        if (error instanceof TileDamaged && !isMadeAgain) await makeAgain()
        await wakeSignal.sleep(RETRY_MS)
      }
    }
  }

  async function makeAgain(): Promise<void> {
    await deps.tree.clear().then(() => (isMadeAgain = true), onTrouble)
  }

  return {
    stop: async () => {
      wakeSignal.end()
      await running
    },
  }
}
