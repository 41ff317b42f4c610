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
import { openLocalProvider, type LocalProvider, type LocalProviderOptions } from './local-provider.ts'

const REDIRECT = 'https://tarjeta.example/api/auth/external/callback'
const ANA = { name: 'Ana Muñoz', email: 'ana@correo.example', verified: 'yes' }

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
  test('a person returns with the name and e-mail that they entered', async () => {
    const { back, attempt } = await signedIn(login)
    expect(await login.finish(back, attempt)).toEqual({
      issuer: provider.issuer,
      subject: expect.stringMatching(/^[\da-f]{32}$/) as string,
      email: 'ana@correo.example',
      name: 'Ana Muñoz',
    })
    expect(troubles).toEqual([])
  })

  test('the same address is the same person, and is unverified without the tick', async () => {
    const people = []
    for (const person of [ANA, { name: 'Otra', email: 'ANA@correo.example' }]) {
      const { back, attempt } = await signedIn(login, person)
      people.push(await login.finish(back, attempt))
    }
    expect(people[1]!.subject).toBe(people[0]!.subject)
    expect(people.map(({ email }) => email)).toEqual(['ana@correo.example', undefined])
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

  test('when a code is used a second time', async () => {
    const { back, attempt } = await signedIn(login)
    await login.finish(back, attempt)
    expect(await codeOf(login.finish(back, attempt))).toBe(FAILED)
    expect(troubles).toEqual([{ step: 'callback', code: 'invalid_grant' }])
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

  test('when the product’s own secret is wrong, which is logged', async () => {
    const external = loginAt({ ...provider, clientSecret: 'wrong' })
    const { back, attempt } = await signedIn(external)
    expect(await codeOf(external.finish(back, attempt))).toBe(FAILED)
    expect(troubles).toEqual([{ step: 'callback', code: 'invalid_client' }])
  })
})

describe('a provider that does not answer', () => {
  test('is unavailable when it answers with errors', async () => {
    const broken = createServer((_request, response) => response.writeHead(500).end('ana@correo.example'))
    onTestFinished(() => void broken.close())
    await new Promise<void>((resolve) => broken.listen(0, '127.0.0.1', resolve))
    const { port } = broken.address() as AddressInfo
    const external = loginAt({ ...provider, issuer: `http://127.0.0.1:${port}` })
    expect(await codeOf(external.start())).toBe('unavailable')
    expect(JSON.stringify(troubles)).not.toContain('ana')
  })
})

describe('the local provider', () => {
  test('listens on this machine only, and answers only to its own host name', async () => {
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
})
