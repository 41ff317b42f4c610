import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { mailboxOf, normalEmail } from '@app/contracts/fields/email.ts'
import { headerText } from '@app/contracts/fields/text.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { codeOf } from '@app/contracts/start-error.ts'
import { markup, type Html } from '../platform/mail/mail-layout.ts'

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
}

interface Person {
  readonly name: string
  readonly email: string
  readonly isVerified: boolean
}

const HOST = '127.0.0.1'
const CLIENT_ID = 'product'
const LOGIN_PATH = '/entrar/'
const SESSION_COOKIE = 'local_provider_session'
const FORM_BYTES_MAX = 4_096
const PEOPLE_MAX = 1_000

export async function openLocalProvider(options: LocalProviderOptions): Promise<LocalProvider> {
  const server = createServer()
  const port = await listen(server, options.port).catch((error: unknown) => {
    if (codeOf(error) === 'EADDRINUSE') return listen(server, 0)
    throw error
  })
  const issuer = `http://${HOST}:${port}`
  const clientSecret = randomBytes(32).toString('base64url')
  const people = new Map<string, Person>()
  const configuration = configurationOf(options, { clientSecret, people })
  const provider = await providerOf(issuer, configuration)
  const protocol = provider.callback()

  async function logIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Throws unless the login belongs to this browser and is in progress.
    await provider.interactionDetails(request, response)
    if (request.method !== 'POST') return void response.writeHead(200, HEADERS).end(loginPage())
    const person = await typedIn(request)
    if (mailboxOf(person.email) === undefined || person.email.length > LIMITS.emailCharsMax)
      return void response.writeHead(422, HEADERS).end(loginPage(person, WRONG_EMAIL))
    // Derived from the address, so that it stays the same after a restart.
    const accountId = createHash('sha256').update(normalEmail(person.email)).digest('hex').slice(0, 32)
    people.set(accountId, person)
    if (people.size > PEOPLE_MAX) people.delete([...people.keys()][0]!)
    await provider.interactionFinished(request, response, { login: { accountId, remember: false } })
  }

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    // Prevents DNS rebinding: another host name that resolves to this machine gets no page.
    if (request.headers.host !== `${HOST}:${port}`) return void response.writeHead(421).end()
    // Without the session cookie every login asks again.
    const cookies = request.headers.cookie?.split('; ') ?? []
    request.headers.cookie = cookies.filter((cookie) => !cookie.startsWith(SESSION_COOKIE)).join('; ')
    if (request.url?.startsWith(LOGIN_PATH) !== true) return void protocol(request, response)
    logIn(request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy()
      else response.writeHead(400, HEADERS).end(failurePage(error instanceof Error ? error.name : 'unknown'))
    })
  })
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { issuer, clientId: CLIENT_ID, clientSecret, stop }
}

/** Loaded at the first use, without the package's notices about production, whose keys anybody knows. */
async function providerOf(issuer: string, configuration: Configuration) {
  const { warn } = console
  console.warn = () => undefined
  try {
    const { Provider } = await import('oidc-provider')
    return new Provider(issuer, configuration)
  } finally {
    console.warn = warn
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, HOST, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

function configurationOf(
  { redirectUri }: LocalProviderOptions,
  { clientSecret, people }: { readonly clientSecret: string; readonly people: Map<string, Person> },
): Configuration {
  const client = { client_id: CLIENT_ID, client_secret: clientSecret, redirect_uris: [redirectUri] }
  return {
    clients: [{ ...client, grant_types: ['authorization_code'], response_types: ['code'] }],
    cookies: { keys: [randomBytes(32).toString('base64url')], names: { session: SESSION_COOKIE } },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // E-mail and name are in the token, as Google's are.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    interactions: { url: (_context, { uid }) => `${LOGIN_PATH}${uid}` },
    findAccount: (_context, accountId) => {
      const person = people.get(accountId)
      if (person === undefined) return undefined
      const { email, isVerified, name } = person
      return { accountId, claims: () => ({ sub: accountId, email, email_verified: isVerified, name }) }
    },
    loadExistingGrant: grantUnasked,
    renderError: (context, { error }) => {
      context.set(HEADERS)
      context.body = failurePage(error)
    },
  }
}

/** The only client is the product itself. */
async function grantUnasked({ oidc }: KoaContextWithOIDC) {
  const grant = new oidc.provider.Grant({
    clientId: oidc.client!.clientId,
    accountId: oidc.session!.accountId!,
  })
  grant.addOIDCScope('openid email profile')
  await grant.save()
  return grant
}

async function typedIn(request: IncomingMessage): Promise<Person> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk as string
    if (text.length > FORM_BYTES_MAX) throw new Error('the form is too large')
  }
  const form = new URLSearchParams(text)
  return {
    name: headerText(form.get('name') ?? '', LIMITS.nameCharsMax).trim(),
    email: (form.get('email') ?? '').trim(),
    isVerified: form.get('verified') === 'yes',
  }
}

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
}

const WRONG_EMAIL = 'Escribe un correo válido, por ejemplo nombre@empresa.cl.'
const TITLE = 'Proveedor local de prueba'

const page = (content: Html): string =>
  markup`<!doctype html>
<html lang="es-CL"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${TITLE}</title></head>
<body><h1>${TITLE}</h1>${content}</body></html>
`.text

const loginPage = (typed?: Person, fault?: string): string =>
  page(markup`<p>Reemplaza a Google mientras se desarrolla o se prueba el producto en este equipo. No pide contraseña: entras como quien digas ser. En producción no existe.</p>
${fault === undefined ? [] : markup`<p role="alert">${fault}</p>`}
<form method="post">
<label>Nombre <input type="text" name="name" maxlength="120" autocomplete="name" value="${typed?.name ?? ''}"></label>
<label>Correo electrónico <input type="email" name="email" required maxlength="254" autocomplete="email" value="${typed?.email ?? ''}"></label>
<label><input type="checkbox" name="verified" value="yes"${typed?.isVerified === false ? [] : markup` checked`}> El correo está verificado</label>
<button type="submit">Continuar</button>
</form>`)

const failurePage = (code: string): string =>
  page(
    markup`<p>Este inicio de sesión ya no está en curso. Vuelve al producto y empieza de nuevo.</p><p>Código: ${code}</p>`,
  )
