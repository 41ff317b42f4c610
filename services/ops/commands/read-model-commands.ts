import { READ_MODELS, type ReadModel } from '@app/contracts/data.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { INTERRUPTED, withBackend, type Terminal, drawTable, figure } from '../ops-session.ts'
import pLimit from 'p-limit'
import { projectionNamed } from '@app/projections/projections.ts'
import { listBuilds } from '../../kernel/models/builds.ts'
import { differingRows, verifyProjection, type Comparison } from '../../kernel/models/compare.ts'
import { foldingDeps, liveOf, type FoldingBackend } from '../../data/build-orders.ts'

class Interrupted extends Error {}

/** @returns 0 when all rows are equal, 1 when not */
export async function verifyCommand(settings: Settings, terminal: Terminal): Promise<number> {
  try {
    const verified = await withBackend(settings, terminal, async (backend) => {
      const all = await verifyAll(backend, terminal)
      terminal.print(`\n${reportOf(all)}\n`)
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

/** One folds while the database compares the rows of the other, and the longest one begins. */
const AT_ONCE = 2
const ORDER: readonly ReadModel[] = ['traffic', ...READ_MODELS.filter((name) => name !== 'traffic')]

async function verifyAll(
  backend: FoldingBackend,
  { say, signal }: Pick<Terminal, 'say' | 'signal'>,
): Promise<readonly Verified[]> {
  const builds = await listBuilds(backend.projector)
  for (const name of ORDER) liveOf(builds, name)
  const unlessStopped = (): void => {
    if (signal.aborted) throw new Interrupted()
  }
  const verify = async (name: ReadModel): Promise<Verified> => {
    unlessStopped()
    say(`Reconstruyendo ${name} para comparar…`)
    const deps = { ...foldingDeps(backend), onBatch: unlessStopped }
    return { name, ...(await verifyProjection(deps, projectionNamed(name))) }
  }
  const atOnce = pLimit(AT_ONCE)
  const ended = await Promise.allSettled(ORDER.map((name) => atOnce(verify, name)))
  return ended.map((one) => {
    if (one.status === 'rejected') throw one.reason
    return one.value
  })
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
  const verdict = verified.some(differs)
    ? 'HAY DIFERENCIAS: las filas en uso no son las que salen del registro de eventos.'
    : 'Todo coincide: cada fila en uso es la que sale del registro de eventos.'
  return `${table}\n\n${verdict}`
}

const differs = (compared: Comparison): boolean => differingRows(compared) > 0
