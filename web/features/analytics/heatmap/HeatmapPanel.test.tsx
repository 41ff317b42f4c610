// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { HeatmapPanel } from './HeatmapPanel.tsx'

vi.mock('../../../ui/Chart.tsx', () => ({
  Chart: ({ label }: { readonly label: string }) => <div role="img" aria-label={label} />,
}))
afterEach(cleanup)

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
