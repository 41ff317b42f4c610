import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { getExternalCallback } from '@app/contracts/auth-calls.ts'
import { mailboxOf, normalEmail } from '@app/contracts/fields/email.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { createExternalLogin, type ExternalLogin } from '../accounts/identity/external-login.ts'
import type { Ctx } from '../platform/ctx.ts'
import { markup, type Html } from '../platform/mail/mail-layout.ts'
import { isLoopback } from '../platform/settings/setting-forms.ts'
import type { Settings } from '../platform/settings/settings.ts'

export interface LoginParts extends Pick<Ctx, 'onStop'> {
  readonly settings: Pick<Settings, 'oidc' | 'production' | 'publicUrl' | 'port'>
  readonly log: Pick<Ctx['log'], 'warn'>
}

const NAME = 'el proveedor local'
const PORT_MAX = 65_535

/** Without a provider, a stand-in that accepts anybody, but never in production or with a public URL. */
export function externalLoginOf({ settings, log, onStop }: LoginParts): ExternalLogin | undefined {
  const { oidc, production, publicUrl, port } = settings
  const redirectUri = `${publicUrl}${getExternalCallback.path}`
  const onTrouble = (trouble: object): void => log.warn(trouble, 'external login trouble')
  if (oidc !== undefined)
    return createExternalLogin({ ...oidc, redirectUri, onTrouble, allowInsecure: !production })
  if (production || !isLoopback(new URL(publicUrl).hostname)) return undefined
  async function open(): Promise<ExternalLogin> {
    // Fixed, so that the issuer stays the same.
    const { stop, ...provider } = await openLocalProvider({
      port: port < PORT_MAX ? port + 1 : 0,
      redirectUri,
    })
    onStop(stop)
    return createExternalLogin({ ...provider, redirectUri, onTrouble, name: NAME, allowInsecure: true })
  }
  // Opened at the first use, because most runs never need it.
  let opening: Promise<ExternalLogin> | undefined
  const opened = (): Promise<ExternalLogin> => (opening ??= open())
  return {
    name: NAME,
    start: async () => (await opened()).start(),
    finish: async (currentUrl, attempt) => (await opened()).finish(currentUrl, attempt),
  }
}

export interface LocalProviderOptions {
  readonly port: number
  readonly redirectUri: string
}

const HOST = '127.0.0.1'
const LOGIN_PATH = '/entrar/'
const SESSION_COOKIE = 'local_provider_session'
const FORM_BYTES_MAX = 4_096

export type LocalProvider = Awaited<ReturnType<typeof openLocalProvider>>

export async function openLocalProvider({ port: wanted, redirectUri }: LocalProviderOptions) {
  const server = createServer()
  const listen = (port: number): Promise<unknown> => once(server.listen(port, HOST), 'listening')
  await listen(wanted).catch(() => listen(0))
  const { port } = server.address() as AddressInfo
  const issuer = `http://${HOST}:${port}`
  const client = { clientId: 'product', clientSecret: randomBytes(32).toString('base64url') }
  const provider = await providerOf(issuer, configurationOf(redirectUri, client))
  const protocol = provider.callback()

  async function logIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Throws unless the login belongs to this browser and is in progress.
    await provider.interactionDetails(request, response)
    if (request.method !== 'POST') return void response.writeHead(200, HEADERS).end(loginPage())
    const email = await typedIn(request)
    if (mailboxOf(email) === undefined || email.length > LIMITS.emailCharsMax)
      return void response.writeHead(422, HEADERS).end(loginPage(WRONG_EMAIL))
    const login = { accountId: normalEmail(email), remember: false }
    await provider.interactionFinished(request, response, { login })
  }

  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    // Prevents DNS rebinding: another host name that resolves to this machine gets no page.
    if (request.headers.host !== `${HOST}:${port}`) return void response.writeHead(421).end()
    // Without the session cookie every login asks again.
    const cookies = request.headers.cookie?.split('; ') ?? []
    request.headers.cookie = cookies.filter((cookie) => !cookie.startsWith(SESSION_COOKIE)).join('; ')
    if (request.url?.startsWith(LOGIN_PATH) !== true) return void protocol(request, response)
    logIn(request, response).catch(() => {
      if (response.headersSent) response.destroy()
      else response.writeHead(400, HEADERS).end(page(OVER))
    })
  })
  const stop = async (): Promise<void> => {
    const closed = once(server.close(), 'close')
    server.closeAllConnections()
    await closed
  }
  return { issuer, ...client, stop }
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

const configurationOf = (
  redirectUri: string,
  { clientId, clientSecret }: { readonly clientId: string; readonly clientSecret: string },
): Configuration => ({
  clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
  cookies: { keys: [randomBytes(32).toString('base64url')], names: { session: SESSION_COOKIE } },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  // E-mail and name are in the token, as Google's are.
  conformIdTokenClaims: false,
  features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
  ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  interactions: { url: (_context, { uid }) => `${LOGIN_PATH}${uid}` },
  // The address is the person, so that it stays the same after a restart.
  findAccount: (_context, email) => ({
    accountId: email,
    claims: () => ({ sub: email, email, email_verified: true, name: email.split('@')[0] }),
  }),
  loadExistingGrant: grantAlways,
  renderError: (context) => {
    context.set(HEADERS)
    context.body = page(OVER)
  },
})

async function grantAlways({ oidc }: KoaContextWithOIDC) {
  const grant = new oidc.provider.Grant({
    clientId: oidc.client!.clientId,
    accountId: oidc.session!.accountId!,
  })
  grant.addOIDCScope('openid email profile')
  await grant.save()
  return grant
}

async function typedIn(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk as string
    if (text.length > FORM_BYTES_MAX) throw new Error('the form is too large')
  }
  return (new URLSearchParams(text).get('email') ?? '').trim()
}

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
}
const TITLE = 'Proveedor local de prueba'
const WRONG_EMAIL = 'Escribe un correo válido, por ejemplo nombre@empresa.cl.'
const OVER = markup`<p>Este inicio de sesión ya no está en curso. Vuelve al producto y empieza de nuevo.</p>`

const page = (content: Html): string =>
  markup`<!doctype html>
<html lang="es-CL"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${TITLE}</title><link rel="icon" href="data:,"></head>
<body><h1>${TITLE}</h1>${content}</body></html>
`.text

const loginPage = (fault?: string): string =>
  page(markup`<p>Reemplaza a Google mientras se prueba el producto en este equipo. No pide contraseña: entras como quien digas ser. En producción no existe.</p>
${fault === undefined ? [] : markup`<p role="alert">${fault}</p>`}
<form method="post">
<label>Correo electrónico <input type="email" name="email" required maxlength="254" autocomplete="email"></label>
<button type="submit">Continuar</button>
</form>`)
