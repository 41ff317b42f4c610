import { READ_MODELS } from '@app/contracts/data.ts'
import { projectionNamed } from '@app/projections/projections.ts'
import { listBuilds } from '../../kernel/models/builds.ts'
import { differingRows, type Comparison, verifyProjection } from '../../kernel/models/compare.ts'
import { foldingDeps, liveOf, type FoldingBackend } from '../../product/backend/build-orders.ts'
import { openParked } from '../../product/backend/open-parked.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { INTERRUPTED, withBackend, type Terminal } from '../ops-session.ts'
import { sayProgress, drawTable, figure } from '../text-table.ts'
import { listParked } from './parked-command.ts'

class Interrupted extends Error {}

/** @returns 0 when all rows are equal, 1 when not */
export async function verifyCommand(settings: Settings, terminal: Terminal): Promise<number> {
  try {
    const verified = await withBackend(settings, terminal, async (backend) => {
      const all = await verifyAll(backend, terminal)
      terminal.print(`\n${reportOf(all)}\n`)
      await listParked(openParked(backend), terminal)
      return all
    })
    return verified.some(differs) ? 1 : 0
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error
    terminal.print('Interrumpido: no se cambió nada.')
    return INTERRUPTED
  }
}

interface Verified extends Comparison {
  readonly name: string
}

async function verifyAll(
  backend: FoldingBackend,
  { say, signal }: Pick<Terminal, 'say' | 'signal'>,
): Promise<readonly Verified[]> {
  const verified: Verified[] = []
  for (const name of READ_MODELS) {
    say(`Reconstruyendo ${name} para comparar…`)
    liveOf(await listBuilds(backend.projector), name)
    const show = sayProgress(say, backend.now)
    const onProgress = (position: bigint, target: bigint): void => {
      if (signal.aborted) throw new Interrupted()
      show(position, target)
    }
    const deps = { ...foldingDeps(backend), onProgress }
    verified.push({ name, ...(await verifyProjection(deps, projectionNamed(name))) })
  }
  return verified
}

function reportOf(verified: readonly Verified[]): string {
  const table = drawTable(
    [
      ['Vista', 'Tabla', 'Posición', 'Filas', 'Distintas'],
      ...verified.flatMap(({ name, position, tables }) =>
        tables.map(({ table: of, rows, onlyLive, onlyOther }) => [
          name,
          of,
          figure(position),
          figure(rows),
          figure(onlyLive + onlyOther),
        ]),
      ),
    ],
    2,
  )
  const rows = verified
    .flatMap((one) => one.rows)
    .map(({ table: of, isLive, text }) => `  ${isLive ? 'en uso' : 'nueva '}  ${of} ${text}`)
  const verdict = verified.some(differs)
    ? 'HAY DIFERENCIAS: las filas en uso no son las que salen del registro de eventos.'
    : 'Todo coincide: cada fila en uso es la que sale del registro de eventos.'
  return [table, ...(rows.length > 0 ? [rows.join('\n')] : []), verdict].join('\n\n')
}

const differs = (compared: Comparison): boolean => differingRows(compared) > 0
