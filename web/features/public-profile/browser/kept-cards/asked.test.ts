import { expect, test } from 'vitest'
import { askedOf, seenCardOf } from './asked.ts'

const ORIGIN = 'https://tarjeta.cl'
const asked = (url: string, mode = 'navigate', method = 'GET') =>
  askedOf({ method, mode, url: new URL(url, ORIGIN).href }, ORIGIN)?.kind

test.each(['/pages/demo', '/pages/demo?s=nfc', '/pages/ana-2'])('opening %s requests a card', (url) =>
  expect(asked(url)).toBe('card'),
)

test.each([
  '/',
  '/landing',
  '/dashboard',
  '/privacidad',
  '/pages/',
  '/pages/demo/qr.png',
  '/pages/kept-cards.js',
  '/api/profile/demo/vcf',
  'https://elsewhere.cl/pages/demo',
])('opening %s is ignored by the worker', (url) => expect(asked(url)).toBeUndefined())

test('a form that is sent is not a card that is opened', () =>
  expect(asked('/pages/demo', 'navigate', 'POST')).toBeUndefined())

test.each(['/public-assets/tap-1.js', '/api/files/3f9ac2-w256'])('%s is part of a card', (url) =>
  expect(asked(url, 'no-cors')).toBe('part'),
)

test.each([
  '/api/public/profile/demo',
  '/api/public/note/1',
  '/api/files/a/b',
  '/pages/demo',
  '/assets/a.js',
])('a call of %s passes', (url) => {
  expect(asked(url, 'cors')).toBeUndefined()
  expect(asked(url, 'cors', 'POST')).toBeUndefined()
})

test('of a page’s loaded parts, only those of this site are kept, each once', () => {
  const parts = [
    `${ORIGIN}/public-assets/tap-1.js`,
    `${ORIGIN}/public-assets/tap-1.js`,
    `${ORIGIN}/api/public/profile/demo`,
    'https://elsewhere.cl/public-assets/tap-1.js',
    'no address:',
  ]
  expect(seenCardOf({ address: '/pages/demo?s=qr', parts }, ORIGIN)).toEqual({
    address: '/pages/demo?s=qr',
    path: '/pages/demo',
    parts: [`${ORIGIN}/public-assets/tap-1.js`],
  })
})

test.each([
  undefined,
  'text',
  { address: '/dashboard', parts: [] },
  { address: 'https://elsewhere.cl/pages/demo', parts: [] },
  { address: '/pages/demo' },
])('%j is no seen card', (said) => expect(seenCardOf(said, ORIGIN)).toBeUndefined())
