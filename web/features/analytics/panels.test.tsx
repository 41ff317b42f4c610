import type { UnifiedAnalytics } from '@app/contracts/analytics.ts'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { testTable } from '../../../tests/support/every.ts'
import { analytics, noAnalytics } from '../../testing/fixtures.ts'
import { textsOf } from '../../testing/screen.tsx'
import { AnalyticsHelp } from './AnalyticsHelp.tsx'
import { heatOption } from './charts.tsx'
import { ComparisonPanel } from './ComparisonPanel.tsx'
import { busiestCell, cellOf, cellText, heatTotal, type Heatmap } from './heatmap.ts'
import { FilteringContext } from './filtering.tsx'
import { HeatmapPanel } from './HeatmapPanel.tsx'
import { deltaOf, KpiCards, KPIS } from './KpiCards.tsx'
import { NetworksPanel } from './NetworksPanel.tsx'
import { SourcesPanel, referrerOrigins, sharedText } from './SourcesPanel.tsx'

interface ChartProps {
  readonly label: string
  readonly option: { readonly series: readonly { readonly name: string }[] }
}

vi.mock('../../ui/Chart.tsx', () => ({
  Chart: ({ label, option: { series } }: ChartProps) => (
    <div
      role="img"
      aria-label={label}
      data-series={[...new Set([series].flat().map(({ name }) => name))].join(' ')}
    />
  ),
}))

test('the figures of the chart and its edits stand in a real table, and a part of a period is named once', async () => {
  const marker = { day: '2026-11-19', version: 7, what: ['photo' as const] }
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
  const shown = () => textsOf(legend.getAllByRole('button', { pressed: true }))
  expect(shown()).toEqual(['Visitas', 'Únicos', 'Clics', 'Contactos'])
  for (const name of ['Visitas', 'Clics', 'Contactos', 'Únicos'])
    fireEvent.click(legend.getByRole('button', { name }))
  expect(shown()).toEqual(['Únicos'])
  expect(screen.getByRole('img').dataset['series']).toBe('Únicos')
  expect(screen.queryByRole('table')).toBeNull()
  rerender(panel(true))
  const row = within(screen.getByRole('table')).getByRole('row', { name: /Jueves 19 de noviembre/ })
  const cells = within(row).getAllByRole('cell')
  expect(textsOf(cells)).toEqual(['549', '350', '222', '110'])
  const edit = within(screen.getByRole('table')).getByRole('link', { name: '19 nov: se cambió la foto' })
  expect(edit.getAttribute('href')).toBe('/dashboard?tab=history&version=7')
  rerender(panel(false, analytics.temporal_data.slice(-1)))
  expect(screen.getByRole('table').textContent).toContain('Viernes 20 de noviembre')
})

const TUESDAY_13 = cellOf(1, 13)
const SUNDAY_23 = cellOf(6, 23)
/** A week without visits but for some cells. */
const week = (visits: Readonly<Record<number, number>>): Heatmap =>
  Array.from({ length: 7 }, (_day, day) =>
    Array.from({ length: 24 }, (_hour, hour) => visits[cellOf(day, hour)] ?? 0),
  )
const heatmap = week({ [TUESDAY_13]: 24, [cellOf(1, 14)]: 1 })

test('the busiest hour is said beside the map and to a screen reader', async () => {
  render(<HeatmapPanel heatmap={heatmap} asTable={false} />)
  screen.getByText('Mejor hora: martes 13–14 h, 24 visitas')
  await screen.findByRole('img', { name: 'Cuándo te visitan. Mejor hora: martes 13–14 h, 24 visitas.' })
})

test('as a table each hour can be pressed', () => {
  render(<HeatmapPanel heatmap={heatmap} asTable />)
  expect(screen.getAllByRole('row')).toHaveLength(25)
  const cells = within(screen.getByRole('row', { name: /^13–14 h/ })).getAllByRole('button')
  expect(textsOf(cells)).toEqual(['0', '24', '0', '0', '0', '0', '0'])
})

test('a busiest hour of a handful of visits would be an accident, so none is said', () => {
  const most = (max: number) => heatmap.map((hours) => hours.map((visits) => Math.min(visits, max)))
  const { rerender } = render(<HeatmapPanel heatmap={most(18)} asTable={false} />)
  screen.getByText('Necesitamos al menos 20 visitas para mostrar tus horas.')
  rerender(<HeatmapPanel heatmap={most(19)} asTable={false} />)
  screen.getByText(/^Mejor hora/)
})

test('a cell names its weekday, its hour and its visits; the busiest hour is the first of the best', () => {
  const busy = week({ [TUESDAY_13]: 9, [SUNDAY_23]: 9, 3: 1 })
  expect(cellText(busy, TUESDAY_13)).toBe('Martes 13–14 h: 9 visitas')
  expect(cellText(busy, 3)).toBe('Lunes 03–04 h: 1 visita')
  expect(cellText(busy, SUNDAY_23 - 1)).toBe('Domingo 22–23 h: 0 visitas')
  expect([busiestCell(busy), heatTotal(busy)]).toEqual([TUESDAY_13, 19])
})

