import { z } from 'zod'
import { addDays, startOfDayMs } from '@app/contracts/calendar.ts'
import { positionOf, type Position } from '@app/contracts/event-store.ts'
import { READ_MODELS, type ReadModel } from '@app/contracts/read-models.ts'
import { parkedOf, type ParkedCommand } from '../parked-arguments.ts'

export interface AskedRebuild {
  readonly name: 'rebuild'
  readonly projection: ReadModel
  readonly to: Position | Date | undefined
  readonly isDryRun: boolean
  /** Swaps without asking if no row differs. */
  readonly isConfirmed: boolean
  /** Swaps without asking if rows differ. */
  readonly acceptsDifferences: boolean
}

export interface AskedRollback {
  readonly name: 'rollback'
  readonly projection: ReadModel
}

type Values = Readonly<Record<string, string | boolean | undefined>>

const isReadModel = (name: string): name is ReadModel => READ_MODELS.some((one) => one === name)
const POSITION = /^\d{1,18}$/
const DAY = z.iso.date()
const INSTANT = z.iso.datetime({ offset: true })
const TO = '--to lleva una posición (19402), un día (2026-11-20) o un instante (2026-11-20T15:00:00Z)'

/** A day means its end. */
function endOf(text: string): Position | Date | undefined {
  if (POSITION.test(text)) return positionOf(text)
  if (DAY.safeParse(text).success) return new Date(startOfDayMs(addDays(text, 1)) - 1)
  return INSTANT.safeParse(text).success ? new Date(text) : undefined
}

/** @returns undefined for another order, or the mistake */
export function orderOnReadModel(
  verb: string | undefined,
  [projection, ...more]: readonly (string | undefined)[],
  values: Values,
): AskedRebuild | AskedRollback | ParkedCommand | string | undefined {
  if (verb === 'parked') return parkedOf(projection, more as readonly string[], values)
  if (verb !== 'rebuild' && verb !== 'rollback') return undefined
  if (projection === undefined) return `Falta la vista: ${READ_MODELS.join(', ')}.`
  if (!isReadModel(projection)) return `No existe la vista: ${projection}. Hay: ${READ_MODELS.join(', ')}.`
  if (more.length > 0) return `Sobra: ${more.join(' ')}`
  return verb === 'rebuild' ? rebuildOf(projection, values) : { name: 'rollback', projection }
}

function rebuildOf(projection: ReadModel, { to, yes, ...flags }: Values): AskedRebuild | string {
  const until = typeof to === 'string' ? endOf(to) : undefined
  if (to !== undefined && until === undefined) return TO
  const accepted = flags['accept-differences']
  if (accepted !== undefined && accepted !== projection)
    return `--accept-differences lleva el nombre de la vista: ${projection}`
  return {
    name: 'rebuild',
    projection,
    to: until,
    isDryRun: flags['dry-run'] === true,
    isConfirmed: yes === true,
    acceptsDifferences: accepted !== undefined,
  }
}
