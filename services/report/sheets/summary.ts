import { networkName } from '@app/contracts/traffic/traffic-names.ts'
import type { UnifiedAnalytics } from '@app/contracts/api/analytics-calls.ts'
import { daysBetween } from '@app/contracts/calendar.ts'
import { isComparable } from '@app/contracts/traffic/comparable.ts'
import {
  count,
  day,
  head,
  link,
  note,
  percent,
  text,
  title,
  points,
  share,
  type Cell,
  type Row,
  type Sheet,
} from '../cells.ts'
import { FIGURE_NAMES, RANGE_NAMES } from '../report-texts.ts'
import { breakdowns } from './breakdowns.ts'
import type { ReportMaterial } from '../report-material.ts'

export const SUMMARY_TITLE = 'Resumen ejecutivo'
const INCOMPARABLE = 'Sin comparación: el período anterior empieza antes que el perfil.'
const NO_DATA = 'No hay datos suficientes para este período'
const NOTHING: Row = []

type Spanned = Pick<UnifiedAnalytics, 'from' | 'to'>
const daysOf = ({ from, to }: Spanned): Cell => count(daysBetween(from, to) + 1)

/** A change from zero has no percentage. */
function changeOf(now: number, before: number): Cell {
  if (before === 0) return now === 0 ? share(0) : text('Nuevo')
  return share((now - before) / before)
}

const changeInPoints = (now: number, before: number): Cell => points(Math.round((now - before) * 10) / 10)

const COUNTED = [
  ['total_visits', FIGURE_NAMES.total_visits],
  ['unique_visitors', FIGURE_NAMES.unique_visitors],
  ['social_clicks_total', FIGURE_NAMES.social_clicks],
  ['vcf_downloads', FIGURE_NAMES.vcf_downloads],
] as const

/** Omits the column of the previous period if there is none, or it begins before the profile. */
function figures(analytics: UnifiedAnalytics): readonly Row[] {
  const previous = isComparable(analytics) ? analytics.previous : null
  const beside = (now: readonly Cell[], before: () => readonly Cell[]): Row =>
    previous === null ? now : [...now, ...before()]
  return [
    beside(['Indicador', 'Este período'].map(head), () => ['Período anterior', 'Cambio'].map(head)),
    beside([text('Desde'), day(analytics.from)], () => [day(previous!.from)]),
    beside([text('Hasta'), day(analytics.to)], () => [day(previous!.to)]),
    beside([text('Días'), daysOf(analytics)], () => [daysOf(previous!)]),
    ...COUNTED.map(([key, name]) =>
      beside([text(name), count(analytics[key])], () => [
        count(previous![key]),
        changeOf(analytics[key], previous![key]),
      ]),
    ),
    beside([text(FIGURE_NAMES.engagement_rate), percent(analytics.engagement_rate)], () => [
      percent(previous!.engagement_rate),
      changeInPoints(analytics.engagement_rate, previous!.engagement_rate),
    ]),
    [text('Recordatorios activos'), count(analytics.reminders.active)],
    [text('Recordatorios convertidos'), count(analytics.reminders.converted)],
    ...(previous === null && analytics.previous !== null ? [[note(INCOMPARABLE)]] : []),
  ]
}

function mostEffective({ analytics, customTitle }: Pick<ReportMaterial, 'analytics' | 'customTitle'>): Row {
  const { most_effective_platform, most_effective_percentage } = analytics
  const name = head(FIGURE_NAMES.most_effective_platform)
  if (most_effective_platform === null) return [name, text(NO_DATA)]
  return [name, text(networkName(most_effective_platform, customTitle)), percent(most_effective_percentage)]
}

export const summarySheet = ({
  analytics,
  pageAddress,
  customTitle,
}: Pick<ReportMaterial, 'analytics' | 'pageAddress' | 'customTitle'>): Sheet => ({
  name: 'Resumen',
  rows: [
    [title(SUMMARY_TITLE)],
    [text('Perfil'), text(analytics.profile_name)],
    [text('Página'), link(pageAddress)],
    [text('Período'), text(RANGE_NAMES[analytics.date_range])],
    NOTHING,
    ...figures(analytics),
    NOTHING,
    mostEffective({ analytics, customTitle }),
    ...breakdowns(analytics).flatMap((rows) => [NOTHING, ...rows]),
  ],
  frozen: { rows: 1 },
})
