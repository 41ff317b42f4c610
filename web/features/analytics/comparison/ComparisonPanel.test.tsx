// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { analytics } from '../../../testing/fixtures.ts'
import { ComparisonPanel } from './ComparisonPanel.tsx'

const drawn = vi.hoisted(() => ({ option: {} as { series?: readonly { name: string }[] } }))

vi.mock('../../../ui/Chart.tsx', () => ({
  Chart: ({ option }: { option: typeof drawn.option }) => {
    drawn.option = option
    return <div role="img" aria-label="gráfico" />
  },
}))

const seriesDrawn = () => drawn.option.series?.map(({ name }) => name)

const PANEL = {
  profileId: 'p',
  points: analytics.temporal_data,
  unit: 'day',
  today: '2026-11-21',
  profileSince: '2026-01-01',
  caption: '',
} as const

beforeEach(async () => {
  render(<ComparisonPanel {...PANEL} markers={[]} />)
  await screen.findByRole('img')
})
afterEach(cleanup)

test('four series are drawn, and each can be put away but the last', async () => {
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

test('the same figures stand in a real table', async () => {
  expect(screen.queryByRole('table')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Ver como tabla' }))
  const row = within(await screen.findByRole('table')).getByRole('row', { name: /Jueves 19 de noviembre/ })
  expect(
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['549', '350', '222', '110'])
  expect(screen.queryByRole('img')).toBeNull()
})

test('one press explains each line’s count', async () => {
  await userEvent.click(screen.getByRole('button', { name: '¿Cómo se calcula? Comparativa Intermensual' }))
  const text = (await screen.findByRole('dialog', { name: '¿Cómo se calcula?' })).textContent
  expect(text).toMatch(/ÚnicosPersonas distintas con al menos una visita/)
  expect(text).toMatch(/ContactosContactos entregados para guardar/)
})

test('arrow keys move through the points and announce them', async () => {
  const slider = screen.getByRole('slider', { name: 'Punto del gráfico' })
  slider.focus()
  await userEvent.keyboard('{Home}')
  expect(slider.getAttribute('aria-valuetext')).toMatch(/^Miércoles 18 de noviembre\. Visitas 400/)
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
  expect(slider.getAttribute('aria-valuetext')).toMatch(/^Viernes 20 de noviembre/)
  expect(slider.getAttribute('aria-valuenow')).toBe('3')
})

test('the table lists what the owner changed, by day', async () => {
  cleanup()
  const edits = [{ what: 'photo', position: '7', at: '2026-11-19T12:00:00.000Z' }] as const
  const markers = [
    { day: '2026-11-19', is_own: true, edits: [...edits], effect: { clicks_before: 100, clicks_after: 118 } },
  ]
  render(<ComparisonPanel {...PANEL} markers={markers} />)
  await userEvent.click(screen.getByRole('button', { name: 'Ver como tabla' }))
  const table = within(await screen.findByRole('table'))
  const changes = table
    .getAllByRole('row')
    .map((row) => within(row).queryAllByRole('cell').at(-1)?.textContent)
  expect(changes).toEqual([undefined, '', 'cambiaste la foto: +18 % clics en 14 días', ''])
})

test.each([
  ['2026-11-19', true, 'Cada bandera es un día en que cambiaste tu perfil.'],
  ['2026-11-19', false, 'Cada bandera es un día en que se cambió el perfil.'],
  ['2025-11-19', true, undefined],
])('flags of %s are explained, where there are any (own: %s)', async (day, is_own, text) => {
  cleanup()
  const edits = [{ what: 'photo', position: '7', at: `${day}T12:00:00.000Z` }] as const
  const markers = [{ day, is_own, edits: [...edits], effect: null }]
  const { container } = render(<ComparisonPanel {...PANEL} markers={markers} />)
  await screen.findByRole('img')
  expect(/Cada bandera.*\./.exec(container.textContent)?.[0]).toBe(text)
})

test('under three days there are bars with their numbers and squares that name them, and no line', async () => {
  const signs = () => within(screen.getByRole('group', { name: 'Series' }))
  expect(signs().getByRole('button', { name: 'Clics' }).querySelector('svg')).not.toBeNull()
  cleanup()
  render(
    <ComparisonPanel {...PANEL} points={PANEL.points.slice(-1)} profileSince="2026-11-20" markers={[]} />,
  )
  await screen.findByText('Tu primer día. La línea aparece con el tercero.')
  expect(screen.queryByRole('img')).toBeNull()
  expect(screen.getByRole('listitem').textContent).toMatch(/20 nov.*Visitas \d+.*Contactos \d+/)
  const square = signs().getByRole('button', { name: 'Únicos' }).querySelector('i')
  expect(square?.style.background).toContain('--series-unique')
  expect(screen.getByRole('group', { name: 'Series' }).querySelector('svg')).toBeNull()
})
