import type { Settings } from '@app/settings/settings.ts'
import { dropBuild, findBuild } from '@app/projections/runtime/builds.ts'
import type { Projection } from '@app/projections/runtime/projection.ts'
import { PROJECTIONS } from '@app/projections/projections.ts'
import { verifyName } from '@app/projections/runtime/rebuild/builds-beside.ts'
import { differingRows, type Comparison } from '@app/projections/runtime/rebuild/compare.ts'
import { verifyProjection } from '@app/projections/runtime/verify.ts'
import {
  foldingDeps,
  liveBuildOf,
  whileNobodyVerifies,
  type FoldingBackend,
} from '@app/runtime/backend/rebuild/rebuild-locks.ts'
import { sayProgress } from '../progress-lines.ts'
import { openParked } from '@app/runtime/backend/open-parked.ts'
import { listParked } from './parked-command.ts'
import { INTERRUPTED, withBackend, type Terminal } from '../ops-session.ts'
import { comparisonText } from '../rebuild/shown-comparison.ts'

class Interrupted extends Error {}

/** @returns 0 when all rows are equal, 1 when not */
export async function verifyCommand(settings: Settings, terminal: Terminal): Promise<number> {
  try {
    const verifications = await withBackend(settings, terminal, async (backend) => {
      const verified = await verifyAll(backend, terminal)
      terminal.print(`\n${reportOf(verified)}\n`)
      await listParked(openParked(backend), terminal)
      return verified
    })
    return verifications.some(differs) ? 1 : 0
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error
    terminal.print('Interrumpido: no se cambió nada.')
    return INTERRUPTED
  }
}

async function verifyAll(
  backend: FoldingBackend,
  { say, signal }: Pick<Terminal, 'say' | 'signal'>,
): Promise<readonly Comparison[]> {
  return whileNobodyVerifies(backend.projector, async () => {
    const verifications: Comparison[] = []
    for (const projection of PROJECTIONS) {
      say(`Reconstruyendo ${projection.name} para comparar…`)
      verifications.push(await verifyOne(backend, projection, { signal, say }))
    }
    return verifications
  })
}

async function verifyOne(
  backend: FoldingBackend,
  projection: Projection,
  { signal, say }: Pick<Terminal, 'say' | 'signal'>,
): Promise<Comparison> {
  const { projector: db, now } = backend
  await liveBuildOf(db, projection)
  const name = verifyName(projection.name)
  // Left by a killed run.
  if ((await findBuild(db, name)) !== undefined) await dropBuild(db, name)
  const show = sayProgress(say, now)
  const mayGoOn = (): void => {
    if (signal.aborted) throw new Interrupted()
  }
  mayGoOn()
  const onProgress = (position: bigint, target: bigint): void => {
    mayGoOn()
    show(position, target)
  }
  return verifyProjection({ ...foldingDeps(backend), onProgress }, projection, name)
}

function reportOf(comparisons: readonly Comparison[]): string {
  const verdict = comparisons.some(differs)
    ? 'HAY DIFERENCIAS: las filas en uso no son las que salen del registro de eventos.'
    : 'Todo coincide: cada fila en uso es la que sale del registro de eventos.'
  return `${comparisonText(comparisons)}\n\n${verdict}`
}

const differs = (compared: Comparison): boolean => differingRows(compared) > 0
