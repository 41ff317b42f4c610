import { START, positionOf, type Position } from '@app/contracts/event-store.ts'
import { READ_MODELS, type ReadModel } from '@app/contracts/data.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { openParked } from '../../product/backend/open-parked.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { filledLine } from '@app/contracts/fields/text.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { INTERRUPTED, STAFF, withBackend, type Terminal, drawTable, figure } from '../ops-session.ts'
import { Mistake, nothing, type Values } from '../arguments.ts'
import pLimit from 'p-limit'
import { projectionNamed } from '@app/projections/projections.ts'
import { listBuilds } from '../../kernel/models/builds.ts'
import { differingRows, verifyProjection, type Comparison } from '../../kernel/models/compare.ts'
import { foldingDeps, liveOf, type FoldingBackend } from '../../product/backend/build-orders.ts'

type Parked = ReturnType<typeof openParked>

const PAGE = 1_000

/** @returns 1 when an event that was tried does not fit yet */
export const parkedCommand = (
  settings: Settings,
  terminal: Terminal,
  command: ParkedCommand,
): Promise<number> =>
  withBackend(settings, terminal, async (backend) => {
    const parked = openParked(backend)
    try {
      if (command.act === 'list') return await listParked(parked, terminal, command.projection)
      const { projection, position } = command
      await parked.skip(STAFF, projection, command)
      terminal.print(`El evento ${position} de ${projection} se omite, y los que lo esperaban siguen.`)
      const count = (await parked.count()).get(projection) ?? 0
      terminal.print(
        count === 0 ? 'No queda ninguno apartado.' : `Siguen apartados ${figure(count)} en ${projection}.`,
      )
      return count === 0 ? 0 : 1
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      throw new StartError(`${error.message} Mira npm run ops -- parked list.`, { cause: error })
    }
  })

export async function listParked(
  parked: Parked,
  { print, signal }: Terminal,
  projection?: ReadModel,
): Promise<number> {
  let total = 0
  for (const name of projection === undefined ? READ_MODELS : [projection])
    for (let after = START, isOver = false; !isOver;) {
      if (signal.aborted) return INTERRUPTED
      const page = await parked.list(name, { after, limit: PAGE })
      total += page.length
      isOver = page.length < PAGE
      after = page.at(-1)?.position ?? after
      if (page.length > 0) print(tableOf(name, page))
    }
  print(total === 0 ? 'No hay eventos apartados.' : `\n${figure(total)} eventos apartados.`)
  return 0
}

const tableOf = (name: string, page: Awaited<ReturnType<Parked['list']>>): string =>
  drawTable(
    [
      ['Vista', 'Posición', 'Tipo', 'Desde', 'Motivo'],
      ...page.map(({ position, type, error, waitsFor, parkedAt }) => [
        name,
        String(position),
        type ?? '(ilegible)',
        parkedAt.toISOString(),
        waitsFor === undefined ? (error ?? 'espera su turno') : `espera al evento ${waitsFor}`,
      ]),
    ],
    5,
  )

export type ParkedCommand =
  | { readonly act: 'list'; readonly projection: ReadModel | undefined }
  | {
      readonly act: 'skip'
      readonly projection: ReadModel
      readonly position: Position
      readonly reason: string
    }

/** `parked list [VISTA]`, `parked skip VISTA POSICIÓN --reason MOTIVO` */
export function parkedOf(
  [act, named, position, ...more]: readonly string[],
  { reason }: Values,
): ParkedCommand {
  const projection = READ_MODELS.find((one) => one === named)
  if (named !== undefined && projection === undefined)
    throw new Mistake(`No existe la vista ${named}. Las que hay: ${READ_MODELS.join(', ')}.`)
  if (act === 'list') {
    nothing([position ?? [], more].flat())
    return { act, projection }
  }
  nothing(more)
  if (act !== 'skip') throw new Mistake('parked lleva list o skip.')
  if (projection === undefined) throw new Mistake('Falta la vista.')
  if (position === undefined) throw new Mistake('Falta la posición.')
  if (!/^\d{1,18}$/.test(position)) throw new Mistake(`No es una posición: ${position}`)
  const read = filledLine(LIMITS.lineCharsMax, 'Falta el motivo: --reason MOTIVO').safeParse(reason)
  if (!read.success) throw new Mistake(read.error.issues[0]!.message)
  return { act, projection, position: positionOf(position), reason: read.data }
}

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
    const deps = { ...foldingDeps(backend), onProgress: unlessStopped }
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
  const rows = verified
    .flatMap((one) => one.rows)
    .map(({ table: of, isLive, text }) => `  ${isLive ? 'en uso' : 'nueva '}  ${of} ${text}`)
  const verdict = verified.some(differs)
    ? 'HAY DIFERENCIAS: las filas en uso no son las que salen del registro de eventos.'
    : 'Todo coincide: cada fila en uso es la que sale del registro de eventos.'
  return [table, ...(rows.length > 0 ? [rows.join('\n')] : []), verdict].join('\n\n')
}

const differs = (compared: Comparison): boolean => differingRows(compared) > 0
