import type { RebuildProgress } from '@app/contracts/api/admin/projection-calls.ts'
import { countedText, positionLabel } from '../../../../ui/wording/figures.ts'
import { durationText } from '../../../../ui/wording/relative-time.ts'
import { paceOf, type Sample } from './pace.ts'
import type { RebuildEstimate } from '../data-api.ts'

/** `Se leerán 19.402 eventos, cerca de 40 s.` */
export function aheadText({ events, seconds }: RebuildEstimate): string {
  if (events === null) return 'Se leerán todos los eventos.'
  const time =
    seconds === null || events === 0 ? '' : `, cerca de ${durationText(Math.max(1, Math.round(seconds)))}`
  return `${events === 1 ? 'Se leerá' : 'Se leerán'} ${countedText(events, 'evento', 'eventos')}${time}.`
}

/** `57%`: never all of it while it runs. */
export const progressText = (part: number): string => `${Math.min(99, Math.round(part * 100))}%`

/** `1.840 eventos/s · faltan 5 s`; nothing before there are two answers. */
export function paceText(samples: readonly Sample[]): string {
  const pace = paceOf(samples)
  if (pace === undefined) return ''
  const rate = countedText(Math.round(pace.eventsPerSecond), 'evento/s', 'eventos/s')
  const left = durationText(Math.ceil(pace.secondsLeft ?? 0))
  if (left === durationText(0)) return rate
  return `${rate} · ${left.startsWith('1 ') ? 'falta' : 'faltan'} ${left}`
}

export const differingText = (rows: number): string =>
  rows === 0 ? 'Idénticas' : countedText(rows, 'fila distinta', 'filas distintas')

/** Undefined while it goes on, or waits for somebody. */
export function endText({ state, position, differing }: RebuildProgress): string | undefined {
  if (state === 'failed')
    return `La reconstrucción se detuvo en el evento ${positionLabel(position)}. Los datos actuales no cambiaron.`
  if (state !== 'ready') return undefined
  if (differing === null) return 'Reconstrucción lista.'
  if (differing === 0) return 'Reconstrucción lista. Sin diferencias.'
  return differingText(differing)
}

export const backText = (title: string): string => `${title} volvió a la versión anterior`
export const BACK_FAILED = 'No pudimos volver atrás. Inténtalo de nuevo.'
