import type { LiveFact } from '@app/contracts/analytics/live-calls.ts'
import { expect, test } from 'vitest'
import { factText, originText, peopleText, reasonText } from './live-texts.ts'

const visit: LiveFact = {
  id: '00000000-0000-4000-8000-0000000000aa',
  at: '2026-11-20T17:05:00.000Z',
  kind: 'tap',
  network: null,
  source: 'nfc',
  device: 'iphone',
  excluded: null,
}

test('each kind of event has its text', () => {
  expect(factText(visit, '')).toBe('Visita')
  expect(factText({ ...visit, kind: 'download' }, '')).toBe('Contacto guardado')
  expect(factText({ ...visit, kind: 'click', network: 'whatsapp' }, '')).toBe('Clic en WhatsApp')
})

test('a click on the custom link goes by its owner’s title', () => {
  const click: LiveFact = { ...visit, kind: 'click', network: 'custom' }
  expect(factText(click, 'Agenda una reunión')).toBe('Clic en Agenda una reunión')
  expect(factText(click, '')).toBe('Clic en Enlace propio')
})

test('device and source are named, and why something does not count', () => {
  expect(originText(visit)).toBe('iPhone · Tarjeta NFC')
  expect(reasonText(visit)).toBeUndefined()
  expect(reasonText({ ...visit, excluded: 'robot' })).toBe('no cuenta: robot')
})

test('one person is one', () => {
  expect([1, 3].map(peopleText)).toEqual([
    '1 persona en los últimos 5 minutos',
    '3 personas en los últimos 5 minutos',
  ])
})
