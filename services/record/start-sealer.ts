import { isStoreError, type EventStore, type Position } from '@app/contracts/event-store.ts'
import { createWakeSignal, type WakeSignal } from '@app/event-store/wake-signal.ts'
import { sealNext, type SealerDeps, type SealOptions, type SealStep } from './sealer.ts'
import { TreeMoved } from './tree-store.ts'

export interface RunningSealer {
  stop(): Promise<void>
}

export interface SealerLoop extends SealerDeps {
  readonly log: SealerDeps['log'] & Pick<EventStore, 'watch' | 'headPosition'>
  readonly onStep?: (step: SealStep) => void
  /** Called for every failure; the sealer goes on by itself. */
  readonly onTrouble?: (error: Error) => void
  /** Called for each success. */
  readonly onRecovered?: () => void
  readonly pollMs?: number
}

/** Events that come within it share a seal. With a poll and the seal's own append an event is sealed within a second. */
const GATHER_MS = 400
const POLL_MS = 5_000
/** Between two pages of an older log: others have the processor and the log meanwhile. */
const BACKLOG_PAUSE_MS = 25
const RACE_MS = 20
const RETRY_MS = { first: 1_000, most: 30_000 }

/** Seals the log as it grows, until it is stopped. A log from before there were seals is sealed from its beginning. */
export function startSealer(loop: SealerLoop): RunningSealer {
  const { onStep, onTrouble, onRecovered, pollMs = POLL_MS, ...deps } = loop
  const wakeSignal = createWakeSignal()
  const unwatch = deps.log.watch(() => wakeSignal.notify())
  const running = run().finally(unwatch)

  async function next(options: SealOptions): Promise<SealStep> {
    const step = await sealNext(deps, options)
    onStep?.(step)
    onRecovered?.()
    return step
  }

  async function afterStep({ dueInMs, isAtHead, isSealed, position }: SealStep): Promise<void> {
    if (dueInMs > 0) {
      await wakeSignal.sleep(dueInMs)
      if (!wakeSignal.ended) await next({ isUrgent: true })
    } else if (!isAtHead) await wakeSignal.sleep(BACKLOG_PAUSE_MS)
    else if (!isSealed) {
      await untilGrown(wakeSignal, { log: deps.log, position, pollMs })
      await wakeSignal.sleep(GATHER_MS)
    }
  }

  async function run(): Promise<void> {
    let retryMs = RETRY_MS.first
    let isFirst = true
    while (!wakeSignal.ended) {
      try {
        const step = await next({ namesKey: isFirst })
        isFirst = false
        retryMs = RETRY_MS.first
        await afterStep(step)
      } catch (error) {
        if (isStoreError(error, 'Disposed')) return
        const isRace = error instanceof TreeMoved
        if (!isRace) onTrouble?.(error instanceof Error ? error : new Error(String(error)))
        await wakeSignal.sleep(isRace ? RACE_MS : retryMs)
        if (!isRace) retryMs = Math.min(2 * retryMs, RETRY_MS.most)
      }
    }
  }

  return {
    stop: async () => {
      wakeSignal.end()
      await running
    },
  }
}

/** At rest it costs one question a poll. */
async function untilGrown(
  wakeSignal: WakeSignal,
  {
    log,
    position,
    pollMs,
  }: {
    readonly log: Pick<EventStore, 'headPosition'>
    readonly position: Position
    readonly pollMs: number
  },
): Promise<void> {
  while (!wakeSignal.ended) {
    await wakeSignal.wait(pollMs)
    wakeSignal.clear()
    if (wakeSignal.ended || (await log.headPosition()) !== position) return
  }
}
