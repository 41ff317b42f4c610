// @vitest-environment happy-dom
import { fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { analytics } from '../../testing/fixtures.ts'
import { ComparisonPanel } from './ComparisonPanel.tsx'

vi.mock('../../ui/Chart.tsx', () => ({
  Chart: ({ option }: { option: { series: readonly { name: string }[] } }) => (
    <div
      role="img"
      aria-label="gráfico"
      data-series={[...new Set(option.series.map(({ name }) => name))].join(' ')}
    />
  ),
}))
test('the figures of the chart and its edits stand in a real table, and a part of a period is named once', async () => {
  const marker = {
    day: '2026-11-19',
    version: 7,
    what: ['photo' as const],
  }
  const panel = (asTable: boolean, points = analytics.temporal_data) => (
    <MemoryRouter>
      <ComparisonPanel
        points={points}
        unit="day"
        partial={{ first: false, last: true, text: 'hoy, hasta ahora' }}
        today="2026-11-21"
        markers={[marker]}
        asTable={asTable}
      />
    </MemoryRouter>
  )
  const { rerender } = render(panel(false))
  await screen.findByRole('img')
  screen.getByText('Línea cortada: hoy, hasta ahora')
  const legend = within(screen.getByRole('group', { name: 'Series' }))
  const shown = () => legend.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent)
  expect(shown()).toEqual(['Visitas', 'Únicos', 'Clics', 'Contactos'])
  for (const name of ['Visitas', 'Clics', 'Contactos', 'Únicos'])
    fireEvent.click(legend.getByRole('button', { name }))
  expect(shown()).toEqual(['Únicos'])
  expect(screen.getByRole('img').dataset['series']).toBe('Únicos')
  expect(screen.queryByRole('table')).toBeNull()
  rerender(panel(true))
  const row = within(screen.getByRole('table')).getByRole('row', { name: /Jueves 19 de noviembre/ })
  const cells = within(row).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent)).toEqual(['549', '350', '222', '110'])
  const edit = within(screen.getByRole('table')).getByRole('link', { name: '19 nov: se cambió la foto' })
  expect(edit.getAttribute('href')).toBe('/dashboard?tab=history&version=7')
  rerender(panel(false, analytics.temporal_data.slice(-1)))
  expect(screen.getByRole('table').textContent).toContain('Viernes 20 de noviembre')
})
