import {
  networkName,
  DEVICE_NAMES,
  REFERRER_NAMES,
  SHARING_APP_NAMES,
  SOURCE_NAMES,
} from '@app/contracts/traffic/traffic-names.ts'
import type { UnifiedAnalytics } from '@app/contracts/api/analytics-calls.ts'
import { daysBetween } from '@app/contracts/calendar.ts'
import { clearBest, engagedOfFew, noBestText } from '@app/contracts/traffic/small-numbers.ts'
import { isComparable } from '@app/contracts/traffic/comparable.ts'
import { sharesOf } from '@app/contracts/traffic/shares.ts'
import { DEVICES, REFERRERS, SOURCES } from '@app/contracts/traffic/traffic-kinds.ts'
import {
  change,
  count,
  day,
  bigFigure,
  head,
  label,
  spillingLine,
  link,
  note,
  percent,
  text,
  title,
  points,
  rate,
  type Cell,
  type Row,
  type Sheet,
} from '../cells.ts'
import { FIGURE_NAMES, RANGE_NAMES, countText } from '../figure-names.ts'
import type { ReportMaterial } from '../report-material.ts'

export const SUMMARY_TITLE = 'Resumen ejecutivo'
const INCOMPARABLE = 'Sin comparación: el período anterior empieza antes que el perfil.'
const NOTHING: Row = []
/** In characters: the figures, a gap, what visits came from, a gap, the rate. Few, as all are one page wide. */
const WIDTHS = [24, 14, 17, 12, 2, 18, 10, 8, 2, 18] as const
const RIGHT_TABLES = 5
const BAND_COLUMNS = [0, 2, RIGHT_TABLES, 9]

type Spanned = Pick<UnifiedAnalytics, 'from' | 'to'>
const daysOf = ({ from, to }: Spanned): Cell => count(daysBetween(from, to) + 1)

/** A change from zero has no percentage. */
function changeOf(now: number, before: number): Cell {
  if (before === 0) return now === 0 ? change(0) : label('Nuevo')
  return change((now - before) / before)
}

const changeInPoints = (now: number, before: number): Cell => points(Math.round((now - before) * 10) / 10)

const COUNTED = [
  ['total_visits', FIGURE_NAMES.total_visits],
  ['unique_visitors', FIGURE_NAMES.unique_visitors],
  ['social_clicks_total', FIGURE_NAMES.social_clicks],
  ['vcf_downloads', FIGURE_NAMES.vcf_downloads],
] as const

/** As the dashboard calls its four figures. */
const BAND = [
  ['total_visits', 'Visitas Totales'],
  ['social_clicks_total', 'Clics Totales'],
  ['vcf_downloads', 'Contactos Guardados'],
] as const

const comparedOf = (analytics: UnifiedAnalytics) => (isComparable(analytics) ? analytics.previous : null)

/** From edge to edge of the page. */
const acrossPage = (cells: readonly Cell[]): Row =>
  Array.from({ length: WIDTHS.length }, (_, column) => cells[BAND_COLUMNS.indexOf(column)])

function rateOf(analytics: UnifiedAnalytics): Cell {
  const engaged = engagedOfFew(analytics)
  const { unique_visitors: visitors, engagement_rate } = analytics
  if (engaged === undefined) return rate(engagement_rate)
  return label(`${engaged} de ${visitors} ${visitors === 1 ? 'visitante' : 'visitantes'}`)
}

function band(analytics: UnifiedAnalytics): readonly Row[] {
  const previous = comparedOf(analytics)
  const rows = [
    acrossPage([...BAND.map(([, name]) => label(name)), label('Tasa Interacción')]),
    acrossPage([...BAND.map(([key]) => bigFigure(analytics[key])), rateOf(analytics)]),
  ]
  if (previous === null) return analytics.previous === null ? rows : [...rows, [note(INCOMPARABLE)]]
  const days = daysBetween(previous.from, previous.to) + 1
  return [
    ...rows,
    acrossPage([
      ...BAND.map(([key]) => changeOf(analytics[key], previous[key])),
      changeInPoints(analytics.engagement_rate, previous.engagement_rate),
    ]),
    [note(`vs. ${countText(days)} ${days === 1 ? 'día anterior' : 'días anteriores'}`)],
  ]
}

