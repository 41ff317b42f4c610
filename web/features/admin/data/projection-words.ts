import type { ProjectionLine, RebuildProgress } from '@app/contracts/api/admin/projection-calls.ts'
import type { BadgeLook } from '../../../ui/Badge.tsx'
import { countedText, positionLabel } from '../../../ui/wording/figures.ts'
import { durationText } from '../../../ui/wording/relative-time.ts'

export const STATES: Readonly<Record<ProjectionLine['state'], BadgeLook>> = {
  live: { text: 'Al día', tone: 'ok' },
  'catching-up': { text: 'Poniéndose al día', tone: 'warn' },
  paused: { text: 'Pausada', tone: 'neutral' },
  failed: { text: 'Con error', tone: 'bad' },
}
export const REBUILDS: Readonly<Record<RebuildProgress['state'], BadgeLook>> = {
  folding: { text: 'Reconstruyendo', tone: 'info' },
  failed: { text: 'Reconstrucción detenida', tone: 'bad' },
  ready: { text: 'Reconstrucción lista', tone: 'info' },
}

const tenths = new Intl.NumberFormat('es-CL', { maximumFractionDigits: 1 })

/** `0 s`, `0,2 s`, `14 min`; a dash while nobody can tell. */
export function lagText(seconds: number | null): string {
  if (seconds === null) return '–'
  return seconds < 1 ? `${tenths.format(seconds)} s` : durationText(Math.round(seconds))
}

/** `19.402` */
export const plainPosition = (position: string): string => positionLabel(position).slice(1)

export const parkedText = (count: number): string =>
  countedText(count, 'evento apartado', 'eventos apartados')

/** How far a position is on the way to another, 0 to 1. */
export const partOf = (position: string, head: string): number =>
  head === '0' ? 1 : Math.min(1, Number(position) / Number(head))

/** What a retry or a skip has done. */
export const leftText = (left: number): string =>
  left === 0 ? 'No queda ninguno apartado.' : `${left === 1 ? 'Sigue' : 'Siguen'} ${parkedText(left)}.`
