import { expect, test } from 'vitest'
import { heatPicture } from '../heatmap/HeatmapPanel.tsx'
import { networksPicture } from '../networks/NetworksPanel.tsx'
import { networkRows } from '../networks/network-rows.ts'
import { sourcesPicture } from '../sources/SourcesPanel.tsx'
import { analytics } from '../../../testing/fixtures.ts'
import type { ChartPicture } from './shapes.ts'

const wordsOf = ({ shapes }: ChartPicture) => shapes.flatMap((shape) => ('text' in shape ? [shape.text] : []))
const barsOf = ({ shapes }: ChartPicture) => shapes.flatMap((shape) => ('width' in shape ? [shape] : []))

test('networks are bars relative to the best, with their figures', () => {
  const picture = networksPicture(networkRows(analytics.social_clicks, ''))
  expect(wordsOf(picture).slice(0, 4)).toEqual(['WhatsApp', '214 · 34,4%', 'LinkedIn', '142 · 22,8%'])
  expect(barsOf(picture)[1]).toMatchObject({ width: 600, colour: '--net-whatsapp' })
  expect(wordsOf(networksPicture([]))).toEqual(['Sin clics en este período.'])
})

test('the week is 168 cells, the busiest the darkest', () => {
  const cells = barsOf(heatPicture(analytics.heatmap))
  expect(cells).toHaveLength(168)
  expect(cells[12]?.colour).toBe('--heat-5')
  expect(cells[13]?.colour).toBe('--heat-0')
})

test('sources share one bar, without a sliver for none', () => {
  const picture = sourcesPicture({ nfc: 3, qr: 1, link: 0 })
  expect(wordsOf(picture)).toContain('3 · 75,0%')
  expect(barsOf(picture).filter(({ height }) => height === 16)).toMatchObject([
    { x: 0, width: 450 },
    { x: 450, width: 150 },
  ])
})
