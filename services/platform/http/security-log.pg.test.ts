import { beforeEach, expect, test } from 'vitest'
import type { SecurityEvent } from '@app/contracts/security-events.ts'
import { createLog } from '../observability/log.ts'
import { useTestApi } from '../../../tests/support/api/test-api.ts'
import { expectRefused } from '../../../tests/support/api/test-client.ts'

const WRONG = 'Equivocada-1'
const NOBODY = 'nadie@tarjeta.example'

const lines: string[] = []
const log = createLog('error', { write: (line) => void lines.push(line) })
const api = useTestApi({ log, trustProxy: ['loopback'] })
beforeEach(() => api.security.splice(0))

let places = 0
/** Each from an address of its own, so that one test’s tries are not another’s. */
const from = () => ({ 'x-forwarded-for': `203.0.113.${(places += 1)}` })
const told = (): readonly SecurityEvent[] => api.security
const here = () => ({
  network: '203.0.113.0/24',
})

async function loginWith(email: string, password: string, headers: Record<string, string>): Promise<number> {
  return (await api.post('/api/auth/login', { email, password }, { headers })).status
}

test('the security log records a failed login by the id of its account, even if there is none [ACC-23]', async () => {
  expect(await loginWith(api.owner.email, WRONG, from())).toBe(401)
  expect(told()).toEqual([
    { event: 'login-failed', account: api.owner.id, ...here(), reason: 'wrong-credentials' },
  ])
  expect(await loginWith(NOBODY, WRONG, from())).toBe(401)
  expect(told()[1]).toMatchObject({
    event: 'login-failed',
    account: expect.stringMatching(/^[\w-]{20,}$/) as string,
  })
  expect(JSON.stringify(told())).not.toMatch(/@|Equivocada|Clave/)
})

const CRASH = { name: 'TypeError', frames: ['assets/index-DKvhJ1Y8.js:11:26355'] }

test('a crash of the client is in the log under the id that the person sees, and nothing but lines of our files [PRIV-12]', async () => {
  const { id } = (await (await api.post('/api/crashes', CRASH)).json()) as { id: string }
  const logged = lines.map((line) => JSON.parse(line) as { crashId?: string })
  expect(logged.find((line) => line.crashId === id)).toMatchObject({ ...CRASH, msg: 'client crashed' })
  await expectRefused(await api.post('/api/crashes', { ...CRASH, frames: ['ana@correo.cl'] }), 422, 'invalid')
  expect(lines.join('')).not.toContain('ana@correo.cl')
})
