import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { RATE_LIMITS, TRAFFIC_LIMITS } from '@app/contracts/limits/rate-limits.ts'
import { PASSWORD, useTestApi, type Person } from '../../../../tests/support/api/test-api.ts'
import { answerOf, expectRefused } from '../../../../tests/support/api/test-client.ts'
import { uuid } from '../../../../tests/support/api/test-log.ts'
import { statuses } from '../testing/statuses.ts'

/** The ordinary limits. The test poses as the trusted proxy, and so as any address. */
const api = useTestApi({ rateLimits: {}, trustProxy: ['loopback'] })

/** Each test is another day. */
afterEach(() => {
  api.clock.advance(86_400_000)
})

const WRONG = 'Clave-equivocada-1'
const [OF_ACCOUNT_HERE, , OF_ACCOUNT] = RATE_LIMITS.login
const HOUR_MS = 3_600_000

const login = (email: string, password: string, address = '203.0.113.1') =>
  api.post('/api/auth/login', { email, password }, { headers: { 'x-forwarded-for': address } })

const addressOf = (n: number): string => `198.51.${Math.floor(n / 250)}.${(n % 250) + 1}`

let people = 0

let ana: Person

beforeEach(async () => {
  people += 1
  ana = await api.newAccount(`Ana-${people}`)
})

describe('guessing a password', () => {
  test('from one address is refused after a few tries, also with the right password, until the window ends, with advice in Spanish to wait or to request a link [ACC-6, LIM-1]', async () => {
    const { max, seconds } = OF_ACCOUNT_HERE
    expect(2 * max).toBeLessThanOrEqual(30)
    for (let n = 0; n < max; n += 1)
      await expectRefused(await login(ana.email, WRONG), 401, 'wrong-credentials')
    const expectLimited = async (seconds: number, wait: string): Promise<void> => {
      const refused = await login(ana.email, PASSWORD)
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(seconds)])
      const detail = `Demasiados intentos. Espera ${wait}, o pide un enlace para restablecer tu contraseña: con él entras de inmediato.`
      expect(await refused.json()).toEqual({ detail, code: 'too-many' })
    }
    await expectLimited(seconds, '15 minutos')
    api.clock.advance((seconds - 1) * 1_000)
    await expectLimited(1, '1 minuto')
    api.clock.advance(1_000)
    expect((await login(ana.email, PASSWORD)).status).toBe(200)
  })

  test('of an account that does not exist gets the same answers', async () => {
    const { max } = OF_ACCOUNT_HERE
    const nobody = 'nadie@tarjeta.example'
    for (let n = 0; n <= max; n += 1) {
      const [known, unknown] = [
        await answerOf(await login(ana.email, WRONG, '203.0.113.1')),
        await answerOf(await login(nobody, WRONG, '203.0.113.2')),
      ]
      expect(unknown).toEqual(known)
      expect(known).toMatchObject({ status: n < max ? 401 : 429 })
    }
  })
})

const MINE = '192.0.2.10'

const ELSEWHERE = '192.0.2.99'

/** A stranger guesses from many addresses, until the account's own limit refuses all. */
async function spreadAttack(): Promise<void> {
  const { max } = OF_ACCOUNT
  // No more at once than may wait for their hash.
  for (let n = 0; n < max; n += 50)
    expect(await statuses(50, (m) => login(ana.email, WRONG, addressOf(n + m)))).toEqual({ 401: 50 })
}

test('the owner is not locked out by a spread attack: from a usual address they sign in for 30 days [ACC-7]', async () => {
  expect((await login(ana.email, PASSWORD, MINE)).status).toBe(200)
  api.clock.advance(29 * 86_400_000)
  await spreadAttack()
  await expectRefused(await login(ana.email, PASSWORD, ELSEWHERE), 429, 'too-many')
  const own = await login(ana.email, PASSWORD, MINE)
  expect(own.status).toBe(200)
  expect(own.headers.get('ratelimit')).toBe(`"login";r=${OF_ACCOUNT_HERE.max};t=900`)
  api.clock.advance(HOUR_MS)
  expect((await login(ana.email, PASSWORD, ELSEWHERE)).status).toBe(200)
})

