import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  arrived,
  CALLBACK,
  createExternalVisit,
  destinationOf,
  START_URL,
  type ExternalVisit,
  externalLoginOf,
} from './testing/external-visit.ts'
import {
  CLIENT_ID,
  CLIENT_SECRET,
  newKey,
  openHostileProvider,
  signedBy,
  unsigned,
  type HostileProvider,
} from './testing/hostile-provider.ts'
import { useTestApi } from '../../tests/support/api/test-api.ts'

/** A provider, or an attacker before it, that issues tokens which must be refused. */

const KEY = newKey('first')
const OTHER_KEY = newKey('other')
const STRANGERS_KEY = { ...newKey('first'), kid: KEY.kid }
const EARLY_FETCHES_MAX = 10
const MINUTE_MS = 60_000
const TEN_MINUTES_MS = 10 * MINUTE_MS

let provider: HostileProvider
let visit: ExternalVisit
let troubles: string[]

const api = useTestApi(async () => {
  provider = await openHostileProvider()
  const client = { issuer: provider.issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET }
  return { externalLogin: externalLoginOf(client, 'Google', ({ code }) => void troubles.push(code)) }
})
beforeEach(() => {
  provider.keys = [KEY]
  provider.keysStatus = 200
  troubles = []
  visit = createExternalVisit(api.url)
})
afterAll(() => provider.stop())

interface Claims {
  readonly [claim: string]: unknown
  readonly iat: number
  readonly exp: number
}

/** Up to the product's page, with the token made of good claims. */
async function signIn(tokenOf: (claims: Claims) => string): Promise<URLSearchParams> {
  const begun = new URL(destinationOf(await visit.browser.get(START_URL)))
  const now = Math.floor(Date.now() / 1_000)
  provider.token = tokenOf({
    iss: provider.issuer,
    aud: CLIENT_ID,
    sub: 'ana-1',
    email: 'ana@correo.example',
    email_verified: true,
    name: 'Ana',
    nonce: begun.searchParams.get('nonce'),
    iat: now,
    exp: now + 600,
  })
  const query = new URLSearchParams({ code: 'code', state: begun.searchParams.get('state')! })
  return arrived(await visit.browser.get(`${CALLBACK}?${query.toString()}`)).fragment
}

const isIn = async (tokenOf: (claims: Claims) => string): Promise<boolean> => {
  const fragment = await signIn(tokenOf)
  if (fragment.has('session_id')) return (await visit.exchange(fragment.get('session_id')!)).status === 200
  expect([...fragment]).toEqual([['error', 'external-login-failed']])
  return false
}

const lacking = (claim: 'name' | 'email_verified') => (good: Claims) =>
  signedBy(KEY, { ...good, [claim]: undefined })

test('UserInfo is asked for what a token lacks, and for nothing else', async () => {
  const before = provider.userInfoAsked()
  provider.userInfo = { sub: 'ana-1', email_verified: true, given_name: 'Ana', family_name: 'Paz' }
  for (const claim of ['name', 'email_verified'] as const) expect(await isIn(lacking(claim))).toBe(true)
  expect(await isIn((good) => signedBy(KEY, good))).toBe(true)
  expect(provider.userInfoAsked() - before).toBe(2)
})

test('UserInfo that is away refuses nobody for want of a name', async () => {
  provider.userInfo = undefined
  expect(await isIn(lacking('name'))).toBe(true)
  expect([...(await signIn(lacking('email_verified')))]).toEqual([['error', 'unavailable']])
})

const INVALID = 'OAUTH_INVALID_RESPONSE'
const UNSUPPORTED = 'OAUTH_UNSUPPORTED_OPERATION'
const COMPARED = 'OAUTH_JWT_CLAIM_COMPARISON_FAILED'
/** As the provider would sign it. */
const saying = (changed: (good: Claims) => object) => (good: Claims) =>
  signedBy(KEY, { ...good, ...changed(good) })

test.each<[string, string, (claims: Claims) => string]>([
  ['by another key under a known name', INVALID, (good) => signedBy(STRANGERS_KEY, good)],
  ['without a signature', UNSUPPORTED, unsigned],
  ['of another issuer', COMPARED, saying(() => ({ iss: 'https://other.example' }))],
  ['that was given to another program', 'FOR_ANOTHER_PARTY', saying(() => ({ azp: 'other' }))],
  ['of another attempt', COMPARED, saying(() => ({ nonce: 'other' }))],
  [
    'from in an hour',
    'ISSUED_IN_THE_FUTURE',
    saying(({ iat, exp }) => ({ iat: iat + 3_600, exp: exp + 3_600 })),
  ],
])('a token is not believed %s [ACC-10]', async (_title, code, tokenOf) => {
  const before = await api.store.log.headPosition()
  expect(await isIn(tokenOf)).toBe(false)
  expect(troubles).toEqual([code])
  expect(await api.store.log.headPosition()).toBe(before)
})

test('a provider that has just changed its keys is believed at once, and by its old one no more', async () => {
  expect(await isIn((good) => signedBy(KEY, good))).toBe(true)
  const asked = provider.keysAsked()
  const next = newKey('second')
  provider.keys = [next]
  expect(await isIn((good) => signedBy(next, good))).toBe(true)
  expect(provider.keysAsked()).toBe(asked + 1)
  expect(await isIn((good) => signedBy(next, good))).toBe(true)
  expect(provider.keysAsked()).toBe(asked + 1)
  expect(await isIn((good) => signedBy(KEY, good))).toBe(false)
})

describe('as time goes by', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + TEN_MINUTES_MS })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('for unknown keys the provider’s are fetched again, a bounded number of times a minute', async () => {
    const asked = provider.keysAsked()
    for (let time = 0; time < EARLY_FETCHES_MAX + 5; time += 1)
      expect(await isIn((good) => signedBy(OTHER_KEY, good))).toBe(false)
    expect(provider.keysAsked() - asked).toBe(1 + EARLY_FETCHES_MAX)
    vi.setSystemTime(Date.now() + MINUTE_MS)
    provider.keys = [OTHER_KEY]
    expect(await isIn((good) => signedBy(OTHER_KEY, good))).toBe(true)
  })

  test('a key that the provider revoked is accepted for five minutes at most', async () => {
    expect(await isIn((good) => signedBy(KEY, good))).toBe(true)
    provider.keys = [OTHER_KEY]
    vi.setSystemTime(Date.now() + 5 * MINUTE_MS)
    expect(await isIn((good) => signedBy(KEY, good))).toBe(false)
  })
})
