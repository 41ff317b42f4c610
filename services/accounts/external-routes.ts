import { Router, type Request, type Response } from 'express'
import {
  getExternalCallback,
  getExternalStart,
  getLoginMethods,
  postEmergentLogin,
  type ExternalSession,
} from '@app/contracts/auth-calls.ts'
import { REGISTER_CONSENT } from '@app/contracts/privacy/consents.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { REFUSALS, Refusal } from '@app/contracts/refusals.ts'
import { type RegisteredAccount, mayEnter } from './account-state.ts'
import type { AccountCommand } from './account.ts'
import { evenFrozen } from '../kernel/codec.ts'
import { type Handled, causeBy } from '../kernel/commands.ts'
import type { ExternalAttempt, ExternalLogin, ExternalPerson } from './identity/external-login.ts'
import { claimEmail, claimLogin, findByLogin } from './claim-identity.ts'
import { recordSignIn, sessionOf, type CameIn } from './login.ts'
import { decideAccount, loadAccount } from './find-account.ts'
import { networkBlockOf } from '../platform/http/client-address.ts'
import { refusalOf } from '../platform/http/errors.ts'
import { removeReplaced } from './password-change.ts'
import { fileRoute, route } from '../platform/http/route.ts'
import type { Ctx } from '../platform/ctx.ts'

export function externalRoutes(deps: Ctx): Router {
  const { externalLogin, sessionsToFetch, publicUrl } = deps
  const attempts = browserCookie(publicUrl, 'external-login')
  const browsers = browserCookie(publicUrl, 'external-session')
  const router = Router()

  route(router, deps, getLoginMethods, async () => ({
    password: true as const,
    external: externalLogin === undefined ? null : { name: externalLogin.name },
  }))

  fileRoute(router, deps, getExternalStart, async ({ request, response }) => {
    const provider = providerOf(deps)
    await sendOn(deps, request, response, async () => {
      const { url, attempt } = await provider.start()
      response.setHeader('Set-Cookie', attempts.set(textOf(attempt), ATTEMPT_SECONDS))
      return url.href
    })
  })

  fileRoute(router, deps, getExternalCallback, async ({ request, response }) => {
    const provider = providerOf(deps)
    const url = callbackUrl(publicUrl, request)
    await sendOn(deps, request, response, async () => {
      const attempt = attemptIn(attempts.find(request))
      // The attempt of another tab, which began later, stays.
      if (attempt?.state !== url.searchParams.get('state')) throw new Refusal('external-login-failed')
      response.setHeader('Set-Cookie', attempts.set('', 0))
      const id = await accountBehind(deps, await provider.finish(url, attempt))
      const { sessionId, browser } = await sessionsToFetch.put(id)
      response.appendHeader('Set-Cookie', browsers.set(browser, LIMITS.externalSessionSeconds))
      return `${publicUrl}/profile#session_id=${sessionId}`
    })
  })

  route(router, deps, postEmergentLogin, async ({ body, request, response, wrote }) => {
    const id = await sessionsToFetch.take(body.session_id, browsers.find(request))
    if (id === undefined) throw new Refusal('external-login-failed')
    response.setHeader('Set-Cookie', browsers.set('', 0))
    const state = await findEntering(deps, id)
    wrote(await recordSignIn(deps, id, 'external'))
    return externalSessionOf(deps, { id, state, request })
  })
  return router
}

/** Secrets of a browser: nobody can send another person to the callback, or pass on an address with a session. */
type CookieName = 'external-login' | 'external-session'
const ATTEMPT_SECONDS = 600

const textOf = ({ state, nonce, codeVerifier }: ExternalAttempt): string =>
  [state, nonce, codeVerifier].join('.')

function attemptIn(text = ''): ExternalAttempt | undefined {
  const [state = '', nonce, codeVerifier] = text.split('.')
  return nonce === undefined || codeVerifier === undefined ? undefined : { state, nonce, codeVerifier }
}

