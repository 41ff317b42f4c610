import { describe, expect, onTestFinished, test } from 'vitest'
import { createTestBrowser } from '../../tests/support/api/test-browser.ts'
import { freePort } from '../../tests/support/processes/free-port.ts'
import { externalLoginOf, type LoginParts } from './choose-external-login.ts'

const GOOGLE = {
  issuer: 'https://accounts.google.com',
  clientId: 'id',
  clientSecret: 'secret',
  name: 'Google',
}
const LOCAL = { oidc: undefined, production: false, publicUrl: 'http://127.0.0.1:3000', port: 3000 }

const loginOf = (
  settings: Partial<LoginParts['settings']>,
  closing: (() => Promise<void>)[] = [],
): ReturnType<typeof externalLoginOf> =>
  externalLoginOf({
    settings: { ...LOCAL, ...settings },
    log: { warn: () => undefined },
    onStop: (close) => void closing.push(close),
  })

describe('the provider of external logins', () => {
  test('is that of the settings, even in production', () => {
    for (const production of [true, false]) expect(loginOf({ oidc: GOOGLE, production })?.name).toBe('Google')
  })

  test('is absent in production without settings for it [ACC-22]', () => {
    expect(loginOf({ production: true })).toBeUndefined()
  })

  test.each(['https://tarjeta.example', 'http://0.0.0.0:3000', 'http://192.168.1.5:3000'])(
    'is absent when the product is at %s, because the stand-in is for one’s own machine',
    (publicUrl) => {
      expect(loginOf({ publicUrl })).toBeUndefined()
    },
  )

  test.each([
    ['http://127.0.0.1:4000', true],
    ['http://proveedor.example', false],
    ['http://127.0.0.1.proveedor.example', false],
    ['http://proveedor.example', true],
  ])('is refused at %s without TLS (production: %s)', (issuer, production) => {
    expect(() => loginOf({ oidc: { ...GOOGLE, issuer }, production })).toThrow(/^OIDC_ISSUER: /)
  })
})

test('the stand-in opens beside the product’s port at its first use, and closes with the product', async () => {
  const closing: (() => Promise<void>)[] = []
  const port = (await freePort()) - 1
  const publicUrl = `http://127.0.0.1:${port}`
  const login = loginOf({ publicUrl, port }, closing)!
  expect([login.name, closing.length]).toEqual(['el proveedor local', 0])
  const [{ url, attempt }] = await Promise.all([login.start(), login.start()])
  onTestFinished(() => Promise.all(closing.map((close) => close())).then(() => undefined))
  expect([closing.length, url.origin]).toEqual([1, `http://127.0.0.1:${port + 1}`])

  const browser = createTestBrowser({})
  const form = await browser.follow(await browser.get(url.href))
  const fields = { name: 'Ana', email: 'ana@correo.example', verified: 'yes' }
  const last = await browser.follow(await browser.send(form, fields), publicUrl)
  const back = new URL(last.headers.get('location')!)
  expect(back.pathname).toBe('/api/auth/external/callback')
  expect(await login.finish(back, attempt)).toMatchObject({
    email: 'ana@correo.example',
  })
})
