import { expect, test } from 'vitest'
import { shownMailFolder } from './open-mailer.ts'

const TRIED = {
  smtpUrl: undefined,
  production: false,
  publicUrl: 'http://127.0.0.1:3000',
  dataDir: '/data',
}

test('kept mails are shown where the product is tried on one’s own machine', () => {
  for (const publicUrl of ['http://127.0.0.1:3000', 'http://localhost:8080', 'http://[::1]:3000'])
    expect(shownMailFolder({ ...TRIED, publicUrl })).toBe('/data/mail')
})

test.each([
  ['in production', { production: true }],
  ['with a mail server', { smtpUrl: 'smtp://correo.example' }],
  ['with an address of the outside world', { publicUrl: 'https://tarjeta.example' }],
  ['with an address of the network', { publicUrl: 'http://192.168.1.5:3000' }],
])('%s nobody is shown any', (_where, change) => {
  expect(shownMailFolder({ ...TRIED, ...change })).toBeUndefined()
})
