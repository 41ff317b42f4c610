import { expect, test } from 'vitest'
import { analytics } from '../../../testing/fixtures.ts'
import { tooltipHtml, tooltipPosition } from './chart-tooltip.ts'
import { TRAFFIC_SERIES } from './traffic-series.ts'

const size = { width: 160, height: 130 }

test('the tooltip is right of a point in the left half and left of one in the right half', () => {
  expect(tooltipPosition(100, 800, size, false)).toEqual([116, 0])
  expect(tooltipPosition(700, 800, size, false)).toEqual([524, 0])
})

test('under a finger the tooltip is above the plot and inside its width', () => {
  expect(tooltipPosition(200, 340, size, true)).toEqual([120, -134])
  expect(tooltipPosition(10, 340, size, true)).toEqual([0, -134])
  expect(tooltipPosition(335, 340, size, true)).toEqual([180, -134])
})

test('the tooltip has the full date and each series that is shown', () => {
  const [point] = analytics.temporal_data
  const html = point ? tooltipHtml(point, 'day', TRAFFIC_SERIES.slice(2)) : ''
  expect(
    html
      .replaceAll(/<[^>]+>/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  ).toBe('Miércoles 18 de noviembre Clics 200 Contactos 90')
})
