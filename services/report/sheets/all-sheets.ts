import type { ReportMaterial } from '../report-material.ts'
import { summarySheet } from './summary.ts'
import { visitorsSheet } from './visitors-sheet.ts'
import type { UnifiedAnalytics } from '@app/contracts/api/analytics-calls.ts'
import { count, head, percent, text, note, day, month, moment, title, type Sheet } from '../cells.ts'
import type { Insight } from '@app/contracts/api/insight-calls.ts'
import { PRIORITY_NAMES } from '@app/contracts/traffic/traffic-names.ts'
import { addressOf } from '../layout.ts'
import { WEEKDAYS, EXCLUSION_NAMES, FIGURE_NAMES, RANGE_NAMES, networkClicks } from '../figure-names.ts'
import { EXCLUSIONS } from '@app/contracts/traffic/traffic-kinds.ts'
import type { TimeUnit } from '@app/contracts/traffic/ranges.ts'
import { unfinishedName } from '@app/contracts/traffic/unfinished.ts'
import { ZONE } from '@app/contracts/calendar.ts'
import type { Figure } from '@app/contracts/traffic/definitions.ts'
import { PRODUCT } from '@app/contracts/product.ts'

const aboutSheet = ({ analytics, at }: ReportMaterial): Sheet => ({
  name: 'Acerca de',
  rows: [
    [title('Acerca de este informe')],
    [text('Hecho por'), text(PRODUCT.name)],
    [text('Período'), text(RANGE_NAMES[analytics.date_range])],
    [text('Desde'), day(analytics.from)],
    [text('Hasta'), day(analytics.to)],
    [text('Zona horaria'), text(ZONE)],
    [text('Momento'), moment(at)],
    [
      text('Atraso en segundos'),
      analytics.lag_seconds === null ? text('No se sabe') : count(Math.round(analytics.lag_seconds)),
    ],
    [text('Posición del registro'), text(analytics.log_position)],
    [text('Versión de reglas'), count(analytics.rules_version)],
    [],
    ['Cifra', 'Qué significa'].map(head),
    ...Object.entries(analytics.definitions).map(([figure, meaning]) => [
      text(FIGURE_NAMES[figure as Figure]),
      text(meaning),
    ]),
    [],
    [note('Días y horas son los de Chile continental.')],
  ],
  frozen: { rows: 1 },
  isOnePage: true,
})

const PERIODS: Readonly<Record<TimeUnit, string>> = {
  day: 'Día',
  week: 'Semana desde el lunes',
  month: 'Mes',
}

/** A month is the date of its first day, so that Excel sorts and filters it. */
function seriesSheet({ temporal_data, time_unit, to }: UnifiedAnalytics): Sheet {
  const unfinished = unfinishedName(temporal_data, time_unit, to)
  const period = time_unit === 'month' ? month : day
  return {
    name: 'Serie',
    rows: [
      [
        PERIODS[time_unit],
        FIGURE_NAMES.total_visits,
        FIGURE_NAMES.unique_visitors,
        FIGURE_NAMES.social_clicks,
        FIGURE_NAMES.vcf_downloads,
      ].map(head),
      ...temporal_data.map((point) => [
        period(point.period),
        count(point.total_visits),
        count(point.unique_visitors),
        count(point.social_clicks),
        count(point.vcf_downloads),
        ...(unfinished !== undefined && point === temporal_data.at(-1) ? [note(unfinished)] : []),
      ]),
    ],
    frozen: { rows: 1 },
    isFiltered: true,
  }
}

type ByReason = UnifiedAnalytics['excluded_by_reason']

/** Newer reasons have no name here, but are counted. */
function othersOf(byReason: Readonly<Record<string, number>>): number {
  const known: ReadonlySet<string> = new Set(EXCLUSIONS)
  return Object.entries(byReason).reduce((sum, [reason, n]) => (known.has(reason) ? sum : sum + n), 0)
}

function excludedSheet({ excluded, excluded_by_reason, definitions }: UnifiedAnalytics): Sheet {
  const { visits, clicks, downloads } = excluded_by_reason
  const each = (of: (byReason: ByReason[keyof ByReason]) => number) =>
    [visits, clicks, downloads].map((byReason) => count(of(byReason)))
  return {
    name: FIGURE_NAMES.excluded,
    rows: [
      ['Motivo', FIGURE_NAMES.total_visits, FIGURE_NAMES.social_clicks, 'Contactos'].map(head),
      ...EXCLUSIONS.map((reason) => [
        text(EXCLUSION_NAMES[reason]),
        ...each((byReason) => byReason[reason] ?? 0),
      ]),
      [text('Otras'), ...each(othersOf)],
      [text('En total'), ...[excluded.visits, excluded.clicks, excluded.downloads].map(count)],
      [],
      [note(definitions.excluded)],
    ],
    frozen: { rows: 1 },
  }
}

const HOURS = 24

const hoursSheet = ({ heatmap }: UnifiedAnalytics): Sheet => ({
  name: 'Horarios',
  rows: [
    [
      head('Visitas'),
      ...Array.from({ length: HOURS }, (_, hour) => head(`${String(hour).padStart(2, '0')}:00`)),
    ],
    ...WEEKDAYS.map((weekday, index) => [head(weekday), ...(heatmap[index] ?? []).map(count)]),
  ],
  frozen: { rows: 1, columns: 1 },
  widths: [12, ...Array.from({ length: HOURS }, () => 7)],
  shaded: `${addressOf(1, 1)}:${addressOf(WEEKDAYS.length, HOURS)}`,
})

const NONE = 'No hay insights disponibles'

const insightsSheet = (insights: readonly Insight[]): Sheet => ({
  name: 'Insights',
  rows: [
    ['Prioridad', 'Título', 'Descripción', 'Acción'].map(head),
    ...(insights.length > 0
      ? insights.map((one) =>
          [PRIORITY_NAMES[one.priority], one.title, one.description, one.action].map(text),
        )
      : [[note(NONE)]]),
  ],
  frozen: { rows: 1 },
  widths: [12, 30, 50, 40],
})

const networksSheet = ({ social_clicks }: UnifiedAnalytics, customTitle: string): Sheet => ({
  name: 'Redes',
  rows: [
    ['Red', 'Clics', 'Parte de los clics'].map(head),
    ...networkClicks(social_clicks, customTitle).map((row) => [
      text(row.name),
      count(row.clicks),
      percent(row.share),
    ]),
  ],
  frozen: { rows: 1 },
  isFiltered: true,
})

/** In the order of the file. */
export function allSheets(material: ReportMaterial): readonly [summary: Sheet, ...others: Sheet[]] {
  const { analytics, insights, customTitle } = material
  return [
    summarySheet(material),
    seriesSheet(analytics),
    networksSheet(analytics, customTitle),
    hoursSheet(analytics),
    visitorsSheet(analytics),
    insightsSheet(insights),
    excludedSheet(analytics),
    aboutSheet(material),
  ]
}
