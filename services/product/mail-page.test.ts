import { expect, test } from 'vitest'
import { mailPageUrl, shownMailPage } from './mail-page.ts'

const TRIED = {
  smtpUrl: undefined,
  production: false,
  publicUrl: 'http://127.0.0.1:3000',
  dataDir: '/data',
}

test('stored mails are shown when the product runs on one’s own machine', () => {
  for (const publicUrl of ['http://127.0.0.1:3000', 'http://localhost:8080', 'http://[::1]:3000'])
    expect(shownMailPage({ ...TRIED, publicUrl })?.folder).toBe('/data/mail')
})

test.each([
  ['in production', { production: true }],
  ['with a mail server', { smtpUrl: 'smtp://correo.example' }],
  ['with an address of the outside world', { publicUrl: 'https://tarjeta.example' }],
  ['with an address of the network', { publicUrl: 'http://192.168.1.5:3000' }],
])('%s no mails are shown', (_where, change) => {
  expect(shownMailPage({ ...TRIED, ...change })).toBeUndefined()
})

test('the key of stored mails is new at each start, and is in the address of the box', () => {
  const pages = [shownMailPage(TRIED)!, shownMailPage(TRIED)!]
  expect(new Set(pages.map(({ key }) => key)).size).toBe(2)
  expect(mailPageUrl(TRIED, pages[0]!)).toMatch(/^http:\/\/127\.0\.0\.1:3000\/dev\/mail\?key=[\w-]{22}$/)
})
