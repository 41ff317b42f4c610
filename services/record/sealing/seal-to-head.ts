import { setTimeout as pause } from 'node:timers/promises'
import { sealNext, type SealerDeps, type SealStep } from './sealer.ts'
import { TreeMoved } from '../tree/tree-store.ts'

const RACE_MS = 20
/** While others append without end, each further seal would have to be followed by one more. */
const SEALS_AT_HEAD_MAX = 3

export interface SealingToHead {
  readonly onStep?: (step: SealStep) => void
  /** Ends it early: what an older log lacks is left to the running sealer. */
  readonly isEnough?: () => boolean
}

/** Seals all that the log has now, beside a running sealer: both make one chain. The tables get the seal's own event too. */
export async function sealToHead(deps: SealerDeps, { onStep, isEnough }: SealingToHead = {}): Promise<void> {
  for (let seals = 0; seals < SEALS_AT_HEAD_MAX && isEnough?.() !== true;) {
    try {
      const step = await sealNext(deps, { namesKey: true, goesOn: () => isEnough?.() !== true })
      onStep?.(step)
      if (!step.isAtHead) continue
      if (!step.isSealed) return
      seals += 1
    } catch (error) {
      if (!(error instanceof TreeMoved)) throw error
      await pause(RACE_MS)
    }
  }
}
