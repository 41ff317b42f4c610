// @vitest-environment happy-dom
import { fireEvent, render, screen, within } from '@testing-library/react'
import type { ComponentProps } from 'react'
import { expect, test } from 'vitest'
import { testTable } from '../../../tests/support/every.ts'
import { SourcesPanel, referrerOrigins, sharedText } from './SourcesPanel.tsx'
import { analytics, noAnalytics } from '../../testing/fixtures.ts'
import { NetworksPanel } from './NetworksPanel.tsx'

const props: ComponentProps<typeof SourcesPanel> = {
  sources: { nfc: 884, qr: 391, link: 174 },
  referrers: { ...noAnalytics.referrers, none: 1290, whatsapp: 84, search: 8 },
  devices: { iphone: 702, android: 604, tablet: 12, desktop: 131, other: 0 },
  shared: { whatsapp: 14 },
}
const nothing = { nfc: 0, qr: 0, link: 0 }
const lines = (name: string) =>
  within(screen.getByRole('list', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

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
  const six = {
    ...noAnalytics.referrers,
    none: 60,
    instagram: 50,
    search: 40,
    linkedin: 30,
    mail: 20,
    facebook: 10,
  }
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

const show = (data: typeof analytics) => render(<NetworksPanel {...data} customTitle="Agenda una reunión" />)

test('each network has its clicks and its percentage', () => {
  show(analytics)
  expect(screen.getAllByText('622 clics')).toHaveLength(1)
  expect(screen.getByText('WhatsApp').closest('li')?.textContent).toBe('WhatsApp21434,4%')
  expect(screen.getByRole('definition').textContent).toBe('WhatsApp · 34,4%')
})

test('without clicks no network is the best', () => {
  show(noAnalytics)
  expect(screen.getAllByText('Sin clics en este período.')).toHaveLength(1)
  expect(screen.getByRole('definition').textContent).toBe('No hay datos suficientes para este período')
})
