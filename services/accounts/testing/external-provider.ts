import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import { createExternalLogin } from '../identity/external-login.ts'
import { PUBLIC_URL } from '../../../tests/support/api/test-backend.ts'
import { createTestBrowser, type Page } from '../../../tests/support/api/test-browser.ts'

export const START_URL = `${PUBLIC_URL}/api/auth/external/start`
export const CALLBACK = `${PUBLIC_URL}/api/auth/external/callback`
export const PROFILE = `${PUBLIC_URL}/profile`
const CLIENT_ID = 'product'

export interface SigningKey {
  readonly kid: string
  readonly key: KeyObject
}

/** Imported again: in Node 20 a generated key may block the process when it is exported as JWK. */
export const newKey = (kid: string): SigningKey => {
  const privateKeyEncoding = { type: 'pkcs8', format: 'pem' } as const
  const publicKeyEncoding = { type: 'spki', format: 'pem' } as const
  const encodings = { modulusLength: 2_048, publicKeyEncoding, privateKeyEncoding }
  return { kid, key: createPrivateKey(generateKeyPairSync('rsa', encodings).privateKey) }
}

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

export function signedBy({ kid, key }: SigningKey, claims: object): string {
  const body = `${encoded({ alg: 'RS256', kid })}.${encoded(claims)}`
  return `${body}.${sign('sha256', Buffer.from(body), key).toString('base64url')}`
}
export const unsigned = (claims: object): string => `${encoded({ alg: 'none' })}.${encoded(claims)}.`

export type TestProvider = Awaited<ReturnType<typeof openTestProvider>>

export async function openTestProvider() {
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const key = newKey('first')
  const troubles: string[] = []
  const provider = {
    issuer,
    clientId: CLIENT_ID,
    key,
    keys: [key] as readonly SigningKey[],
    isAway: false,
    token: '',
    troubles,
    externalLogin: createExternalLogin({
      issuer,
      clientId: CLIENT_ID,
      clientSecret: 'secret of the product at the provider',
      redirectUri: CALLBACK,
      name: 'Google',
      allowInsecure: true,
      onTrouble: ({ code }) => void troubles.push(code),
    }),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  const publicJwkOf = ({ kid, key: own }: SigningKey) => {
    return { ...createPublicKey(own).export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' }
  }
  const answers: Readonly<Record<string, () => unknown>> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      // It would accept anything: a client that trusts the token must not.
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    }),
    '/token': () => ({ access_token: 'access', token_type: 'Bearer', id_token: provider.token }),
    '/keys': () => ({ keys: provider.keys.map(publicJwkOf) }),
  }
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for await (const _part of request);
    const body = provider.isAway ? undefined : answers[request.url ?? '']?.()
    response.writeHead(body === undefined ? 503 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body ?? {}))
  }
  return provider
}

export interface Claims {
  readonly [claim: string]: unknown
  readonly iat: number
  readonly exp: number
}
export interface Arrived {
  readonly page: Page
  readonly fragment: URLSearchParams
}

export function arrived(page: Page): Arrived {
  const url = new URL(page.headers.get('location')!)
  expect(`${url.origin}${url.pathname}${url.search}`).toBe(PROFILE)
  return { page, fragment: new URLSearchParams(url.hash.slice(1)) }
}

export function createExternalVisit(apiUrl: string, provider: TestProvider) {
  const browser = createTestBrowser({ [PUBLIC_URL]: apiUrl })
  /** @returns the address to which the provider sends the browser back, with a code that is not used yet */
  async function begin(
    changed: object = {},
    tokenOf = (claims: Claims) => signedBy(provider.key, claims),
  ): Promise<string> {
    const begun = new URL((await browser.get(START_URL)).headers.get('location')!)
    const iat = Math.floor(Date.now() / 1_000)
    const whose = { sub: 'ana-1', email: 'ana@correo.example', email_verified: true, name: 'Ana', ...changed }
    const nonce = begun.searchParams.get('nonce')
    provider.token = tokenOf({ iss: provider.issuer, aud: CLIENT_ID, ...whose, nonce, iat, exp: iat + 600 })
    const query = new URLSearchParams({ code: 'code', state: begun.searchParams.get('state')! })
    return `${CALLBACK}?${query.toString()}`
  }
  return {
    browser,
    begin,
    signIn: async (...typed: Parameters<typeof begin>): Promise<Arrived> =>
      arrived(await browser.get(await begin(...typed))),
    exchange: (id: string) => browser.post(`${PUBLIC_URL}/api/auth/emergent-login`, { session_id: id }),
  }
}
