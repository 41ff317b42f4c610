import { positionOf, type Position } from '@app/contracts/event-store.ts'
import { filledLine } from '@app/contracts/fields/text.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { READ_MODELS, type ReadModel } from '@app/contracts/data/read-models.ts'
import { Mistake, nothing, POSITION, type Values } from './arguments.ts'

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
