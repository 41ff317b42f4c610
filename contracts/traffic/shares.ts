import { NETWORKS, type Network } from './kinds.ts'
import type { UnifiedAnalytics } from '../analytics.ts'

/** A live panel counts the visitors with a counted event in this period. */
export const PRESENT_MS = 5 * 60_000

/** Raise it when the counting rules change: figures of different rules are not comparable. */
export const RULES_VERSION = 5

/** Spans of repeated visits and downloads; every click counts. Event times are compared, in any order of arrival. */
export const REPEAT_TAP_MS = 30_000
export const REPEAT_DOWNLOAD_MS = 60_000

export const DEFINITIONS = {
  total_visits: `Tu página se mostró a una persona al menos un segundo. No se cuentan robots, vistas previas, tus propias visitas ni repeticiones dentro de ${REPEAT_TAP_MS / 1_000} segundos.`,
  unique_visitors:
    'Personas distintas con al menos una visita contada en el período. No es la suma de los días.',
  social_clicks: 'Pulsaciones en tus enlaces de contacto.',
  vcf_downloads: `Contactos entregados para guardar. Dos descargas de la misma persona dentro de ${REPEAT_DOWNLOAD_MS / 1_000} segundos son una.`,
  engagement_rate:
    'De los visitantes únicos del período, los que un mismo día te visitaron y además pulsaron un enlace o guardaron tu contacto.',
  most_effective_platform: 'La red con más clics del período; si empatan, la primera por nombre.',
  visitors: 'Personas que dijeron su nombre en tu página, con sus clics del período.',
  people: `Personas con una visita, un clic o un contacto guardado en los últimos ${PRESENT_MS / 60_000} minutos, aunque ya se hayan ido.`,
  heatmap: 'Visitas contadas del período por día de la semana y hora de Chile continental.',
  sources: 'Por dónde llegó cada visita contada: tu tarjeta NFC, tu código QR o un enlace.',
  excluded:
    'Lo que se guardó y no se cuenta: robots, vistas previas, tus propias visitas, repeticiones y lo que pasa de 1.000 al día de un mismo visitante.',
  reminders:
    'De quienes pidieron un recordatorio en el período: cuántos todavía lo esperan y cuántos ya guardaron tu contacto.',
  previous: 'La misma cantidad de días, justo antes del período.',
} as const
export type Figure = keyof typeof DEFINITIONS

/** First facts of a visitor's day that are judged. A minute apart they take 17 hours: a late one affects two days. */
export const VISITOR_FACTS_A_DAY_MAX = 1_000

/** Percent with one decimal; 0 of nothing. */
export const percentOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((1_000 * part) / whole) / 10

export interface NetworkShare {
  readonly network: Network
  readonly clicks: number
  readonly share: number
}

export function networkShares(clicks: Readonly<Record<Network, number>>): readonly NetworkShare[] {
  const total = Object.values(clicks).reduce((sum, count) => sum + count, 0)
  return NETWORKS.toSorted((a, b) => clicks[b] - clicks[a] || (a < b ? -1 : 1)).map((network) => ({
    network,
    clicks: clicks[network],
    share: percentOf(clicks[network], total),
  }))
}

const CLICKS_MIN = 5

type Clicked = Pick<UnifiedAnalytics, 'most_effective_platform' | 'social_clicks' | 'social_clicks_total'>

/** Undefined at a tie, and for fewer than five clicks: then no network is better than another. */
export function clearBest(figures: Clicked): Network | undefined {
  const { most_effective_platform: best, social_clicks: clicks, social_clicks_total: total } = figures
  if (best === null || total < CLICKS_MIN) return undefined
  const isTied = Object.values(clicks).filter((count) => count === clicks[best]).length > 1
  return isTied ? undefined : best
}

export const noBestText = (clicks: number): string =>
  clicks < CLICKS_MIN ? 'No hay datos suficientes para este período' : 'Ninguna: hay un empate'
