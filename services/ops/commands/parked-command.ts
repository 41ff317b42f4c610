import { START, positionOf, type Position } from '@app/contracts/event-store.ts'
import { READ_MODELS, type ReadModel } from '@app/contracts/data.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { openParked } from '../../product/backend/open-parked.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { filledLine } from '@app/contracts/fields/text.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { INTERRUPTED, STAFF, withBackend, type Terminal } from '../ops-session.ts'
import { drawTable, figure } from '../text-table.ts'
import { Mistake, nothing, POSITION, type Values } from '../arguments.ts'

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
      if (command.act === 'retry') return await retry(parked, terminal, command)
      const { projection, position } = command
      await parked.skip(STAFF, projection, command)
      terminal.print(`El evento ${position} de ${projection} se omite, y los que lo esperaban siguen.`)
      return await left(parked, terminal, projection, 0)
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

async function retry(
  parked: Parked,
  terminal: Terminal,
  { projection, position }: Extract<ParkedCommand, { readonly act: 'retry' }>,
): Promise<number> {
  let gone = 0
  let turn = await parked.retry(STAFF, projection, { position })
  for (; ; turn = await parked.retry(STAFF, projection, { after: turn.next })) {
    gone += turn.gone
    if (turn.next === undefined) return left(parked, terminal, projection, gone)
    terminal.say(`Reintentados hasta el evento ${turn.next}…`)
    if (!terminal.signal.aborted) continue
    terminal.print('Interrumpido: lo que entró queda. Repite la orden para seguir.')
    return INTERRUPTED
  }
}

async function left(
  parked: Parked,
  { print }: Terminal,
  projection: ReadModel,
  gone: number,
): Promise<number> {
  const count = (await parked.count()).get(projection) ?? 0
  if (gone > 0) print(`Entraron ${figure(gone)} eventos en ${projection}.`)
  print(count === 0 ? 'No queda ninguno apartado.' : `Siguen apartados ${figure(count)} en ${projection}.`)
  return count === 0 ? 0 : 1
}

export type ParkedCommand =
  | { readonly act: 'list'; readonly projection: ReadModel | undefined }
  /** Without a position: all. */
  | { readonly act: 'retry'; readonly projection: ReadModel; readonly position: Position | undefined }
  | {
      readonly act: 'skip'
      readonly projection: ReadModel
      readonly position: Position
      readonly reason: string
    }

/** `parked list [VISTA]`, `parked retry VISTA POSICIÓN|--all`, `parked skip VISTA POSICIÓN --reason MOTIVO` */
export function parkedOf(
  [act, named, positionText, ...more]: readonly string[],
  { all, reason }: Values,
): ParkedCommand {
  const projection = READ_MODELS.find((one) => one === named)
  if (named !== undefined && projection === undefined)
    throw new Mistake(`No existe la vista ${named}. Las que hay: ${READ_MODELS.join(', ')}.`)
  if (positionText !== undefined && !POSITION.test(positionText))
    throw new Mistake(`No es una posición: ${positionText}`)
  nothing(more)
  if (act === 'list') {
    nothing(positionText === undefined ? [] : [positionText])
    return { act, projection }
  }
  if (act !== 'retry' && act !== 'skip') throw new Mistake('parked lleva list, retry o skip.')
  if (projection === undefined) throw new Mistake('Falta la vista.')
  const position = positionText === undefined ? undefined : positionOf(positionText)
  if (act === 'skip') return { act, projection, ...skipOf(position, reason) }
  if ((position === undefined) !== (all === true)) throw new Mistake('Indica una posición, o --all.')
  return { act, projection, position }
}

function skipOf(position: Position | undefined, reason: Values[string]) {
  if (position === undefined) throw new Mistake('Falta la posición.')
  const read = filledLine(LIMITS.lineCharsMax, 'Falta el motivo: --reason MOTIVO').safeParse(reason)
  if (!read.success) throw new Mistake(read.error.issues[0]!.message)
  return { position, reason: read.data }
}