test('each cell is drawn with its visits, and beside a chosen one the others are pale', () => {
  interface Cell {
    readonly value: readonly number[]
    readonly itemStyle: { readonly opacity: number }
  }
  const cellsOf = (chosen?: number) => {
    const { series } = heatOption(heatmap, chosen, { palette: {}, textPx: 11 })
    return (series as { readonly data: readonly Cell[] }).data
  }
  expect(cellsOf()[TUESDAY_13]).toEqual({ value: [13, 1, 24], itemStyle: { opacity: 1 } })
  expect(cellsOf().every(({ itemStyle }) => itemStyle.opacity === 1)).toBe(true)
  expect(cellsOf(TUESDAY_13).filter(({ itemStyle }) => itemStyle.opacity === 0.4)).toHaveLength(167)
})

const month: UnifiedAnalytics = {
  ...analytics,
  date_range: '1m',
  profile_since: '2026-09-01',
  from: '2026-10-22',
  to: '2026-11-20',
  previous: {
    from: '2026-09-22',
    to: '2026-10-21',
    total_visits: 1224,
    unique_visitors: 800,
    social_clicks_total: 0,
    vcf_downloads: 304,
    engagement_rate: 66.2,
  },
}
const texts = (data: UnifiedAnalytics) => {
  render(<KpiCards data={data} />)
  return KPIS.map(({ label }) => screen.getByRole('region', { name: label }).textContent)
}

test('each figure says in words how it moved, against as many days before', () => {
  expect(texts(month)).toEqual([
    'Visitas Totales1.449subió 18,4% vs. 30 días anteriores',
    'Clics Totales622Nuevo vs. 30 días anteriores',
    'Contactos Guardados304cambió 0,0% vs. 30 días anteriores',
    'Tasa Interacción63,9%bajó 2,3 pp vs. 30 días anteriores',
  ])
})

test('the figures go on in a page whose texts a browser has translated', () => {
  const { container, rerender } = render(<KpiCards data={{ ...month, previous: null }} />)
  const nodes = [...container.querySelectorAll('*')].flatMap(({ childNodes }) => [...childNodes])
  for (const text of nodes.filter(({ nodeType }) => nodeType === Node.TEXT_NODE)) {
    const font = document.createElement('font')
    font.textContent = text.nodeValue
    text.replaceWith(font)
  }
  rerender(<KpiCards data={{ ...month, total_visits: 1_500 }} />)
  expect(screen.getByRole('region', { name: 'Visitas Totales' }).textContent).toBe(
    'Visitas Totales1.500subió 22,5% vs. 30 días anteriores',
  )
})

test('nothing after nothing has no comparison', () => {
  expect(texts({ ...month, social_clicks_total: 0 })[1]).toBe('Clics Totales0en 30 días')
})

test('the rate of those who pressed one network is none, as it is always 100 %', () => {
  render(
    <FilteringContext value={{ narrowed: { network: 'whatsapp' }, toggle: () => undefined }}>
      <KpiCards data={{ ...month, engagement_rate: 100 }} />
    </FilteringContext>,
  )
  const rate = screen.getByRole('region', { name: 'Tasa Interacción' })
  expect(rate.textContent).toBe('Tasa Interacción—100,0% por definición')
})

const [count, , , rate] = KPIS
testTable([
  [count!, 570, 622, { direction: 'down', amount: '8,4%' }],
  [count!, 10_001, 10_000, { direction: 'level', amount: '0,0%' }],
  [count!, 12_345, 100, { direction: 'up', amount: '12.245,0%' }],
  [rate!, 50.04, 50, { direction: 'level', amount: '0,0 pp' }],
  [rate!, 12.5, 0, { direction: 'new', amount: 'Nuevo' }],
  [rate!, 0, 0, undefined],
])('a count moves by percents and a rate by points', (kpi, now, before, delta) =>
  expect(deltaOf(kpi, now, before)).toEqual(delta),
)

const helpOf = (data: UnifiedAnalytics) => {
  render(<AnalyticsHelp data={data} onOpenChange={() => undefined} />)
  return within(screen.getByRole('dialog', { name: '¿Cómo se calcula?' }))
}

