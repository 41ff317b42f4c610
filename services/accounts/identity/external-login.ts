import * as oidc from 'openid-client'
import { z } from 'zod'
import { emailAddress } from '@app/contracts/fields/email.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { readable, filledLine, headerText, line } from '@app/contracts/fields/text.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { isLoopback } from '../../platform/settings/setting-forms.ts'
import { StartError, codeOf } from '@app/contracts/start-error.ts'

const NO_ANSWER = new Set(['OAUTH_TIMEOUT', 'OAUTH_ABORT'])

function isUnreachable(error: unknown): boolean {
  const { cause } = (error ?? {}) as { readonly cause?: unknown }
  if (cause instanceof Response) return cause.status >= 500
  return NO_ANSWER.has(codeOf(error) ?? '') || (error instanceof TypeError && codeOf(cause) !== undefined)
}

function troubleCodeOf(error: unknown): string {
  const { error: protocol, cause, name } = (error ?? {}) as Readonly<Record<string, unknown>>
  for (const word of [protocol, codeOf(cause), codeOf(error), name])
    if (typeof word === 'string' && /^\w{1,60}$/.test(word)) return word
  return 'unknown'
}

export interface ExternalAttempt {
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

export interface ExternalLogin {
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
  /** Allows plain http to a provider on this machine. */
  readonly allowInsecure: boolean
  /** Receives only codes, because a provider's messages may contain personal data. */
  readonly onTrouble: (trouble: { readonly step: 'discovery' | 'callback'; readonly code: string }) => void
}

const SCOPE = 'openid email profile'
/** Others may refuse a prompt that they do not know. */
const CHOOSING_HOSTS: ReadonlySet<string> = new Set(['accounts.google.com', 'login.microsoftonline.com'])
const TIMEOUT_SECONDS = 5
const PROVIDER_AWAY =
  'No pudimos comunicarnos con el servicio de inicio de sesión. Inténtalo de nuevo en un momento.'

/** OpenID Connect: code, PKCE, state, nonce. @throws StartError when the issuer needs https */
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
        // Otherwise a provider reuses its one open session, and never offers another account.
        ...(CHOOSING_HOSTS.has(new URL(options.issuer).hostname) && { prompt: 'select_account' }),
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

/** Each login has its own configuration, in which the library fetches the provider's present keys. */
function createDiscovery(options: ExternalLoginOptions): () => Promise<oidc.Configuration> {
  const { clientId, clientSecret, onTrouble } = options
  const issuer = safeIssuer(options)
  const execute = issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : []
  let metadata: Promise<oidc.ServerMetadata> | undefined

  async function discovered(): Promise<oidc.ServerMetadata> {
    try {
      const settings = { execute, timeout: TIMEOUT_SECONDS }
      return (await oidc.discovery(issuer, clientId, clientSecret, undefined, settings)).serverMetadata()
    } catch (error) {
      metadata = undefined
      onTrouble({ step: 'discovery', code: troubleCodeOf(error) })
      throw new Refusal('unavailable', PROVIDER_AWAY)
    }
  }

  return async () => {
    const config = new oidc.Configuration(await (metadata ??= discovered()), clientId, clientSecret)
    config.timeout = TIMEOUT_SECONDS
    for (const extend of [...execute, oidc.enableNonRepudiationChecks]) extend(config)
    return config
  }
}

function safeIssuer({ issuer, allowInsecure }: ExternalLoginOptions): URL {
  const url = new URL(issuer)
  if (url.protocol === 'https:' || (allowInsecure && isLoopback(url.hostname))) return url
  throw new StartError('OIDC_ISSUER: debe ser una dirección https.')
}

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
  return externalPersonOf(config.serverMetadata().issuer, tokens.claims())
}

export interface ExternalPerson {
  readonly issuer: string
  /** The issuer never reuses it for another person. */
  readonly subject: string
  /** Undefined unless the provider vouches for it. */
  readonly email: string | undefined
  readonly name: string
}

const claimsSchema = z.object({
  sub: line(LIMITS.externalSubjectCharsMax).min(1),
  email: z.string().catch(''),
  // Some providers send booleans as text.
  email_verified: z.union([z.boolean(), z.stringbool({ truthy: ['true'], falsy: ['false'] })]).catch(false),
  name: z.string().catch(''),
  given_name: z.string().catch(''),
  family_name: z.string().catch(''),
})

/** @throws ZodError when the claims do not identify a person */
export function externalPersonOf(issuer: string, claims: unknown): ExternalPerson {
  const { sub, email: vouchedFor, email_verified, ...names } = claimsSchema.parse(claims)
  const email = emailAddress.safeParse(vouchedFor).data ?? ''
  return {
    issuer,
    subject: sub,
    // If our normalised address differs (`fiona` for `ﬁona`), the provider verified another mailbox.
    email: email_verified && email !== '' && vouchedFor.trim() === email ? email : undefined,
    name:
      typedName(names.name) ??
      typedName(`${names.given_name} ${names.family_name}`) ??
      headerText(email.split('@')[0], LIMITS.nameCharsMax),
  }
}

const nameSchema = filledLine(LIMITS.nameCharsMax)

function typedName(name: string): string | undefined {
  const oneLine = name.replace(/[\p{Cc}\s]+/gu, ' ').trim()
  return nameSchema.safeParse(headerText(readable(oneLine), LIMITS.nameCharsMax)).data
}