/** Only the host itself can set a `__Host-` cookie, over https: no subdomain, and no attacker on the network. */
function browserCookie(publicUrl: string, plainName: CookieName) {
  const isSecure = publicUrl.startsWith('https:')
  const name = `${isSecure ? '__Host-' : ''}${plainName}=`
  return {
    // Not Strict: the provider's redirect comes from another site and must bring the cookie.
    set: (value: string, seconds: number): string =>
      `${name}${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
    find: ({ headers: { cookie = '' } }: Pick<Request, 'headers'>): string | undefined =>
      cookie
        .split(/;\s*/)
        .find((one) => one.startsWith(name))
        ?.slice(name.length),
  }
}

async function findEntering({ store }: Ctx, id: string): Promise<RegisteredAccount> {
  const account = await loadAccount({ store: evenFrozen(store) }, id)
  if (account.status === 'unknown') throw new Refusal('external-login-failed')
  return mayEnter(account)
}

function providerOf({ externalLogin }: Ctx): ExternalLogin {
  if (externalLogin === undefined) throw new Refusal('not-found')
  return externalLogin
}

/** With our own address: the request's Host header is not trusted. */
function callbackUrl(publicUrl: string, { originalUrl }: Request): URL {
  const url = new URL(getExternalCallback.path, publicUrl)
  const question = originalUrl.indexOf('?')
  url.search = question < 0 ? '' : originalUrl.slice(question)
  return url
}

/** A person sees the result, so a failure redirects to a page that explains it. */
async function sendOn(
  deps: Ctx,
  request: Request,
  response: Response,
  destination: () => Promise<string>,
): Promise<void> {
  const { log, publicUrl, securityLog } = deps
  response.setHeader('Referrer-Policy', 'no-referrer')
  let url: string
  try {
    url = await destination()
  } catch (error) {
    const { code } = refusalOf(error)
    const network = networkBlockOf(deps.addressOf(request))
    securityLog({ event: 'external-login-failed', reason: code, network })
    if (code === 'unexpected') log.error({ err: error, path: request.path }, 'external login failed')
    url = `${publicUrl}/profile#error=${code}`
  }
  response.redirect(302, url)
}

async function accountBehind(deps: Ctx, person: ExternalPerson): Promise<string> {
  const { issuer, subject } = person
  const id = (await findByLogin(deps, person)) ?? (await firstLogin(deps, person))
  const { state } = await decideFor(deps, id, { type: 'LinkExternalLogin', issuer, subject })
  if (!state.hasPassword) await removeReplaced(deps, id)
  if (!state.isActive) throw new Refusal('account-inactive')
  return id
}

async function firstLogin(deps: Ctx, { email, ...person }: ExternalPerson): Promise<string> {
  if (email === undefined) throw new Refusal('email-unverified')
  const id = await deps.findAccountId(email)
  const cause = causeBy(deps, { kind: 'owner', id })
  await claimEmail(deps, email, id, cause)
  // The decider links an existing account, so that nobody can register in between.
  await decideFor(deps, id, { type: 'RegisterExternally', ...person, email, consent: REGISTER_CONSENT })
  await claimLogin(deps, person, id, cause)
  return id
}

/** If a password was dropped, the sessions of the person who set it end now. */
async function decideFor(
  deps: Ctx,
  id: string,
  command: AccountCommand,
): Promise<Handled<RegisteredAccount>> {
  const { state, ...handled } = await decideAccount({ ...deps, store: evenFrozen(deps.store) }, id, command)
  if (state.status === 'unknown') throw new Refusal('external-login-failed')
  return { ...handled, state }
}

async function externalSessionOf(deps: Ctx, cameIn: CameIn): Promise<ExternalSession> {
  const session = await sessionOf(deps, cameIn)
  return {
    ...session,
    session_token: session.access_token,
    activation_message: session.needs_activation ? REFUSALS.needs_activation.detail : null,
  }
}