test('one help explains all panels, what was not counted, and the former period once', () => {
  const excluded = { visits: { robot: 12 }, clicks: { repeat: 2, own: 1 }, downloads: {} }
  const help = helpOf({ ...month, excluded_by_reason: excluded })
  expect(textsOf(help.getAllByRole('heading', { level: 3 }))).toEqual([
    'Visitas Totales',
    'Clics Totales',
    'Contactos Guardados',
    'Tasa Interacción',
    'Lo que no se cuenta',
    'Red Más Efectiva',
    'Insights IA',
    'Visitantes Identificados',
    'Recordatorios',
    'Personas en los últimos 5 minutos',
    'Cuándo te visitan',
    'Origen de las visitas',
  ])
  for (const text of [
    /^Visitantes únicos: 900\. Personas distintas/,
    /^Sin contar: 12 robots$/,
    /^Sin contar: 2 repeticiones, 1 de tu cuenta$/,
    /^Período anterior: 66,2%$/,
    /^Período anterior: 22-09-2026 – 21-10-2026\. La misma cantidad de días/,
  ])
    help.getByText(text)
})

test('of a period before that begins before the profile the help has no figure, and says why', () => {
  const help = helpOf({ ...month, profile_since: '2026-10-01' })
  expect(help.queryByText(/^Período anterior/)).toBeNull()
  help.getByText(
    'Sin comparación: el período anterior (22-09-2026 – 21-10-2026) empieza antes que el perfil, que existe desde el 01-10-2026.',
  )
})

const props = {
  sources: { nfc: 884, qr: 391, link: 174 },
  referrers: { ...noAnalytics.referrers, none: 1290, whatsapp: 84, search: 8 },
  devices: { iphone: 702, android: 604, tablet: 12, desktop: 131, other: 0 },
  shared: { whatsapp: 14 },
}
const nothing = { nfc: 0, qr: 0, link: 0 }
const lines = (name: string) => textsOf(within(screen.getByRole('list', { name })).getAllByRole('listitem'))

test('sources, devices and places have their counts, and sources their percentages', () => {
  render(<SourcesPanel {...props} />)
  expect(screen.getByText('Tarjeta NFC').closest('li')?.textContent).toBe('Tarjeta NFC88461,0%')
  expect(screen.getByText('Código QR').closest('li')?.textContent).toBe('Código QR39127,0%')
  expect(screen.getByText('Enlace').closest('li')?.textContent).toBe('Enlace17412,0%')
  fireEvent.click(screen.getByRole('button', { name: 'Ver más' }))
  expect(lines('Dispositivos')).toEqual(['iPhone702', 'Android604', 'Computador131', 'Tableta12'])
  expect(lines('Desde')).toEqual(['Directo1.290', 'WhatsApp84', 'Buscador8'])
})

test('a period without visits shows that, and still that the page was shared', () => {
  render(<SourcesPanel {...props} sources={nothing} />)
  expect(screen.getAllByText('Sin visitas en este período.')).toHaveLength(1)
  expect(screen.queryByRole('list')).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Ver más' }))
  expect(screen.getAllByText('Compartida 14 veces en WhatsApp')).toHaveLength(1)
})

test('beyond six origins the rest is one line, and the list still adds up', () => {
  const counts = { none: 60, instagram: 50, search: 40, linkedin: 30, mail: 20, facebook: 10 }
  const six = { ...noAnalytics.referrers, ...counts }
  const namesOf = (referrers: typeof six) =>
    referrerOrigins(referrers).map(({ name, count }) => `${name} ${count}`)
  const five = ['Directo 60', 'Instagram 50', 'Buscador 40', 'LinkedIn 30', 'Correo 20']
  expect(namesOf(six)).toEqual([...five, 'Facebook 10'])
  expect(namesOf({ ...six, whatsapp: 3, other: 2 })).toEqual([...five, 'Los demás 15'])
})

testTable([
  [{ whatsapp: 14 }, 'Compartida 14 veces en WhatsApp'],
  [{ whatsapp: 1 }, 'Compartida 1 vez en WhatsApp'],
  [{ telegram: 2, whatsapp: 1_400 }, 'Compartida 1.402 veces: 1.400 en WhatsApp, 2 en Telegram'],
  [{ other: 3 }, 'Compartida 3 veces en otras apps'],
  [{ whatsapp: 0 }, undefined],
])('a shared page says how often, and where', (shared, text) => expect(sharedText(shared)).toBe(text))

const showNetworks = (data: UnifiedAnalytics) =>
  render(<NetworksPanel {...data} customTitle="Agenda una reunión" />)

test('each network has its clicks and its percentage', () => {
  showNetworks(analytics)
  expect(screen.getAllByText('622 clics')).toHaveLength(1)
  expect(screen.getByText('WhatsApp').closest('li')?.textContent).toBe('WhatsApp21434,4%')
  expect(screen.getByRole('definition').textContent).toBe('WhatsApp · 34,4%')
})

test('without clicks no network is the best', () => {
  showNetworks(noAnalytics)
  expect(screen.getAllByText('Sin clics en este período.')).toHaveLength(1)
  expect(screen.getByRole('definition').textContent).toBe('No hay datos suficientes para este período')
})
