import { afterEach, beforeEach, expect, test } from 'vitest'
import { LIMITS_OF_CALLS, MEMORY_LIMITS, RATE_LIMITS } from '@app/contracts/limits/rate-limits.ts'
import { CHEAP_PASSWORDS, PASSWORD, useTestApi, type Person } from '../../../tests/support/api/test-api.ts'
import { createGate } from '../../../tests/support/gate.ts'
import { expectRefused } from '../../../tests/support/api/test-client.ts'
import { uuid } from '../../../tests/support/api/test-log.ts'
import { mailedResetToken } from '../../../tests/support/api/test-subscriptions.ts'

/** So tight that a spread attack is short: 20 of a network, and 40 of an account. */
const MAX = 3
const OF_ACCOUNT = 40
/** The test poses as the trusted proxy, and so as any address. */
const LOGIN = [MAX, 20, OF_ACCOUNT].map((max, nth) => ({ ...RATE_LIMITS.login[nth]!, max }))
/** The comparison of this password lasts until the gate opens. */
const SLOW = 'Clave-lenta-1'
const gate = createGate()
const passwords: typeof CHEAP_PASSWORDS = {
  ...CHEAP_PASSWORDS,
  matches: async (typed, hash) => {
    if (typed === SLOW) await gate.opened
    return CHEAP_PASSWORDS.matches(typed, hash)
  },
}
const rateLimits = { ...LIMITS_OF_CALLS, login: LOGIN }
const api = useTestApi({ rateLimits, passwords, trustProxy: ['loopback'] })

const WRONG = 'Clave-equivocada-1'
const [HOME, ELSEWHERE] = ['192.0.2.10', '192.0.2.99']
let people = 0
let ana: Person
beforeEach(async () => {
  people += 1
  ana = await api.newAccount(`Ana-${people}`)
})
/** Each test is another day. */
afterEach(() => api.clock.advance(86_400_000))

const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
const login = (password = PASSWORD, address = '203.0.113.1', { email }: Pick<Person, 'email'> = ana) =>
  api.post('/api/auth/login', { email, password }, from(address))
const statusOf = async (...typed: Parameters<typeof login>) => (await login(...typed)).status
const headersOf = ({ headers }: Response) => [headers.get('ratelimit-policy'), headers.get('ratelimit')]

/** More at once wait for the database, and on a busy machine longer than a call waits: that is a 503. */
const AT_ONCE = 20

/** Repeats a call, and counts each status of the answers. */
async function statuses(count: number, ask: (n: number) => Promise<Response>) {
  const counts: Record<number, number> = {}
  let sent = 0
  const askOn = async (): Promise<void> => {
    while (sent < count) {
      const { status } = await ask(sent++)
      counts[status] = (counts[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, askOn))
  return counts
}

test('guessing a password is refused after a few tries, also with the right one, with headers that name the rest, until the window ends [ACC-6, LIM-1]', async () => {
  // Two adjacent windows let through twice as many.
  expect(2 * RATE_LIMITS.login[0].max).toBeLessThanOrEqual(30)
  const policy = `"login";q=${MAX};w=900`
  expect(headersOf(await login(WRONG))).toEqual([policy, `"login";r=2;t=900`])
  api.clock.advance(10_000)
  expect(headersOf(await login(WRONG))).toEqual([policy, `"login";r=1;t=890`])
  expect(headersOf(await login())).toEqual([policy, `"login";r=1;t=890`])
  await expectRefused(await login(WRONG), 401, 'wrong-credentials')
  const expectLimited = async (seconds: number, wait: string): Promise<void> => {
    const refused = await login()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(seconds)])
    expect(headersOf(refused)).toEqual([policy, `"login";r=0;t=${seconds}`])
    const detail = `Demasiados intentos. Espera ${wait}, o pide un enlace para restablecer tu contraseña: con él entras de inmediato.`
    expect(await refused.json()).toEqual({ detail, code: 'too-many' })
  }
  await expectLimited(890, '15 minutos')
  api.clock.advance(889_000)
  await expectLimited(1, '1 minuto')
  api.clock.advance(1_000)
  expect(await statusOf()).toBe(200)
  expect(headersOf(await api.call('/api/auth/me', { token: ana.token }))).toEqual([null, null])
})

