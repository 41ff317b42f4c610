import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { codeOf } from '@app/contracts/start-error.ts'
import { createLocalPeople } from './local-provider-people.ts'
import { createLoginForm, LOGIN_PATH } from './local-provider-form.ts'
import { createOidcProvider, SESSION_COOKIE, type ProviderOptions } from './local-provider-protocol.ts'

/**
 * A provider that plays Google's part where the product is tried and developed: whoever asks for it is believed to be
 * who they say. Never in production, and only on this machine: it listens on the loopback address alone, on a port of
 * its own, so that no setting of the product makes it reachable from elsewhere.
 */
export interface LocalProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  stop(): Promise<void>
}

export interface LocalProviderOptions {
  /** The same each time, so that the issuer stays the same; another where it is taken. */
  readonly port: number
  readonly redirectUri: string
  readonly random: (bytes: number) => Buffer
  /** Whether e-mail and name stand in the token, as Google has it, or are asked for. */
  readonly claimsIn?: ProviderOptions['claimsIn']
}

const HOST = '127.0.0.1'
const CLIENT_ID = 'product'

export async function openLocalProvider(options: LocalProviderOptions): Promise<LocalProvider> {
  const server = createServer()
  const port = await listen(server, options.port).catch((error: unknown) => {
    if (codeOf(error) === 'EADDRINUSE') return listen(server, 0)
    throw error
  })
  const issuer = `http://${HOST}:${port}`
  const clientSecret = options.random(32).toString('base64url')
  const client = { id: CLIENT_ID, secret: clientSecret, redirectUri: options.redirectUri }
  const people = createLocalPeople()
  const { claimsIn = 'token', random } = options
  const provider = await createOidcProvider({ issuer, client, people, random, claimsIn })
  const login = createLoginForm(provider, people, options.redirectUri)
  const protocol = provider.callback()

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    // A name of somebody else that leads here must not make a page of theirs one of ours.
    if (request.headers.host !== `${HOST}:${port}`) return void response.writeHead(421).end()
    // Nobody stays signed in: each time it is asked anew who one is.
    request.headers.cookie = withoutSession(request.headers.cookie)
    void (request.url?.startsWith(LOGIN_PATH) === true ? login : protocol)(request, response)
  })
  return { issuer, clientId: CLIENT_ID, clientSecret, stop: () => stop(server) }
}

const withoutSession = (cookies = ''): string =>
  cookies
    .split('; ')
    .filter((cookie) => !cookie.startsWith(SESSION_COOKIE))
    .join('; ')

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, HOST, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
