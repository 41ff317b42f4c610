import { positionOf, type Position } from '@app/contracts/event-store.ts'
import { filledLine } from '@app/contracts/fields/text.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { READ_MODELS, type ReadModel } from '@app/contracts/read-models.ts'

export type ParkedCommand =
  | { readonly name: 'parked'; readonly act: 'list'; readonly projection: ReadModel | undefined }
  | {
      readonly name: 'parked'
      readonly act: 'retry'
      readonly projection: ReadModel
      /** Undefined: all. */
      readonly position: Position | undefined
    }
  | {
      readonly name: 'parked'
      readonly act: 'skip'
      readonly projection: ReadModel
      readonly position: Position
      readonly reason: string
    }

const POSITION = /^\d{1,18}$/

/**
 * `parked list [VISTA]`, `parked retry VISTA POSICIÓN|--all`, `parked skip VISTA POSICIÓN --reason MOTIVO`
 * @returns the mistake where there is one
 */
export function parkedOf(
  what: string | undefined,
  [named, positionText, ...more]: readonly string[],
  { all, reason }: Readonly<Record<string, string | boolean | undefined>>,
): ParkedCommand | string {
  const projection = READ_MODELS.find((one) => one === named)
  if (named !== undefined && projection === undefined)
    return `No existe la vista ${named}. Las que hay: ${READ_MODELS.join(', ')}.`
  if (positionText !== undefined && !POSITION.test(positionText)) return `No es una posición: ${positionText}`
  if (more.length > 0) return `Sobra: ${more.join(' ')}`
  const position = positionText === undefined ? undefined : positionOf(positionText)
  if (what === 'list')
    return position === undefined ? { name: 'parked', act: 'list', projection } : `Sobra: ${positionText}`
  if (what !== 'retry' && what !== 'skip') return 'parked lleva list, retry o skip.'
  if (projection === undefined) return 'Falta la vista.'
  if (what === 'skip') return skipOf(projection, position, reason)
  return (position === undefined) === (all === true)
    ? { name: 'parked', act: 'retry', projection, position }
    : 'Indica una posición, o --all.'
}

function skipOf(
  projection: ReadModel,
  position: Position | undefined,
  reason: string | boolean | undefined,
): ParkedCommand | string {
  if (position === undefined) return 'Falta la posición.'
  const read = filledLine(LIMITS.lineCharsMax, 'Falta el motivo: --reason MOTIVO').safeParse(reason)
  return read.success
    ? { name: 'parked', act: 'skip', projection, position, reason: read.data }
    : read.error.issues[0]!.message
}
