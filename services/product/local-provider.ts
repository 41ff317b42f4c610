import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { codeOf } from '@app/contracts/start-error.ts'
import { createLocalPeople, createLoginForm, LOGIN_PATH } from './local-provider-form.ts'
import { createOidcProvider, SESSION_COOKIE, type ProviderOptions } from './local-provider-protocol.ts'

/** Accepts anybody, so it listens only on the loopback address and its own port. */
export interface LocalProvider {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  stop(): Promise<void>
}

export interface LocalProviderOptions {
  /** Fixed, so that the issuer stays the same; another one when it is in use. */
  readonly port: number
  readonly redirectUri: string
  readonly random: (bytes: number) => Buffer
  /** Whether e-mail and name are in the token, as Google's are, or in userinfo. */
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
    // Prevents DNS rebinding: another host name that resolves to this machine gets no page.
    if (request.headers.host !== `${HOST}:${port}`) return void response.writeHead(421).end()
    // Without the session cookie every login asks again.
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
