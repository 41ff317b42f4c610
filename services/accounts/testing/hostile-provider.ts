import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A provider that answers with the test's token: real HTTP, no library of ours. */
export interface HostileProvider {
  readonly issuer: string
  /** Its published keys, their status, and the number of requests for them. */
  keys: readonly SigningKey[]
  keysStatus: number
  readonly keysAsked: () => number
  /** The token endpoint's next answer. */
  token: string
  /** UserInfo's next answer; undefined is an error of the server. */
  userInfo: object | undefined
  readonly userInfoAsked: () => number
  stop(): Promise<void>
}

export interface SigningKey {
  readonly kid: string
  readonly key: KeyObject
}

export const CLIENT_ID = 'product'
export const CLIENT_SECRET = 'secret of the product at the hostile provider'

/** Imported again: in Node 20 a generated key may block the process when it is exported as JWK. */
export const newKey = (kid: string): SigningKey => ({
  kid,
  key: createPrivateKey(
    generateKeyPairSync('rsa', {
      modulusLength: 2_048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    }).privateKey,
  ),
})

export async function openHostileProvider(): Promise<HostileProvider> {
  let keysAsked = 0
  let userInfoAsked = 0
  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const answers: Readonly<Record<string, () => unknown>> = {
    '/.well-known/openid-configuration': () => metadataOf(issuer),
    '/token': () => ({ access_token: 'access', token_type: 'Bearer', id_token: provider.token }),
    '/userinfo': () => {
      userInfoAsked += 1
      return provider.userInfo
    },
    '/keys': () => {
      keysAsked += 1
      return { keys: provider.keys.map(publicJwkOf) }
    },
  }
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    for await (const _part of request);
    const answer = answers[request.url ?? '']
    const body = answer?.()
    const found = request.url === '/keys' ? provider.keysStatus : body === undefined ? 503 : 200
    response.writeHead(answer === undefined ? 404 : found, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body ?? {}))
  }

  const provider: HostileProvider = {
    issuer,
    keys: [],
    keysStatus: 200,
    keysAsked: () => keysAsked,
    token: '',
    userInfo: undefined,
    userInfoAsked: () => userInfoAsked,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return provider
}

const metadataOf = (issuer: string): object => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  userinfo_endpoint: `${issuer}/userinfo`,
  // It would accept anything: a client that trusts the token must not.
  id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
})

const publicJwkOf = ({ kid, key }: SigningKey): object => ({
  ...createPublicKey(key).export({ format: 'jwk' }),
  kid,
  use: 'sig',
  alg: 'RS256',
})

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

/** A token signed as it should be. */
export function signedBy({ kid, key }: SigningKey, claims: object): string {
  const body = `${encoded({ alg: 'RS256', kid })}.${encoded(claims)}`
  return `${body}.${sign('sha256', Buffer.from(body), key).toString('base64url')}`
}

export const unsigned = (claims: object): string => `${encoded({ alg: 'none' })}.${encoded(claims)}.`
