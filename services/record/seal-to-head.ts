import { setTimeout as pause } from 'node:timers/promises'
import { sealNext, type SealerDeps } from './sealer.ts'
import { TreeMoved } from './tree-store.ts'

const RACE_MS = 20

/** Seals all that the log has now, beside a running sealer: both make one chain. */
export async function sealToHead(deps: SealerDeps, onStep: (size: number) => void): Promise<void> {
  for (;;) {
    try {
      const { isAtHead, head } = await sealNext(deps, { namesKey: true })
      onStep(head.size)
      if (!isAtHead) continue
      // The seal's own event belongs to the tables too.
      await sealNext(deps)
      return
    } catch (error) {
      if (!(error instanceof TreeMoved)) throw error
      await pause(RACE_MS)
    }
  }
}
