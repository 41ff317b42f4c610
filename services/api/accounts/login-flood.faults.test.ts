import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { PASSWORD, useTestApi } from '../../../tests/support/api/test-api.ts'

/** So expensive that a flood fills the whole queue. */
const COST = 8
const NETWORKS = 12
/** Calls of each network at the same moment: together more than may wait. */
const AT_ONCE = 4
const PLACES = 30
const ROUNDS = 3
/** A refused caller retries after a delay, because the test's own process needs time. */
const AGAIN_MS = 50
const USUAL = '192.0.2.10'
// The test is the proxy in front, so that it can come from wherever it likes.
const api = useTestApi({ passwordCost: COST, trustProxy: ['loopback'], hashesWaitingMax: PLACES })

const login = (email: string, password: string, address: string) =>
  api.post('/api/auth/login', { email, password }, { headers: { 'x-forwarded-for': address } })

/** Wrong logins of unknown accounts, from many addresses of each network, again as soon as one is answered. */
function flood() {
  let isOver = false
  const statuses = new Map<number, number>()
  async function guess(network: number, n: number): Promise<void> {
    for (let round = 0; !isOver; round += 1) {
      const email = `nadie-${network}-${n}-${round}@tarjeta.example`
      const { status } = await login(email, 'Clave-equivocada-1', `198.51.${network}.${n + 1}`)
      if (status === 503) await pause(AGAIN_MS)
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

test('twelve networks that flood prevent no login from a usual address [ACC-7]', async () => {
  const { email } = await api.newAccount('Persona')
  expect((await login(email, PASSWORD, USUAL)).status).toBe(200)
  const flooding = flood()
  // The flood has reached its limit: from here on the queue is full.
  await expect.poll(() => flooding.statuses.get(503) ?? 0).toBeGreaterThan(10)
  const answers: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) answers.push((await login(email, PASSWORD, USUAL)).status)
  await flooding.stop()
  expect(answers).toEqual([200, 200, 200])
})
