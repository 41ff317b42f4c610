// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HeatmapPanel } from './HeatmapPanel.tsx'

/** Tuesday 13 h is the best, Tuesday 14 h has one visit, Wednesday 13 h has none. */
const heatmap = Array.from({ length: 7 }, (_day, day) =>
  Array.from({ length: 24 }, (_hour, hour) => (day !== 1 ? 0 : hour === 13 ? 24 : hour === 14 ? 1 : 0)),
)
const box = { left: 0, top: 0, width: 240, height: 70 } as DOMRect
const slider = () => screen.getByRole('slider', { name: 'Hora de la semana' })
const valueText = () => slider().getAttribute('aria-valuetext')

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(box)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('the busiest hour is shown without interaction, and the map is a table for screen readers', () => {
  render(<HeatmapPanel heatmap={heatmap} />)
  expect(screen.getAllByRole('region', { name: 'Cuándo te visitan' })).toHaveLength(1)
  expect(screen.getAllByText('Mejor hora: martes 13–14 h, 24 visitas')).toHaveLength(1)
  const name = 'Cuándo te visitan. Mejor hora: martes 13–14 h, 24 visitas.'
  const rows = [...screen.getByRole('table', { name }).querySelectorAll('tr')]
  expect(rows).toHaveLength(25)
  const row = rows.find(({ textContent }) => textContent.startsWith('13–14 h'))
  const cells = [...(row?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent)
  expect(cells).toEqual(['0', '24', '0', '0', '0', '0', '0'])
})

test('one tab stop leads to the map, and arrow keys move through it', async () => {
  render(<HeatmapPanel heatmap={heatmap} />)
  const user = userEvent.setup()
  await user.tab() // the help
  await user.tab()
  expect(document.activeElement).toBe(slider())
  expect(valueText()).toBe('Martes 13–14 h: 24 visitas')
  expect(screen.getAllByText('Martes 13–14 h: 24 visitas')).toHaveLength(1)
  await user.keyboard('{ArrowRight}')
  expect(valueText()).toBe('Martes 14–15 h: 1 visita')
  expect(screen.getAllByText('Martes 14–15 h: 1 visita')).toHaveLength(1)
  await user.keyboard('{ArrowDown}{Home}')
  expect(valueText()).toBe('Miércoles 00–01 h: 0 visitas')
  await user.tab()
  expect(screen.getAllByText(/^Mejor hora/)).toHaveLength(1)
})

test('the cell under the mouse is described until it leaves, a touched one also when the finger is lifted', () => {
  render(<HeatmapPanel heatmap={heatmap} />)
  fireEvent.pointerMove(slider(), { clientX: 145, clientY: 15, pointerType: 'mouse' })
  expect(screen.getAllByText('Martes 14–15 h: 1 visita')).toHaveLength(1)
  fireEvent.pointerLeave(slider(), { pointerType: 'mouse' })
  expect(screen.getAllByText(/^Mejor hora/)).toHaveLength(1)
  fireEvent.pointerDown(slider(), { clientX: 145, clientY: 15, pointerType: 'touch' })
  fireEvent.pointerLeave(slider(), { pointerType: 'touch' })
  expect(screen.getAllByText('Martes 14–15 h: 1 visita')).toHaveLength(1)
})

test('a busiest hour of a handful of visits would be an accident, so none is drawn', () => {
  render(<HeatmapPanel heatmap={heatmap.map((hours) => hours.map((visits) => Math.min(visits, 19)))} />)
  expect(valueText()).toContain('visitas')
  cleanup()
  render(<HeatmapPanel heatmap={heatmap.map((hours) => hours.map((visits) => Math.min(visits, 18)))} />)
  expect(screen.getAllByText('Necesitamos al menos 20 visitas para mostrar tus horas.')).toHaveLength(1)
  expect(screen.queryByRole('slider')).toBeNull()
})
