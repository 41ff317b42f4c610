import type { Settings } from '@app/settings/settings.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { dropBuild, findActiveBuild, findBuild } from '@app/projections/runtime/builds.ts'
import type { Projection } from '@app/projections/runtime/projection.ts'
import { PROJECTIONS } from '@app/projections/projections.ts'
import { verifyProjection, type Verification } from '@app/projections/runtime/verify.ts'
import type { Backend } from '@app/runtime/backend/open-backend.ts'
import { whileNobodyVerifies } from '../idle-builds.ts'
import { sayProgress } from '../progress-lines.ts'
import { INTERRUPTED, withBackend, type Terminal } from '../ops-session.ts'
import { drawTable, figure } from '../text-table.ts'

class Interrupted extends Error {}

/** @returns 0 when all rows are equal, 1 when not */
export async function verifyCommand(settings: Settings, terminal: Terminal): Promise<number> {
  try {
    const verifications = await withBackend(settings, terminal, (backend) => verifyAll(backend, terminal))
    terminal.print(`\n${reportOf(verifications)}\n`)
    return verifications.some(differs) ? 1 : 0
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error
    terminal.print('Interrumpido: no se cambió nada.')
    return INTERRUPTED
  }
}

export async function verifyAll(
  backend: Pick<Backend, 'projector' | 'sealed' | 'evenBlocked' | 'now'>,
  { say, signal }: Pick<Terminal, 'say' | 'signal'>,
): Promise<readonly Verification[]> {
  const verified = await whileNobodyVerifies(backend.projector, async () => {
    const verifications: Verification[] = []
    for (const projection of PROJECTIONS) {
      say(`Reconstruyendo ${projection.name} para comparar…`)
      verifications.push(await verifyOne(backend, projection, { signal, say }))
    }
    return verifications
  })
  if (verified === undefined) throw new StartError('Ya hay otra verificación en curso: espera a que termine.')
  return verified
}

async function verifyOne(
  {
    projector: db,
    sealed,
    evenBlocked: { store, seals },
    now,
  }: Pick<Backend, 'projector' | 'sealed' | 'evenBlocked' | 'now'>,
  projection: Projection,
  { signal, say }: Pick<Terminal, 'say' | 'signal'>,
): Promise<Verification> {
  const live = await findActiveBuild(db, projection.name)
  if (live?.version !== projection.version) {
    throw new StartError(
      `La vista ${projection.name} todavía no está en uso en su versión ${projection.version}: inicia el producto (npm start), espera a que esté al día y vuelve a intentarlo.`,
    )
  }
  const name = `${projection.name}_verify`
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
  const source = projection.reads === 'sealed' ? sealed : store
  return verifyProjection({ db, store: source, seals, now, onProgress }, projection, name)
}

const differs = ({ tables }: Verification): boolean => tables.some(({ differing }) => differing > 0)

function reportOf(verifications: readonly Verification[]): string {
  const rows = verifications.flatMap(({ projection, position, tables }) =>
    tables.map(({ table, rows: count, differing }) => [
      projection,
      table,
      figure(position),
      figure(count),
      figure(differing),
    ]),
  )
  const verdict = verifications.some(differs)
    ? 'HAY DIFERENCIAS: las filas en uso no son las que salen del registro de eventos.'
    : 'Todo coincide: cada fila en uso es la que sale del registro de eventos.'
  return `${drawTable([['Vista', 'Tabla', 'Posición', 'Filas', 'Distintas'], ...rows], 2)}\n\n${verdict}`
}
