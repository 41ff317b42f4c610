import { expect, test } from 'vitest'
import { deviceOrigins, referrerOrigins, sharedText } from './origins.ts'

const noReferrers = {
  none: 0,
  whatsapp: 0,
  instagram: 0,
  facebook: 0,
  linkedin: 0,
  search: 0,
  mail: 0,
  other: 0,
}

test('devices are sorted by visits, and those without any are left out', () => {
  expect(deviceOrigins({ iphone: 3, android: 7, tablet: 0, desktop: 3, other: 0 })).toEqual([
    { key: 'android', name: 'Android', count: 7 },
    { key: 'iphone', name: 'iPhone', count: 3 },
    { key: 'desktop', name: 'Computador', count: 3 },
  ])
})

test('a visit without a referrer is a direct one', () => {
  expect(referrerOrigins({ ...noReferrers, none: 1, other: 2 }).map(({ name }) => name)).toEqual([
    'Otro sitio',
    'Directo',
  ])
  expect(referrerOrigins(noReferrers)).toEqual([])
})

test('beyond six origins the rest is one line, and the list still adds up', () => {
  const six = { ...noReferrers, none: 60, instagram: 50, search: 40, linkedin: 30, mail: 20, facebook: 10 }
  expect(
    referrerOrigins(six)
      .map(({ name }) => name)
      .at(-1),
  ).toBe('Facebook')
  expect(referrerOrigins({ ...six, whatsapp: 3, other: 2 }).map(({ name, count }) => [name, count])).toEqual([
    ['Directo', 60],
    ['Instagram', 50],
    ['Buscador', 40],
    ['LinkedIn', 30],
    ['Correo', 20],
    ['Los demás', 15],
  ])
})

test.each([
  [{ whatsapp: 14 }, 'Compartida 14 veces en WhatsApp'],
  [{ whatsapp: 1 }, 'Compartida 1 vez en WhatsApp'],
  [{ telegram: 2, whatsapp: 1_400 }, 'Compartida 1.402 veces: 1.400 en WhatsApp, 2 en Telegram'],
  [{ other: 3 }, 'Compartida 3 veces en otras apps'],
])('sharing %j is shown as %j', (shared, text) => {
  expect(sharedText(shared)).toBe(text)
})

test('a page that nobody shared shows nothing', () => {
  expect(sharedText({})).toBeUndefined()
  expect(sharedText({ whatsapp: 0 })).toBeUndefined()
})
