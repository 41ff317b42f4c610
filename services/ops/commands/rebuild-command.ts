import { START, type Position } from '@app/contracts/event-store.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { findBuild, type Build } from '@app/projections/runtime/builds.ts'
import { projectionNamed } from '@app/projections/projections.ts'
import type { Projection } from '@app/projections/runtime/projection.ts'
import { openRebuild } from '@app/projections/runtime/rebuild/builds-beside.ts'
import { compareBuilds, differingRows, type Comparison } from '@app/projections/runtime/rebuild/compare.ts'
import { foldUpTo } from '@app/projections/runtime/fold-build.ts'
import {
  foldingDeps,
  liveBuildOf,
  swapIn,
  whileRebuilding,
} from '@app/runtime/backend/rebuild/rebuild-locks.ts'
import type { Backend } from '@app/runtime/backend/open-backend.ts'
import { recordOrder, openRebuilds } from '@app/runtime/backend/rebuild/rebuild-orders.ts'
import type { Settings } from '@app/settings/settings.ts'
import { STAFF } from '../on-account.ts'
import { INTERRUPTED, withBackend, type Terminal } from '../ops-session.ts'
import type { ProgressBar } from '../progress-bar.ts'
import { estimateText } from '../rebuild/estimate.ts'
import { countEvents } from '../rebuild/log-extent.ts'
import type { rebuildOf } from '../arguments.ts'
import { comparisonText } from '../rebuild/shown-comparison.ts'
import { figure } from '../text-table.ts'
import type { ReadModel } from '@app/contracts/read-models.ts'

export interface WantedRebuild extends Readonly<ReturnType<typeof rebuildOf>> {
  readonly ask: (question: string) => Promise<string>
  readonly progress: () => ProgressBar
}

interface Work {
  readonly backend: Backend
  readonly settings: Settings
  readonly terminal: Terminal
  readonly projection: Projection
  readonly wanted: WantedRebuild
  readonly isProductRunning: boolean
}

class Interrupted extends Error {}

/** @returns 0 when it is done, 1 when rows differ and nothing was swapped */
export const rebuildCommand = (
  settings: Settings,
  terminal: Terminal,
  wanted: WantedRebuild,
): Promise<number> =>
  withBackend(settings, terminal, async (backend, { product }) => {
    const projection = projectionNamed(wanted.projection)
    const isProductRunning = product === 'running'
    const work = { backend, settings, terminal, projection, wanted, isProductRunning }
    if (wanted.isDryRun) return tellEstimate(work)
    return whileRebuilding(backend.projector, projection, () => rebuild(work))
  })

async function tellEstimate(work: Work): Promise<number> {
  const { backend, projection, terminal } = work
  const to = await backend.sealed.headPosition()
  const events = await eventsUpTo(work, START, to)
  terminal.print(await estimateText(backend, projection, { events, to }))
  return 0
}

function eventsUpTo({ backend, settings, projection }: Work, after: Position, to: Position): Promise<number> {
  const database = settings.eventStore.kind === 'postgres' ? backend.app : undefined
  return countEvents({ log: backend.sealed, database }, projection.handles, { after, to })
}

async function rebuild(work: Work): Promise<number> {
  const { backend, projection, terminal } = work
  const { projector: db, now } = backend
  const live = await liveBuildOf(db, projection)
  const build = await openRebuild(db, projection, { storeId: live.storeId, now: now() })
  const { name, position } = build
  if (position === START) await recordOrder(backend, STAFF, { projection: projection.name, order: 'start' })
  terminal.say(
    position === START ? `Reconstruyendo ${projection.name}…` : `Sigue desde el evento ${figure(position)}…`,
  )
  try {
    await fold(work, build, live.position)
    return await offer(work, name, differingRows(await compare(work, build)))
  } catch (error) {
    const at = figure((await findBuild(db, name))?.position ?? position)
    if (error instanceof Interrupted) return interrupted(work, at)
    if (error instanceof Refusal) throw error
    terminal.say(`La reconstrucción se detuvo en el evento ${at}. Los datos actuales no cambiaron.`)
    throw error
  }
}

/** Shows a bar, and ends at Ctrl-C. */
async function fold(work: Work, build: Build, to: Position): Promise<void> {
  const { backend, projection, terminal, wanted } = work
  const total = await eventsUpTo(work, build.position, to)
  const bar = wanted.progress()
  let count = 0
  const onBatch = (_position: Position, { events }: { readonly events: number }): void => {
    count += events
    bar.show({ done: count, total, count })
    mayGoOn(terminal)
  }
  await foldUpTo({ ...foldingDeps(backend), onBatch }, projection, build.name, to).finally(bar.end)
}

function mayGoOn({ signal }: Terminal): void {
  if (signal.aborted) throw new Interrupted()
}

async function compare({ backend, projection, terminal }: Work, fresh: Build): Promise<Comparison> {
  terminal.say('Comparando con la que está en uso…')
  const live = await liveBuildOf(backend.projector, projection)
  const compared = await compareBuilds(foldingDeps(backend), projection, { live, fresh })
  mayGoOn(terminal)
  terminal.print(`\n${comparisonText([compared])}\n`)
  return compared
}

async function offer(work: Work, build: string, differing: number): Promise<number> {
  const { backend, projection, terminal, wanted } = work
  const { name } = projection
  const rows = differing === 1 ? '1 fila distinta' : `${figure(differing)} filas distintas`
  terminal.print(`Reconstrucción lista. ${differing === 0 ? 'Sin diferencias' : rows}.`)
  if (!(await isWanted(wanted, name, differing))) return tellLeft(work, differing)
  await recordOrder(backend, STAFF, { projection: name, order: 'swap', differing })
  await swapIn(foldingDeps(backend), projection, build)
  terminal.print(`Listo: ${name} usa la nueva. Para volver a la anterior: npm run ops -- rollback ${name}`)
  return 0
}

/** Whoever swaps in other rows types the projection's name. */
async function isWanted(
  { isConfirmed, acceptsDifferences, ask }: WantedRebuild,
  name: string,
  differing: number,
): Promise<boolean> {
  if (differing === 0)
    return isConfirmed || acceptsDifferences || /^s[ií]?$/i.test((await ask('¿Usar la nueva? (s/n) ')).trim())
  return (
    acceptsDifferences || (await ask(`Para usar la nueva de todos modos, escribe ${name}: `)).trim() === name
  )
}

function tellLeft({ settings, terminal, projection }: Work, differing: number): number {
  terminal.print(
    `No se cambió nada. La nueva queda al lado ${settings.builds.hours} horas; para usarla, repite: npm run ops -- rebuild ${projection.name}`,
  )
  return differing === 0 ? 0 : 1
}

function interrupted({ isProductRunning, terminal }: Work, at: string): number {
  const next = isProductRunning
    ? 'El producto la termina al lado; para compararla y usarla, repite la orden.'
    : 'Para seguir desde ahí, repite la orden.'
  terminal.print(`Interrumpida en el evento ${at}. Los datos actuales no cambiaron. ${next}`)
  return INTERRUPTED
}

export const rollbackCommand = (settings: Settings, terminal: Terminal, name: ReadModel): Promise<number> =>
  withBackend(settings, terminal, async (backend) => {
    await openRebuilds(backend).rollback(STAFF, name)
    terminal.print(`Listo: ${name} usa otra vez la anterior, al día. Repetir la orden vuelve a la otra.`)
    return 0
  })
