import type { webcrypto } from 'node:crypto'
import type { Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider'
import { LOGIN_PATH } from './local-provider-form.ts'
import type { LocalPeople } from './local-provider-form.ts'
import { failurePage, pageHeaders } from './local-provider-page.ts'

export const SESSION_COOKIE = 'local_provider_session'

export interface ProviderOptions {
  readonly issuer: string
  readonly client: { readonly id: string; readonly secret: string; readonly redirectUri: string }
  readonly people: LocalPeople
  readonly random: (bytes: number) => Buffer
  readonly claimsIn: 'token' | 'userinfo'
}

/** Loaded at the first use. */
export async function createOidcProvider(options: ProviderOptions): Promise<Provider> {
  return quietly(async () => {
    const { Provider } = await import('oidc-provider')
    return new Provider(options.issuer, configurationOf(options, await newSigningKey()))
  })
}

const MINUTE_SECONDS = 60
const LIFETIMES = {
  AccessToken: MINUTE_SECONDS,
  AuthorizationCode: MINUTE_SECONDS,
  Grant: 10 * MINUTE_SECONDS,
  IdToken: 10 * MINUTE_SECONDS,
  Interaction: 10 * MINUTE_SECONDS,
  Session: 10 * MINUTE_SECONDS,
}

const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2_048,
  publicExponent: new Uint8Array([1, 0, 1]),
}

/**
 * By Web Crypto: in Node 20 a key of generateKeyPairSync that is exported as JWK blocks the process forever when the
 * garbage of its generation is collected meanwhile.
 */
async function newSigningKey(): Promise<webcrypto.JsonWebKey> {
  const { privateKey } = await crypto.subtle.generateKey(RSA, true, ['sign', 'verify'])
  // Without the uses that Web Crypto writes into it: the provider takes `use`.
  const { key_ops: _uses, ext: _isExtractable, ...key } = await crypto.subtle.exportKey('jwk', privateKey)
  return key
}

function configurationOf(
  { client, people, random, claimsIn }: ProviderOptions,
  signingKey: webcrypto.JsonWebKey,
): Configuration {
  return {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [client.redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [{ ...signingKey, use: 'sig', alg: 'RS256', kid: 'local' }] },
    cookies: {
      keys: [random(32).toString('base64url')],
      names: {
        session: SESSION_COOKIE,
        interaction: 'local_provider_login',
        resume: 'local_provider_resume',
      },
    },
    scopes: ['openid'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: claimsIn === 'userinfo',
    responseTypes: ['code'],
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    ttl: LIFETIMES,
    interactions: { url: (_context, { uid }) => `${LOGIN_PATH}${uid}` },
    findAccount: (_context, subject) => accountOf(people, subject),
    loadExistingGrant: grantUnasked,
    renderError: (context, { error }) => {
      context.set({ ...pageHeaders(new URL(client.redirectUri).origin) })
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

function accountOf(people: LocalPeople, subject: string) {
  const person = people.find(subject)
  if (person === undefined) return undefined
  const { email, isVerified, name } = person
  return {
    accountId: subject,
    claims: () => ({ sub: subject, email, email_verified: isVerified, name }),
  }
}

/** Without the package's notices about production. */
async function quietly<Result>(work: () => Promise<Result>): Promise<Result> {
  const { warn, info } = console
  const butNotices =
    (say: typeof console.warn): typeof console.warn =>
    (...words: unknown[]) => {
      if (!/^(?:\u001b\[[\d;]*m)?oidc-provider (?:WARNING|NOTICE)/.test(String(words[0]))) say(...words)
    }
  console.warn = butNotices(warn)
  console.info = butNotices(info)
  try {
    return await work()
  } finally {
    console.warn = warn
    console.info = info
  }
}
