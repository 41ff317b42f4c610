// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentProps } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, expect, test, vi } from 'vitest'
import { analytics } from '../../../testing/fixtures.ts'
import { ComparisonPanel } from './ComparisonPanel.tsx'

const drawn = vi.hoisted(() => ({ option: {} as { series?: readonly { name: string }[] } }))

vi.mock('../../../ui/Chart.tsx', () => ({
  Chart: ({ option }: { option: typeof drawn.option }) => {
    drawn.option = option
    return <div role="img" aria-label="gráfico" />
  },
}))

const seriesDrawn = () => [...new Set(drawn.option.series?.map(({ name }) => name))]

const panel = (more: Partial<ComponentProps<typeof ComparisonPanel>> = {}) => (
  <MemoryRouter>
    <ComparisonPanel
      points={analytics.temporal_data}
      unit="day"
      partial={{ first: false, last: true, text: 'hoy, hasta ahora' }}
      today="2026-11-21"
      profileSince="2026-01-01"
      markers={[]}
      asTable={false}
      {...more}
    />
  </MemoryRouter>
)

afterEach(cleanup)

test('four series are drawn, and each can be put away but the last', async () => {
  render(panel())
  await screen.findByRole('img')
  expect(seriesDrawn()).toEqual(['Visitas', 'Únicos', 'Clics', 'Contactos'])
  await userEvent.click(screen.getByRole('button', { name: 'Únicos', pressed: true }))
  expect(seriesDrawn()).toEqual(['Visitas', 'Clics', 'Contactos'])
  await userEvent.click(screen.getByRole('button', { name: 'Únicos', pressed: false }))
  expect(seriesDrawn()).toEqual(['Visitas', 'Únicos', 'Clics', 'Contactos'])
  for (const name of ['Visitas', 'Únicos', 'Clics', 'Contactos']) {
    await userEvent.click(screen.getByRole('button', { name }))
  }
  expect(seriesDrawn()).toEqual(['Contactos'])
  expect(screen.getByRole('button', { name: 'Contactos' }).getAttribute('aria-disabled')).toBe('true')
})

test('the same figures and edits stand in a real table, and what is a part of a period is said once', async () => {
  const { rerender } = render(panel())
  await screen.findByText('Línea cortada: hoy, hasta ahora')
  expect(screen.queryByRole('table')).toBeNull()
  const edits = [{ what: 'photo', position: '7', at: '2026-11-19T12:00:00.000Z' }] as const
  const marker = {
    day: '2026-11-19',
    is_own: true,
    edits: [...edits],
    effect: { clicks_before: 100, clicks_after: 118 },
  }
  rerender(panel({ asTable: true, markers: [marker] }))
  const row = within(screen.getByRole('table')).getByRole('row', { name: /Jueves 19 de noviembre/ })
  const change = '19 nov: cambiaste la foto: +18% clics en 14 días (antes/después, no causal)'
  const cells = within(row).getAllByRole('cell')
  expect(cells.map(({ textContent }) => textContent)).toEqual(['549', '350', '222', '110'])
  const edit = within(screen.getByRole('table')).getByRole('link', { name: change })
  expect(edit.getAttribute('href')).toBe('/dashboard?tab=history&at=2026-11-19T12%3A00%3A00.000Z')
})

test('under three days their figures are a table, and no line', async () => {
  render(panel({ points: analytics.temporal_data.slice(-1), profileSince: '2026-11-20' }))
  screen.getByText('Tu primer día. La línea aparece con el tercero.')
  expect(screen.getByRole('row', { name: /Viernes 20/ }).textContent).toContain('500')
  expect(screen.queryByRole('img')).toBeNull()
})
