import type { UnifiedAnalytics } from '@app/contracts/analytics.ts'
import { daysBetween } from '@app/contracts/calendar.ts'
import { type Figure, percentOf, clearBest, noBestText } from '@app/contracts/traffic/shares.ts'
import { isComparable, type Range } from '@app/contracts/traffic/ranges.ts'
import {
  DEVICES,
  REFERRERS,
  SOURCES,
  DEVICE_NAMES,
  networkName,
  REFERRER_NAMES,
  SHARING_APP_NAMES,
  SOURCE_NAMES,
} from '@app/contracts/traffic/kinds.ts'
import {
  change,
  count,
  day,
  head,
  link,
  note,
  percent,
  points,
  text,
  title,
  type Cell,
  type Row,
  type Sheet,
} from './cells.ts'
import type { ReportMaterial } from './reports.ts'

export const RANGE_NAMES: Readonly<Record<Range, string>> = {
  '7d': 'Últimos 7 días',
  '1m': 'Últimos 30 días',
  '3m': 'Últimas 13 semanas',
  '6m': 'Últimos 6 meses',
  '12m': 'Últimos 12 meses',
  'all-time': 'Toda la vida',
}
export const FIGURE_NAMES: Readonly<Record<Figure, string>> = {
  total_visits: 'Visitas',
  unique_visitors: 'Visitantes únicos',
  social_clicks: 'Clics',
  vcf_downloads: 'Contactos guardados',
  engagement_rate: 'Tasa de interacción',
  most_effective_platform: 'Red más efectiva',
  visitors: 'Visitantes identificados',
  people: 'Personas en los últimos 5 minutos',
  heatmap: 'Horarios',
  sources: 'Origen de las visitas',
  excluded: 'No contado',
  reminders: 'Recordatorios',
  previous: 'Período anterior',
}

export const NOTHING: Row = []

export const SUMMARY_TITLE = 'Resumen ejecutivo'
const INCOMPARABLE = 'Sin comparación: el período anterior empieza antes que el perfil.'

function changeOf(now: number, before: number): Cell {
  if (before === 0) return now === 0 ? change(0) : text('Nuevo')
  return change((now - before) / before)
}

export const COUNTED = [
  ['total_visits', FIGURE_NAMES.total_visits],
  ['unique_visitors', FIGURE_NAMES.unique_visitors],
  ['social_clicks_total', FIGURE_NAMES.social_clicks],
  ['vcf_downloads', FIGURE_NAMES.vcf_downloads],
] as const

function figures(analytics: UnifiedAnalytics): readonly Row[] {
  const previous = isComparable(analytics) ? analytics.previous : null
  const row = (name: string, now: Cell, before: () => readonly Cell[]): Row =>
    previous === null ? [text(name), now] : [text(name), now, ...before()]
  const days = ({ from, to }: { readonly from: string; readonly to: string }): Cell =>
    count(daysBetween(from, to) + 1)
  const ratePoints = (before: number): Cell =>
    points(Math.round((analytics.engagement_rate - before) * 10) / 10)
  return [
    ['Indicador', 'Este período', ...(previous === null ? [] : ['Período anterior', 'Cambio'])].map(head),
    row('Desde', day(analytics.from), () => [day(previous!.from)]),
    row('Hasta', day(analytics.to), () => [day(previous!.to)]),
    row('Días', days(analytics), () => [days(previous!)]),
    ...COUNTED.map(([key, name]) =>
      row(name, count(analytics[key]), () => [
        count(previous![key]),
        changeOf(analytics[key], previous![key]),
      ]),
    ),
    row(FIGURE_NAMES.engagement_rate, percent(analytics.engagement_rate), () => [
      percent(previous!.engagement_rate),
      ratePoints(previous!.engagement_rate),
    ]),
    [text('Recordatorios activos'), count(analytics.reminders.active)],
    [text('Recordatorios convertidos'), count(analytics.reminders.converted)],
    ...(previous === null && analytics.previous !== null ? [[note(INCOMPARABLE)]] : []),
  ]
}

function mostEffective(analytics: UnifiedAnalytics, customTitle: string): readonly Row[] {
  const { most_effective_percentage, social_clicks, social_clicks_total } = analytics
  const best = clearBest(analytics)
  const heads = [FIGURE_NAMES.most_effective_platform, FIGURE_NAMES.social_clicks, 'Parte'].map(head)
  if (best === undefined) return [heads, [note(noBestText(social_clicks_total))]]
  const name = text(networkName(best, customTitle))
  return [heads, [name, count(social_clicks[best]), percent(most_effective_percentage)]]
}

function visitsBy<Key extends string>(
  name: string,
  keys: readonly Key[],
  names: Readonly<Record<Key, string>>,
  visits: Readonly<Record<Key, number>>,
): readonly Row[] {
  const total = keys.reduce((sum, key) => sum + visits[key], 0)
  return [
    NOTHING,
    [name, FIGURE_NAMES.total_visits, 'Parte'].map(head),
    ...keys.map((key) => [text(names[key]), count(visits[key]), percent(percentOf(visits[key], total))]),
  ]
}

function sharedRows({ shared }: UnifiedAnalytics): readonly Row[] {
  const names: Readonly<Record<string, string>> = SHARING_APP_NAMES
  const apps = Object.entries(shared).toSorted(
    ([a, times], [b, others]) => others - times || (a < b ? -1 : 1),
  )
  if (apps.length === 0) return []
  const rows = apps.map(([app, times]) => [text(names[app] ?? app), count(times)])
  return [NOTHING, ['Compartido en', 'Veces'].map(head), ...rows]
}

export const summarySheet = ({ analytics, pageAddress, customTitle }: ReportMaterial): Sheet => ({
  name: 'Resumen',
  rows: [
    [title(SUMMARY_TITLE)],
    [text('Perfil'), text(analytics.profile_name)],
    [text('Página'), link(pageAddress)],
    [text('Período'), text(RANGE_NAMES[analytics.date_range])],
    NOTHING,
    ...figures(analytics),
    NOTHING,
    ...mostEffective(analytics, customTitle),
    ...visitsBy(FIGURE_NAMES.sources, SOURCES, SOURCE_NAMES, analytics.sources),
    ...visitsBy('Sitio de origen', REFERRERS, REFERRER_NAMES, analytics.referrers),
    ...visitsBy('Dispositivo', DEVICES, DEVICE_NAMES, analytics.devices),
    ...sharedRows(analytics),
  ],
})
