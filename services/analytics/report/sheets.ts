import type { UnifiedAnalytics, Insight } from '@app/contracts/analytics.ts'
import { ZONE } from '@app/contracts/calendar.ts'
import { latestNamed } from '@app/contracts/fields/named-record.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { type Figure, networkShares } from '@app/contracts/traffic/shares.ts'
import { unfinishedName, type TimeUnit } from '@app/contracts/traffic/ranges.ts'
import { EXCLUSIONS, type Exclusion, networkName, PRIORITY_NAMES } from '@app/contracts/traffic/kinds.ts'
import { count, day, head, moment, month, note, percent, text, title, type Row, type Sheet } from './cells.ts'
import type { ReportMaterial } from './reports.ts'
import { COUNTED, FIGURE_NAMES, NOTHING, RANGE_NAMES, summarySheet } from './summary-sheet.ts'

const EXCLUSION_NAMES: Readonly<Record<Exclusion, string>> = {
  robot: 'Robots',
  preview: 'Vistas previas',
  own: 'Propias',
  repeat: 'Repeticiones',
  excess: 'En exceso',
}
const WEEKDAYS = ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado', 'Domingo'] as const
const whole = new Intl.NumberFormat('es-CL', { maximumFractionDigits: 0 })

const NO_VISITORS = 'Nadie dijo su nombre en este período.'
const NO_INSIGHTS = 'No hay insights disponibles'

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
      [PERIODS[time_unit], ...COUNTED.map(([, name]) => name)].map(head),
      ...temporal_data.map((point) => [
        period(point.period),
        count(point.total_visits),
        count(point.unique_visitors),
        count(point.social_clicks),
        count(point.vcf_downloads),
        ...(unfinished !== undefined && point === temporal_data.at(-1) ? [note(unfinished)] : []),
      ]),
    ],
    isFiltered: true,
  }
}

const networksSheet = ({ social_clicks }: UnifiedAnalytics, customTitle: string): Sheet => ({
  name: 'Redes',
  rows: [
    ['Red', 'Clics', 'Parte de los clics'].map(head),
    ...networkShares(social_clicks).map(({ network, clicks, share }) => [
      text(networkName(network, customTitle)),
      count(clicks),
      percent(share),
    ]),
  ],
  isFiltered: true,
})

const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`)

const hoursSheet = ({ heatmap }: UnifiedAnalytics): Sheet => ({
  name: 'Horarios',
  rows: [
    ['Visitas', ...HOURS].map(head),
    ...WEEKDAYS.map((weekday, index) => [head(weekday), ...(heatmap[index] ?? []).map(count)]),
  ],
  widths: [12, ...HOURS.map(() => 7)],
})

function visitorsSheet({ visitors, visitors_total: total }: UnifiedAnalytics): Sheet {
  const rows = latestNamed(visitors).map(([name, one]) => [
    ...[name, one.phone, one.description].map(text),
    count(one.clicks),
    text(one.vcf_downloaded ? 'Sí' : 'No'),
    moment(one.named_at),
  ])
  const heads = ['Nombre', 'Teléfono', 'Descripción', 'Clics', 'Contacto guardado', 'Dijo su nombre']
  // Beside the header, where the filter does not hide it.
  const listed = `Los ${whole.format(rows.length)} más recientes de ${whole.format(total)} en total.`
  return {
    name: 'Visitantes',
    rows: [
      [...heads.map(head), ...(total > rows.length ? [undefined, note(listed)] : [])],
      ...(rows.length > 0 ? rows : [[note(NO_VISITORS)]]),
    ],
    widths: [30, 20, 50, 10, 20, 20],
    isFiltered: rows.length > 0,
  }
}

const insightsSheet = (insights: readonly Insight[]): Sheet => ({
  name: 'Insights',
  rows: [
    ['Prioridad', 'Título', 'Descripción', 'Acción'].map(head),
    ...(insights.length > 0
      ? insights.map((one) =>
          [PRIORITY_NAMES[one.priority], one.title, one.description, one.action].map(text),
        )
      : [[note(NO_INSIGHTS)]]),
  ],
  widths: [12, 30, 50, 40],
})

function excludedSheet({ excluded, excluded_by_reason: by, definitions }: UnifiedAnalytics): Sheet {
  const kinds: readonly Readonly<Record<string, number>>[] = [by.visits, by.clicks, by.downloads]
  return {
    name: FIGURE_NAMES.excluded,
    rows: [
      ['Motivo', FIGURE_NAMES.total_visits, FIGURE_NAMES.social_clicks, 'Contactos'].map(head),
      ...EXCLUSIONS.map((reason): Row => [
        text(EXCLUSION_NAMES[reason]),
        ...kinds.map((kind) => count(kind[reason] ?? 0)),
      ]),
      [text('En total'), ...[excluded.visits, excluded.clicks, excluded.downloads].map(count)],
      NOTHING,
      [note(definitions.excluded)],
    ],
  }
}

const aboutSheet = ({ analytics, at }: ReportMaterial): Sheet => ({
  name: 'Acerca de',
  rows: [
    [title('Acerca de este reporte')],
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
    NOTHING,
    ['Cifra', 'Qué significa'].map(head),
    ...Object.entries(analytics.definitions).map(([figure, meaning]) => [
      text(FIGURE_NAMES[figure as Figure]),
      text(meaning),
    ]),
    NOTHING,
    [note('Días y horas son los de Chile continental.')],
  ],
})

export const allSheets = (material: ReportMaterial): readonly Sheet[] => [
  summarySheet(material),
  seriesSheet(material.analytics),
  networksSheet(material.analytics, material.customTitle),
  hoursSheet(material.analytics),
  visitorsSheet(material.analytics),
  insightsSheet(material.insights),
  excludedSheet(material.analytics),
  aboutSheet(material),
]
