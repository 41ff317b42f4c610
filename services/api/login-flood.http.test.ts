import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD, startTestApi, type Person, type TestApi } from './testing/test-api.ts'

/** Dear enough that a flood fills every place to wait. */
const COST = 8
const NETWORKS = 12
/** Of each network at the same moment: together far more than may wait. */
const AT_ONCE = 20

let api: TestApi
beforeAll(async () => {
  // The test is the proxy in front, so that it can come from wherever it likes.
  api = await startTestApi({ passwordCost: COST, trustProxy: ['loopback'] })
})
afterAll(() => api?.close())

const login = (email: string, password: string, address: string) =>
  api.post('/api/auth/login', { email, password }, { headers: { 'x-forwarded-for': address } })

/** Wrong logins of unknown accounts, from many addresses of each network, again as soon as one is answered. */
function flood(networkOf: (network: number) => string) {
  let isOver = false
  const statuses = new Map<number, number>()
  async function guess(network: number, n: number): Promise<void> {
    for (let round = 0; !isOver; round += 1) {
      const email = `nadie-${network}-${n}-${round}@tarjeta.example`
      const { status } = await login(email, 'Clave-equivocada-1', `${networkOf(network)}${n + 1}`)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  const guessing = Array.from({ length: NETWORKS * AT_ONCE }, (_, n) =>
    guess(n % NETWORKS, Math.floor(n / NETWORKS)),
  )
  return {
    statuses,
    stop: async () => {
      isOver = true
      await Promise.all(guessing)
    },
  }
}

let person: Person
test.each([
  ['IPv4', (network: number) => `198.51.${network}.`, '192.0.2.10', '203.0.113.77'],
  ['IPv6', (network: number) => `2001:db8:${network + 1}:1::`, '2001:db8:aaaa::1', '2001:db8:bbbb::1'],
])(
  'twelve networks of %s that flood keep nobody from signing in, at a usual address or at a new one',
  async (family, networkOf, usual, unknown) => {
    person = await api.newAccount(`Persona-${family}`)
    expect((await login(person.email, PASSWORD, usual)).status).toBe(200)
    const flooding = flood(networkOf)
    // The flood has met its limit: from here on every place to wait is taken.
    await expect.poll(() => flooding.statuses.get(503) ?? 0, { timeout: 20_000 }).toBeGreaterThan(50)
    const answers: number[] = []
    for (let round = 0; round < 5; round += 1) {
      answers.push((await login(person.email, PASSWORD, usual)).status)
      answers.push((await login(person.email, PASSWORD, unknown)).status)
    }
    await flooding.stop()
    expect(answers).toEqual(Array.from({ length: 10 }, () => 200))
  },
  60_000,
)
