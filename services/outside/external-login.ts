import * as oidc from 'openid-client'
import { Refusal } from '@app/contracts/refusals.ts'
import { externalPersonOf, type ExternalPerson } from './external-person.ts'
import { isUnreachable, troubleCodeOf } from './external-trouble.ts'
import { isLoopback } from './loopback.ts'
import { StartError } from './start-error.ts'

/** What has to come back unchanged with the person: kept by the browser, sealed, until then. */
export interface ExternalAttempt {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

/** People who are vouched for by somebody else. */
export interface ExternalLogin {
  /** What the button says: with whom one goes on. */
  readonly name: string
  /** @throws Refusal unavailable */
  start(): Promise<{ readonly url: URL; readonly attempt: ExternalAttempt }>
  /** @throws Refusal external-login-failed or unavailable */
  finish(currentUrl: URL, attempt: ExternalAttempt): Promise<ExternalPerson>
}

export interface ExternalLoginOptions {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUri: string
  readonly name: string
  /** Plain http, where the provider runs on this machine. */
  readonly allowInsecure: boolean
  /** Hears codes only: what a provider says may name a person. */
  readonly onTrouble: (trouble: { readonly step: 'discovery' | 'callback'; readonly code: string }) => void
}

const SCOPE = 'openid email profile'
const TIMEOUT_SECONDS = 5
const PROVIDER_AWAY =
  'No pudimos comunicarnos con el servicio de inicio de sesión. Inténtalo de nuevo en un momento.'

/**
 * OpenID Connect with any issuer: authorization code, PKCE, state and nonce.
 * @throws StartError when the issuer could be listened to on its way
 */
export function createExternalLogin(options: ExternalLoginOptions): ExternalLogin {
  const { redirectUri, name, onTrouble } = options
  const configured = createDiscovery(options)

  return {
    name,
    start: async () => {
      const config = await configured()
      const attempt: ExternalAttempt = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        codeVerifier: oidc.randomPKCECodeVerifier(),
      }
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: SCOPE,
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(attempt.codeVerifier),
        code_challenge_method: 'S256',
      })
      return { url, attempt }
    },
    finish: async (currentUrl, attempt) => {
      const config = await configured()
      try {
        return await personBehind(config, currentUrl, attempt)
      } catch (error) {
        onTrouble({ step: 'callback', code: troubleCodeOf(error) })
        throw isUnreachable(error)
          ? new Refusal('unavailable', PROVIDER_AWAY)
          : new Refusal('external-login-failed')
      }
    },
  }
}

/** Asks the provider for its addresses when they are first needed, and again only after it could not be asked. */
function createDiscovery(options: ExternalLoginOptions): () => Promise<oidc.Configuration> {
  const { clientId, clientSecret, onTrouble } = options
  const issuer = safeIssuer(options)
  const execute = issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : []
  let known: Promise<oidc.Configuration> | undefined

  async function discovered(): Promise<oidc.Configuration> {
    try {
      return await oidc.discovery(issuer, clientId, clientSecret, undefined, {
        execute,
        timeout: TIMEOUT_SECONDS,
      })
    } catch (error) {
      known = undefined
      onTrouble({ step: 'discovery', code: troubleCodeOf(error) })
      throw new Refusal('unavailable', PROVIDER_AWAY)
    }
  }

  return () => (known ??= discovered())
}

function safeIssuer({ issuer, allowInsecure }: ExternalLoginOptions): URL {
  const url = new URL(issuer)
  if (url.protocol === 'https:' || (allowInsecure && isLoopback(url.hostname))) return url
  throw new StartError('OIDC_ISSUER: debe ser una dirección https.')
}

/** Exchanges the code, checks state, nonce, signature and times, and reads who it is. */
async function personBehind(
  config: oidc.Configuration,
  currentUrl: URL,
  { state, nonce, codeVerifier }: ExternalAttempt,
): Promise<ExternalPerson> {
  const tokens = await oidc.authorizationCodeGrant(config, currentUrl, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()!
  const { issuer } = config.serverMetadata()
  if (claims.email !== undefined) return externalPersonOf(issuer, claims)
  // Not every provider says it all in the token.
  const more = await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
  return externalPersonOf(issuer, { ...claims, ...more })
}
