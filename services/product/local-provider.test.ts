import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Refusal } from '@app/contracts/refusals.ts'
import { createTestBrowser } from '../../tests/support/api/test-browser.ts'
import {
  createExternalLogin,
  type ExternalAttempt,
  type ExternalLogin,
} from '../accounts/identity/external-login.ts'
import { freePort } from '../../tests/support/processes/product-calls.ts'
import {
  externalLoginOf,
  openLocalProvider,
  type LocalProvider,
  type LocalProviderOptions,
  type LoginParts,
} from './local-provider.ts'

const REDIRECT = 'https://tarjeta.example/api/auth/external/callback'
const ANA = { email: 'ANA@correo.example' }

const FAILED = 'external-login-failed'

let troubles: { readonly step: string; readonly code: string }[] = []
let provider: LocalProvider
let login: ExternalLogin

const loginAt = ({
  issuer,
  clientId,
  clientSecret,
}: Pick<LocalProvider, 'issuer' | 'clientId' | 'clientSecret'>): ExternalLogin =>
  createExternalLogin({
    issuer,
    clientId,
    clientSecret,
    redirectUri: REDIRECT,
    name: 'Prueba',
    allowInsecure: true,
    onTrouble: (trouble) => troubles.push(trouble),
  })

const opened = (options: Partial<LocalProviderOptions> = {}): Promise<LocalProvider> =>
  openLocalProvider({ port: 0, redirectUri: REDIRECT, ...options })

beforeAll(async () => {
  const notices = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'info')]
  provider = await opened()
  for (const notice of notices) expect(notice).not.toHaveBeenCalled()
  vi.restoreAllMocks()
  login = loginAt(provider)
})
afterAll(() => provider.stop())
afterEach(() => {
  troubles = []
})

/** Signs in up to the redirect back to the product. */
async function signedIn(
  external: ExternalLogin,
  person: Readonly<Record<string, string>> = ANA,
  browser = createTestBrowser({}),
): Promise<{ readonly back: URL; readonly attempt: ExternalAttempt }> {
  const { url, attempt } = await external.start()
  const page = await browser.follow(await browser.get(url.href))
  const last = await browser.follow(await browser.send(page, person), REDIRECT)
  return { back: new URL(last.headers.get('location')!), attempt }
}

const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'none',
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  )

describe('signing in', () => {
  test('a person returns with the e-mail that they entered, whatever its case', async () => {
    const { back, attempt } = await signedIn(login)
    expect(await login.finish(back, attempt)).toEqual({
      issuer: provider.issuer,
      subject: 'ana@correo.example',
      email: 'ana@correo.example',
      name: 'ana',
    })
    expect(troubles).toEqual([])
  })

  test('the provider takes another port than one in use', async () => {
    const other = await opened({ port: Number(new URL(provider.issuer).port) })
    onTestFinished(() => other.stop())
    expect(other.issuer).not.toBe(provider.issuer)
  })

  test('each redirect to the provider has a new challenge, state and nonce, and no secret', async () => {
    const [one, other] = [await login.start(), await login.start()]
    const query = one.url.searchParams
    expect([query.get('response_type'), query.get('scope'), query.get('code_challenge_method')]).toEqual([
      'code',
      'openid email profile',
      'S256',
    ])
    expect(query.get('redirect_uri')).toBe(REDIRECT)
    expect([query.get('state'), query.get('nonce')]).toEqual([one.attempt.state, one.attempt.nonce])
    expect(one.url.href).not.toContain(one.attempt.codeVerifier)
    expect(one.url.href).not.toContain(provider.clientSecret)
    for (const part of ['state', 'nonce', 'codeVerifier'] as const)
      expect(one.attempt[part]).not.toBe(other.attempt[part])
  })
})

describe('signing in fails without a reason', () => {
  test('when state, nonce or verifier differ, or the returned address was changed', async () => {
    const { back, attempt } = await signedIn(login)
    for (const part of ['state', 'nonce', 'codeVerifier'])
      expect(await codeOf(login.finish(back, { ...attempt, [part]: 'x'.repeat(43) }))).toBe(FAILED)
    for (const key of ['state', 'iss', 'code']) {
      const url = new URL(back)
      url.searchParams.set(key, 'https://other.example')
      expect(await codeOf(login.finish(url, attempt))).toBe(FAILED)
    }
  })

  test('when the person cancels', async () => {
    const { attempt } = await login.start()
    const query = new URLSearchParams({
      error: 'access_denied',
      error_description: 'ana@correo.example said no',
      state: attempt.state,
      iss: provider.issuer,
    })
    const refused = login.finish(new URL(`${REDIRECT}?${query.toString()}`), attempt)
    await expect(refused).rejects.toThrow(new Refusal(FAILED))
    expect(troubles).toEqual([{ step: 'callback', code: 'access_denied' }])
  })
})

test('a provider that answers with errors is unavailable', async () => {
  const broken = createServer((_request, response) => response.writeHead(500).end('ana@correo.example'))
  onTestFinished(() => void broken.close())
  await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve))
  const { port } = broken.address() as AddressInfo
  const external = loginAt({ ...provider, issuer: `http://127.0.0.1:${port}` })
  expect(await codeOf(external.start())).toBe('unavailable')
  expect(JSON.stringify(troubles)).not.toContain('ana')
})

test('the local provider listens on this machine only, and answers only to its own host name', async () => {
  const port = Number(new URL(provider.issuer).port)
  expect(new URL(provider.issuer).hostname).toBe('127.0.0.1')
  const status = await new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: '/', headers: { host: 'malo.example' } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })
  expect(status).toBe(421)
})

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
