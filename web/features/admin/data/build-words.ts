import type { BuildLine } from '@app/contracts/data.ts'
import type { BadgeLook } from '../../../ui/Panel.tsx'
import { countedText, countLabel } from '../../../ui/wording/figures.ts'
import { durationText, instantText } from '../../../ui/wording/exact-time.ts'

export const STATES: Readonly<Record<BuildLine['state'], BadgeLook>> = {
  live: { text: 'Al día', tone: 'ok' },
  'catching-up': { text: 'Poniéndose al día', tone: 'warn' },
  failed: { text: 'Con error', tone: 'bad' },
  upgrading: { text: 'Versión nueva en preparación', tone: 'info' },
  folding: { text: 'Reconstruyendo', tone: 'info' },
  stopped: { text: 'Detenida', tone: 'bad' },
  ready: { text: 'Lista', tone: 'info' },
  former: { text: 'Anterior', tone: 'neutral' },
}

const tenths = new Intl.NumberFormat('es-CL', { maximumFractionDigits: 1 })

/** `0 s`, `0,2 s`, `14 min`; a dash while nobody can tell. */
export function lagText({ lag_seconds: seconds, replaced_at: replacedAt }: BuildLine): string {
  if (replacedAt !== null) return `Hasta el ${instantText(Date.parse(replacedAt))}`
  if (seconds === null) return '–'
  return seconds < 1 ? `${tenths.format(seconds)} s` : durationText(Math.round(seconds))
}

export const parkedText = (count: number): string =>
  countedText(count, 'evento apartado', 'eventos apartados')

export const leftText = (left: number): string =>
  left === 0 ? 'No queda ninguno apartado.' : `${left === 1 ? 'Sigue' : 'Siguen'} ${parkedText(left)}.`

export const differingText = (rows: number): string =>
  rows === 0 ? 'Idénticas' : countedText(rows, 'fila distinta', 'filas distintas')

export const aheadText = ({ events_ahead: ahead }: BuildLine): string =>
  ahead === 0 ? '' : `${ahead === 1 ? 'falta' : 'faltan'} ${countLabel(ahead)}`