describe('the headers', () => {
  const headersOf = ({ headers }: Response) => [headers.get('ratelimit-policy'), headers.get('ratelimit')]

  test('name the quota that ends first, what is left of it, and for how long [LIM-1]', async () => {
    const { max } = OF_ACCOUNT_HERE
    const policy = `"login";q=${max};w=900`
    expect(headersOf(await login(ana.email, WRONG))).toEqual([policy, `"login";r=${max - 1};t=900`])
    api.clock.advance(10_000)
    expect(headersOf(await login(ana.email, WRONG))).toEqual([policy, `"login";r=${max - 2};t=890`])
    await statuses(max - 2, () => login(ana.email, WRONG))
    expect(headersOf(await login(ana.email, WRONG))).toEqual([policy, '"login";r=0;t=890'])
  })

  test('come with calls that have a limit, and with no others', async () => {
    const quotation = await api.post('/api/quotations', {})
    expect(quotation.headers.get('ratelimit')).toBeNull()
    expect(headersOf(await api.call('/api/auth/me', { token: ana.token }))).toEqual([null, null])
    const forgot = await api.post('/api/auth/forgot-password', { email: 'nadie@tarjeta.example' })
    expect(headersOf(forgot)).toEqual(['"forgot-password";q=30;w=3600', '"forgot-password";r=29;t=3600'])
  })
})

test('no address is stored in the clear [PRIV-7]', async () => {
  await login(ana.email, WRONG, '203.0.113.77')
  await login(ana.email, PASSWORD, '203.0.113.77')
  const { rows } = await api.db.query<{ line: string }>(
    "select name || ' ' || encode(key_hash, 'escape') || ' ' || encode(key_hash, 'hex') as line from vault.rate_counters",
  )
  const text = rows.map(({ line }) => line).join('\n')
  expect(rows.length).toBeGreaterThan(3)
  expect(text).not.toContain('203.0.113')
  expect(text).not.toContain(ana.id)
})

const { traffic, unknown } = TRAFFIC_LIMITS

const CLICK = { event_type: 'click_email' }

let visitors = 0

/** A visitor at a new address. */
const somebody = () => ({ headers: { 'x-forwarded-for': `203.0.113.${(visitors += 1)}` } })

type Visitor = ReturnType<typeof somebody>

const track = (id: string, visitor: Visitor, mark = '') =>
  api.post(`/api/public/track/${id}${mark}`, CLICK, visitor)

const tap = (slug: string, visitor: Visitor) => api.call(`/api/public/profile/${slug}`, visitor)

test('an invalid call is refused as such, and takes no token', async () => {
  const [{ id }, visitor] = [await api.newProfile('no-calls'), somebody()]
  const counts = await statuses(traffic.burst + 20, () =>
    api.post(`/api/public/track/${id}`, { event_type: 'fax' }, visitor),
  )
  expect(counts).toEqual({ 422: traffic.burst + 20 })
  expect((await track(id, visitor)).status).toBe(200)
})

describe('walking', () => {
  const STEPS = 400

  test.each<readonly [string, (n: number, visitor: Visitor) => Promise<Response>]>([
    ['through slugs', (n, visitor) => tap(`paso-${n}`, visitor)],
    ['through ids', (n, visitor) => track(uuid(0x9000 + n), visitor)],
    ['through ids with Express', (n, visitor) => track(uuid(0x9000 + n), visitor, '?')],
  ])(
    '%s ends, and then finds nothing that is there, while another visitor is unaffected [LIM-3]',
    async (name, step) => {
      const visitor = somebody()
      const { slug } = await api.newProfile(`there-${name.length}`)
      const counts = await statuses(STEPS, (n) => step(n, visitor))
      expect(counts).toEqual({ 404: unknown.burst, 429: STEPS - unknown.burst })
      await expectRefused(await tap(slug, visitor), 429, 'too-many')
      expect((await tap(slug, somebody())).status).toBe(200)
    },
  )
})
