import type { Position } from '@app/contracts/event-store.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { createBuild, dropBuild } from '@app/projections/runtime/builds.ts'
import type { Projection } from '@app/projections/runtime/projection.ts'
import { verifyName } from '@app/projections/runtime/rebuild/builds-beside.ts'
import { reach } from '@app/projections/runtime/rebuild/reach.ts'
import { whileNobodyVerifies } from '../idle-builds.ts'
import { aboutText, figure } from '../text-table.ts'
import { foldingDeps, type FoldingBackend } from './builds-of.ts'

const TRIED_MS = 1_500

class Enough extends Error {}

/** The rate is that of the first events, folded into a build that goes again at once. */
export async function estimateText(
  backend: FoldingBackend,
  projection: Projection,
  { events, to }: { readonly events: number; readonly to: Position },
): Promise<string> {
  const many = events === 1 ? 'Se leerá 1 evento' : `Se leerán ${figure(events)} eventos`
  if (events === 0) return `${many}.`
  const rate = await whileNobodyVerifies(backend.projector, () => triedRate(backend, projection, to))
  if (rate === undefined) throw new StartError('Hay una verificación en curso: espera a que termine.')
  return `${many}, cerca de ${aboutText(events / rate)}.`
}

/** Events a second. */
async function triedRate(backend: FoldingBackend, projection: Projection, to: Position): Promise<number> {
  const deps = foldingDeps(backend, projection)
  const { db, feed, now } = deps
  const name = verifyName(projection.name)
  await dropBuild(db, name)
  const startedMs = performance.now()
  const elapsedMs = (): number => performance.now() - startedMs
  let events = 0
  const build = await createBuild(db, projection, { name, storeId: feed.storeId, now: now() })
  try {
    const onBatch = (batch: { readonly events: number }): void => {
      events += batch.events
      if (elapsedMs() > TRIED_MS) throw new Enough()
    }
    await reach({ ...deps, onBatch }, projection, build, to)
  } catch (error) {
    if (!(error instanceof Enough)) throw error
  } finally {
    await dropBuild(db, name)
  }
  return Math.max(1, events) / Math.max(0.001, elapsedMs() / 1_000)
}
