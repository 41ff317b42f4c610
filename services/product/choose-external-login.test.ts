import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../tests/support/processes/product-calls.ts'
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

test('the provider is that of the settings; a stand-in is for one’s own machine and never for production [ACC-22]', () => {
  for (const production of [true, false]) expect(loginOf({ oidc: GOOGLE, production })?.name).toBe('Google')
  expect(loginOf({ production: true })).toBeUndefined()
  for (const publicUrl of ['https://tarjeta.example', 'http://0.0.0.0:3000', 'http://192.168.1.5:3000'])
    expect([publicUrl, loginOf({ publicUrl })]).toEqual([publicUrl, undefined])
})

test('a provider without TLS is refused but for one on this machine, and in production always', () => {
  for (const [issuer, production] of [
    ['http://127.0.0.1:4000', true],
    ['http://proveedor.example', false],
    ['http://127.0.0.1.proveedor.example', false],
    ['http://proveedor.example', true],
  ] as const)
    expect(() => loginOf({ oidc: { ...GOOGLE, issuer }, production }), issuer).toThrow(/^OIDC_ISSUER: /)
})

test('the stand-in opens beside the product’s port at its first use, and closes with the product', async () => {
  const closing: (() => Promise<void>)[] = []
  const port = (await freePort()) - 1
  const publicUrl = `http://127.0.0.1:${port}`
  const login = loginOf({ publicUrl, port }, closing)!
  expect([login.name, closing.length]).toEqual(['el proveedor local', 0])
  const [{ url }] = await Promise.all([login.start(), login.start()])
  onTestFinished(() => Promise.all(closing.map((close) => close())).then(() => undefined))
  expect([closing.length, url.origin]).toEqual([1, `http://127.0.0.1:${port + 1}`])
})