/** Omits the column of the previous period if there is none, or it begins before the profile. */
function figures(analytics: UnifiedAnalytics): readonly Row[] {
  const previous = comparedOf(analytics)
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
  ]
}

type Summarised = Pick<ReportMaterial, 'analytics' | 'customTitle'>

function mostEffective({ analytics, customTitle }: Summarised): readonly Row[] {
  const { most_effective_percentage, social_clicks } = analytics
  const best = clearBest(analytics)
  const heading = head(FIGURE_NAMES.most_effective_platform)
  if (best === undefined) return [[heading], [spillingLine(noBestText(analytics.social_clicks_total))]]
  const name = text(networkName(best, customTitle))
  return [
    [heading, ...[FIGURE_NAMES.social_clicks, 'Parte'].map(head)],
    [name, count(social_clicks[best]), percent(most_effective_percentage)],
  ]
}

const stacked = (tables: readonly (readonly Row[])[]): readonly Row[] =>
  tables.flatMap((rows, index) => (index === 0 ? rows : [NOTHING, ...rows]))

const besides = (left: readonly Row[], right: readonly Row[]): readonly Row[] =>
  Array.from({ length: Math.max(left.length, right.length) }, (_, index) => {
    const [row = NOTHING, other = NOTHING] = [left[index], right[index]]
    return other.length === 0 ? row : [...Array.from({ length: RIGHT_TABLES }, (__, at) => row[at]), ...other]
  })

export function summarySheet({
  analytics,
  pageAddress,
  customTitle,
}: Pick<ReportMaterial, 'analytics' | 'pageAddress' | 'customTitle'>): Sheet {
  const about = [
    [title(SUMMARY_TITLE)],
    [text('Perfil'), spillingLine(analytics.profile_name)],
    [text('Página'), link(pageAddress)],
    [text('Período'), spillingLine(RANGE_NAMES[analytics.date_range])],
    NOTHING,
  ]
  const above = [...about, ...band(analytics), NOTHING]
  const { sources, referrers, devices, shared } = breakdowns(analytics)
  const left = stacked([figures(analytics), sources, devices])
  const right = stacked([mostEffective({ analytics, customTitle }), referrers, shared])
  return {
    name: 'Resumen',
    rows: [...above, ...besides(left, right)],
    frozen: { rows: 1 },
    widths: WIDTHS,
    band: [about.length, above.length - 2],
    isOnePage: true,
  }
}

function visitsBy<Key extends string>(
  title: string,
  keys: readonly Key[],
  names: Readonly<Record<Key, string>>,
  visits: Readonly<Record<Key, number>>,
): readonly Row[] {
  const shares = sharesOf(keys.map((key) => visits[key]))
  return [
    [title, FIGURE_NAMES.total_visits, 'Parte'].map(head),
    ...keys.map((key, index) => [text(names[key]), count(visits[key]), percent(shares[index] ?? 0)]),
  ]
}

/** Most frequent first. */
function sharedRows({ shared }: UnifiedAnalytics): readonly Row[] {
  const apps = Object.entries(shared).toSorted(
    ([a, times], [b, others]) => others - times || (a < b ? -1 : 1),
  )
  if (apps.length === 0) return []
  const names: Readonly<Record<string, string>> = SHARING_APP_NAMES
  return [
    ['Compartido en', 'Veces'].map(head),
    ...apps.map(([app, times]) => [text(names[app] ?? app), count(times)]),
  ]
}

const breakdowns = (analytics: UnifiedAnalytics) => ({
  sources: visitsBy(FIGURE_NAMES.sources, SOURCES, SOURCE_NAMES, analytics.sources),
  referrers: visitsBy('Sitio de origen', REFERRERS, REFERRER_NAMES, analytics.referrers),
  devices: visitsBy('Dispositivo', DEVICES, DEVICE_NAMES, analytics.devices),
  shared: sharedRows(analytics),
})
