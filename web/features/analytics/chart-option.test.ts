import type { EditMarker } from '@app/contracts/analytics.ts'
import { expect, test } from 'vitest'
import { testTable } from '../../../tests/support/every.ts'
import { analytics } from '../../testing/fixtures.ts'
import { chartOption, chartSummary, tooltipHtml, type TrafficDrawing } from './chart-option.ts'
import { partialOf, axisLabel, daysUntil, dayText, periodText, spanText } from './days.ts'
import { TRAFFIC_SERIES } from './SeriesLegend.tsx'
import { markersAt, markerText } from './TrafficTable.tsx'

const WHOLE = { first: false, last: false, text: '' }
const drawing: TrafficDrawing = {
  points: analytics.temporal_data,
  series: TRAFFIC_SERIES,
  unit: 'day',
  partial: WHOLE,
  markers: [],
}
const look = { palette: { '--series-unique': 'plum' }, textPx: 11 }
const wordsOf = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

test('four series differ by dash and symbol, not by colour alone, the first above the others', () => {
  const looks = TRAFFIC_SERIES.map(({ dash, symbol }) => `${dash.join('-')} ${symbol}`)
  expect(looks).toEqual([' circle', '7-5 rect', ' triangle', '1.5-5.5 diamond'])
  const second = { name: 'Únicos', z: 5, lineStyle: { color: 'plum', type: [7, 5] }, data: [300, 350, 320] }
  expect(chartOption(drawing, look)).toMatchObject({ series: [{ z: 6 }, second, { z: 4 }, { z: 3 }] })
})

testTable([
  [{ last: true }, ['400 549 –', '– 549 500']],
  [{ first: true }, ['– 549 500', '400 549 –']],
  [{ first: true, last: true }, ['– 549 –', '400 549 –', '– 549 500']],
])('of ends that are a part of a period the segment is dashed, and the rest solid', (ends, data) => {
  const drawn = chartOption({ ...drawing, partial: { ...WHOLE, ...ends } }, look)['series'] as readonly {
    readonly id: string
    readonly data: readonly (number | null)[]
    readonly lineStyle: { readonly type: unknown }
  }[]
  const lines = drawn.filter(({ id }) => id.startsWith('total_visits'))
  expect(lines.map((line) => line.data.map((value) => value ?? '–').join(' '))).toEqual(data)
  expect(lines.map(({ lineStyle }) => lineStyle.type)).toEqual(['solid', ...data.slice(1).map(() => [3, 6])])
})

test('a first and a last partial period are found and named', () => {
  const months = [
    { ...drawing.points[0]!, period: '2026-09' },
    { ...drawing.points[1]!, period: '2026-11' },
  ]
  const of = (from: string, to: string, today = to) =>
    partialOf({ temporal_data: months, time_unit: 'month', from, to }, today)
  expect(of('2026-09-18', '2026-11-20')).toEqual({
    first: true,
    last: true,
    text: 'sept 2026 y mes en curso',
  })
  expect(of('2026-09-01', '2026-11-30', '2026-12-24')).toEqual(WHOLE)
  expect(of('2026-09-01', '2026-11-29', '2026-12-24').text).toBe('nov 2026')
})

const marker: EditMarker = {
  day: '2026-11-19',
  version: 7,
  what: ['photo'],
}

test('a flag stands at the point of an edit, and the tooltip tells what was changed', () => {
  const flagged = { ...drawing, markers: [marker, { ...marker, day: '2026-10-01' }] }
  expect(chartOption(flagged, look)).toMatchObject({
    series: [{ markLine: { data: [{ xAxis: 1 }] } }, {}, {}, {}],
  })
  expect(wordsOf(tooltipHtml(flagged, 1))).toBe(
    'Jueves 19 de noviembre Visitas 549 Únicos 350 Clics 222 Contactos 110 se cambió la foto',
  )
  const open = { ...drawing, partial: { ...WHOLE, last: true } }
  expect(wordsOf(tooltipHtml(open, 2))).toContain('Viernes 20 de noviembre (incompleto) Visitas 500')
})

test('the summary has the total and the first of the best points', () => {
  const what = 'Visitas, únicos, clics y contactos por'
  expect(chartSummary(drawing.points, 'day')).toBe(
    `${what} día. Visitas: 1.449; máximo 549, jueves 19 de noviembre.`,
  )
  const [point] = drawing.points
  expect(chartSummary([point!, { ...point!, period: '2026-11-19' }], 'day')).toContain('18 de noviembre')
  expect(chartSummary([], 'month')).toBe(`${what} mes.`)
})

test('an edit belongs to the point whose days it falls into, and to none before the first', () => {
  const days = ['2026-10-25', '2026-11-01', '2026-11-02', '2026-11-30']
  const markers = days.map((day) => ({ ...marker, day }))
  const found = markersAt([{ period: '2026-10-26' }, { period: '2026-11-02' }], markers)
  expect(found.map((those) => those.map(({ day }) => day))).toEqual([days.slice(1, 2), days.slice(2)])
})

testTable<readonly [EditMarker['what'], string]>([
  [['photo'], 'se cambió la foto'],
  [['links'], 'se cambiaron los enlaces'],
  [
    ['slug', 'theme', 'links', 'texts', 'background', 'logo', 'photo'],
    'se cambiaron la foto, el logo, la imagen de fondo, los textos, los enlaces, el tema y la dirección',
  ],
])('a chart’s flag says what changed', (what, text) => expect(markerText({ ...marker, what })).toBe(text))

test('a day is in Chilean order, as in fields; a span has both days in full', () => {
  expect(dayText('2026-09-06')).toBe('06-09-2026')
  expect(spanText('2025-12-03', '2026-11-20')).toBe('03-12-2025 – 20-11-2026')
  expect(spanText('2026-11-20', '2026-11-20')).toBe('20-11-2026')
})

test('the axis labels days in short, and months with their year', () => {
  expect(axisLabel('2025-11', 'month')).toBe('nov 2025')
  expect(axisLabel('2026-11-09', 'week')).toBe('9 nov')
})

test.each([
  ['2026-11-13', 'day', 'Viernes 13 de noviembre'],
  ['2026-11-09', 'week', 'Semana del 9 de noviembre'],
  ['2026-11', 'month', 'Noviembre de 2026'],
] as const)('%s, a %s, is «%s»', (period, unit, text) => {
  expect(periodText(period, unit)).toBe(text)
})

test('an invalid date is a dash, and breaks nothing', () => {
  const odd = ['', '11/20/2026', '2026-13-01', '2026-11-20T10:00:00Z', 'undefined']
  for (const text of odd) {
    expect([dayText(text), axisLabel(text, 'day'), periodText(text, 'month')]).toEqual(['–', '–', '–'])
    expect(spanText(text, '2026-11-20')).toContain('20-11-2026')
  }
})

test('the days of a point end with today', () => {
  const daysOf = (period: string, unit: 'day' | 'week' | 'month') => {
    const { from, to } = daysUntil(period, unit, '2026-11-20')
    return [from, to]
  }
  expect(daysOf('2026-11-12', 'day')).toEqual(['2026-11-12', '2026-11-12'])
  expect(daysOf('2026-11-09', 'week')).toEqual(['2026-11-09', '2026-11-15'])
  expect(daysOf('2026-11-16', 'week')).toEqual(['2026-11-16', '2026-11-20'])
  expect(daysOf('2026-02', 'month')).toEqual(['2026-02-01', '2026-02-28'])
  expect(daysOf('2026-11', 'month')).toEqual(['2026-11-01', '2026-11-20'])
})
