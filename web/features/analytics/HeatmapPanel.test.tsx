// @vitest-environment happy-dom
import { render, screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { HeatmapPanel } from './HeatmapPanel.tsx'
import { heatOption } from './charts.tsx'
import { busiestCell, cellOf, cellText, heatTotal, type Heatmap } from './days.ts'

vi.mock('../../ui/Chart.tsx', () => ({
  Chart: ({ label }: { readonly label: string }) => <div role="img" aria-label={label} />,
}))
/** Tuesday 13 h is the best. */
const heatmap = Array.from({ length: 7 }, (_day, day) =>
  Array.from({ length: 24 }, (_hour, hour) => (day !== 1 ? 0 : hour === 13 ? 24 : hour === 14 ? 1 : 0)),
)

test('the busiest hour is said beside the map and to a screen reader', async () => {
  render(<HeatmapPanel heatmap={heatmap} asTable={false} />)
  screen.getByText('Mejor hora: martes 13–14 h, 24 visitas')
  await screen.findByRole('img', { name: 'Cuándo te visitan. Mejor hora: martes 13–14 h, 24 visitas.' })
})

test('as a table each hour can be pressed', () => {
  render(<HeatmapPanel heatmap={heatmap} asTable />)
  const rows = screen.getAllByRole('row')
  expect(rows).toHaveLength(25)
  const cells = within(screen.getByRole('row', { name: /^13–14 h/ })).getAllByRole('button')
  expect(cells.map(({ textContent }) => textContent)).toEqual(['0', '24', '0', '0', '0', '0', '0'])
})

test('a busiest hour of a handful of visits would be an accident, so none is said', () => {
  const most = (max: number) => heatmap.map((hours) => hours.map((visits) => Math.min(visits, max)))
  const { rerender } = render(<HeatmapPanel heatmap={most(18)} asTable={false} />)
  screen.getByText('Necesitamos al menos 20 visitas para mostrar tus horas.')
  rerender(<HeatmapPanel heatmap={most(19)} asTable={false} />)
  screen.getByText(/^Mejor hora/)
})

const TUESDAY_13 = cellOf(1, 13)
const SUNDAY_23 = cellOf(6, 23)

/** A week without visits but for some cells. */
const week = (visits: Readonly<Record<number, number>> = {}): Heatmap =>
  Array.from({ length: 7 }, (_day, day) =>
    Array.from({ length: 24 }, (_hour, hour) => visits[cellOf(day, hour)] ?? 0),
  )

test('a cell names its weekday, its hour and its visits', () => {
  const heatmap = week({ [TUESDAY_13]: 24, [SUNDAY_23]: 1 })
  expect(cellText(heatmap, TUESDAY_13)).toBe('Martes 13–14 h: 24 visitas')
  expect(cellText(heatmap, SUNDAY_23)).toBe('Domingo 23–24 h: 1 visita')
  expect(cellText(heatmap, 0)).toBe('Lunes 00–01 h: 0 visitas')
})

test('the busiest hour is the first of the best', () => {
  expect(busiestCell(week({ [TUESDAY_13]: 9, [SUNDAY_23]: 9, 3: 1 }))).toBe(TUESDAY_13)
  expect(heatTotal(week({ [TUESDAY_13]: 9, [SUNDAY_23]: 9, 3: 1 }))).toBe(19)
})

test('each cell is drawn with its visits, and beside a chosen one the others are pale', () => {
  const heatmap = week({ [TUESDAY_13]: 9 })
  const cellsOf = (chosen?: number) =>
    (
      heatOption(heatmap, chosen, { palette: {}, textPx: 11 })['series'] as {
        readonly data: readonly {
          readonly value: readonly number[]
          readonly itemStyle: { readonly opacity: number }
        }[]
      }
    ).data
  expect(cellsOf()[TUESDAY_13]).toEqual({ value: [13, 1, 9], itemStyle: { opacity: 1 } })
  expect(cellsOf().every(({ itemStyle }) => itemStyle.opacity === 1)).toBe(true)
  expect(cellsOf(TUESDAY_13).filter(({ itemStyle }) => itemStyle.opacity === 0.4)).toHaveLength(167)
})