/** A stranger guesses from many addresses, until the account's own limit refuses all. */
const spreadAttack = async () =>
  expect(await statuses(OF_ACCOUNT, (n) => login(WRONG, `198.51.100.${n + 1}`))).toEqual({ 401: OF_ACCOUNT })

test('a spread attack does not lock an owner out of a network from which they signed in within 30 days, nor out of the reset link [ACC-7]', async () => {
  for (let logins = 0; logins < 2; logins += 1) {
    expect(await statusOf(PASSWORD, HOME)).toBe(200)
    api.clock.advance(29 * 86_400_000)
  }
  await spreadAttack()
  await expectRefused(await login(PASSWORD, ELSEWHERE), 429, 'too-many')
  const own = await login(PASSWORD, HOME)
  expect([own.status, ...headersOf(own)]).toEqual([200, `"login";q=${MAX};w=900`, `"login";r=${MAX};t=900`])
  // By a mailed link from another one.
  const typed = { new_password: 'Clave-nueva-2', confirm_password: 'Clave-nueva-2' }
  const token = await mailedResetToken(api, ana.email)
  expect((await api.post('/api/auth/reset-password', { token, ...typed }, from(ELSEWHERE))).status).toBe(200)
  api.clock.advance(1_000)
  expect(await statusOf('Clave-nueva-2', ELSEWHERE)).toBe(200)
  expect(await statusOf('Clave-nueva-2', '192.0.2.77')).toBe(429)
  api.clock.advance(3_600_000)
  expect(await statusOf('Clave-nueva-2', '192.0.2.77')).toBe(200)
})

test('a flood of logins that fills the line of hashes delays no reset link [ACC-7]', async () => {
  const token = await mailedResetToken(api, ana.email)
  const flood = Array.from({ length: 53 }, (_none, n) =>
    statusOf(SLOW, `198.51.100.${n + 1}`, { email: `nadie-${n}@correo.example` }),
  )
  expect(await Promise.race(flood)).toBe(503)
  const typed = { new_password: 'Clave-nueva-3', confirm_password: 'Clave-nueva-3' }
  const reset = await api.post('/api/auth/reset-password', { token, ...typed }, from(ELSEWHERE))
  gate.open()
  await Promise.all(flood)
  expect(reset.status).toBe(200)
})

test('no address is stored in the clear [PRIV-7]', async () => {
  await login(WRONG, '203.0.113.77')
  await login(PASSWORD, '203.0.113.77')
  const { rows } = await api.db.query<{ line: string }>(
    "select name || ' ' || encode(key_hash, 'escape') || ' ' || encode(key_hash, 'hex') as line from vault.rate_counters",
  )
  const text = rows.map(({ line }) => line).join('\n')
  expect(rows.length).toBeGreaterThan(3)
  for (const secret of ['203.0.113', ana.id]) expect(text).not.toContain(secret)
})

const [unknown] = MEMORY_LIMITS.page
let visitors = 0
/** A visitor at a new address. */
const somebody = () => from(`203.0.113.${(visitors += 1)}`)
type Visitor = ReturnType<typeof somebody>
const track = (id: string, visitor: Visitor, { mark = '', type = 'click_email' } = {}) =>
  api.post(`/api/public/track/${id}${mark}`, { event_type: type }, visitor)
const tap = (slug: string, visitor: Visitor) => api.call(`/api/public/profile/${slug}`, visitor)

test('walking through slugs or ids ends, and then finds nothing that is there, while another visitor is unaffected [LIM-3]', async () => {
  const { slug } = await api.newProfile('there')
  const steps: readonly ((n: number, visitor: Visitor) => Promise<Response>)[] = [
    (n, visitor) => tap(`paso-${n}`, visitor),
    (n, visitor) => track(uuid(0x9000 + n), visitor),
    // With Express.
    (n, visitor) => track(uuid(0x9000 + n), visitor, { mark: '?' }),
  ]
  for (const step of steps) {
    const visitor = somebody()
    const counts = await statuses(400, (n) => step(n, visitor))
    expect(counts).toEqual({ 404: unknown.max, 429: 400 - unknown.max })
    await expectRefused(await tap(slug, visitor), 429, 'too-many')
    expect((await tap(slug, somebody())).status).toBe(200)
  }
})
