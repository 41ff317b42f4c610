import { expect, test } from 'vitest'
import { analytics } from '../../../testing/fixtures.ts'
import { chartOption, type TrafficDrawing } from './chart-option.ts'
import { TRAFFIC_SERIES } from './traffic-series.ts'

const drawing: TrafficDrawing = {
  points: analytics.temporal_data,
  unit: 'day',
  unfinished: false,
  shown: TRAFFIC_SERIES,
  palette: { '--series-unique': 'plum' },
  labelsMax: 7,
  tooltipPosition: () => [0, 0],
}

test('four series differ by dash and symbol, not by colour alone', () => {
  const looks = TRAFFIC_SERIES.map(({ dash, symbol }) => `${dash.join('-')} ${symbol}`)
  expect(looks).toEqual([' circle', '7-5 rect', ' triangle', '1.5-5.5 diamond'])
  expect(chartOption(drawing)).toMatchObject({
    series: [
      {},
      { name: 'Únicos', lineStyle: { color: 'plum', type: [7, 5] }, data: [300, 350, 320] },
      {},
      {},
    ],
  })
})

test('only the series that are shown are drawn, and the axis fits them', () => {
  const option = chartOption({ ...drawing, shown: TRAFFIC_SERIES.slice(3) })
  expect(option).toMatchObject({ series: [{ id: 'vcf_downloads' }], yAxis: { max: 150, interval: 50 } })
})

test('symbols show for a single point only, where all are visible because later ones are smaller', () => {
  const lines = { showSymbol: false, symbolSize: 9 }
  expect(chartOption(drawing)).toMatchObject({ series: [lines, lines, lines, lines] })
  const single = chartOption({ ...drawing, points: drawing.points.slice(0, 1) })
  expect(single).toMatchObject({
    series: [24, 19, 14, 9].map((symbolSize) => ({ showSymbol: true, symbolSize })),
  })
})

test('the first series is drawn above the others', () => {
  expect(chartOption(drawing)).toMatchObject({ series: [{ z: 6 }, { z: 5 }, { z: 4 }, { z: 3 }] })
})

test('the segment to an unfinished period is dashed, and the line before it is solid', () => {
  const option = chartOption({ ...drawing, unfinished: true, shown: TRAFFIC_SERIES.slice(0, 1) })
  expect(option).toMatchObject({
    series: [
      { id: 'total_visits', data: [400, 549, null], lineStyle: { type: 'solid' } },
      { id: 'total_visits-unfinished', data: [null, 549, 500], lineStyle: { type: [3, 6] } },
    ],
  })
})

test('a single period that is not over has no segment to dash', () => {
  const single = { ...drawing, unfinished: true, points: drawing.points.slice(0, 1) }
  expect(chartOption(single)).toMatchObject({ series: [{ data: [400] }, {}, {}, {}] })
})

test('nothing moves by itself, and the picture has its words', () => {
  expect(chartOption(drawing)).toMatchObject({
    animation: false,
    aria: { label: { description: expect.stringContaining('Visitas: 1.449') as string } },
  })
})
