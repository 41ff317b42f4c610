import type { Position } from '@app/contracts/event-store.ts'
import { createBuild, dropBuild } from '../builds.ts'
import type { Projection } from '../projection.ts'
import { verifyName } from './builds-beside.ts'
import { foldUpTo, type FoldDeps } from '../fold-build.ts'

const TRIED_MS = 1_500

class Enough extends Error {}

/**
 * Folds the first events into a build that goes again at once. Nobody else may verify the projection meanwhile.
 * @returns events a second
 */
export async function measureRate(deps: FoldDeps, projection: Projection, to: Position): Promise<number> {
  const { db, log, now } = deps
  const name = verifyName(projection.name)
  await dropBuild(db, name)
  const startedMs = performance.now()
  const elapsedMs = (): number => performance.now() - startedMs
  let events = 0
  await createBuild(db, projection, { name, storeId: log.storeId, now: now() })
  try {
    const onBatch = (_position: Position, batch: { readonly events: number }): void => {
      events += batch.events
      if (elapsedMs() > TRIED_MS) throw new Enough()
    }
    await foldUpTo({ ...deps, onBatch }, projection, name, to)
  } catch (error) {
    if (!(error instanceof Enough)) throw error
  } finally {
    await dropBuild(db, name)
  }
  return Math.max(1, events) / Math.max(0.001, elapsedMs() / 1_000)
}
