import { expect, test } from 'vitest'
import { RATE_LIMITS } from '@app/contracts/limits/rate-limits.ts'
import { createLog } from '@app/observability/log.ts'
import { useTestApi } from '../../../tests/support/api/test-api.ts'
import { expectRefused } from '../../../tests/support/api/test-client.ts'

const lines: string[] = []
const api = useTestApi({
  rateLimits: {},
  log: createLog('error', { write: (line) => void lines.push(line) }),
})

const CRASH = { name: 'TypeError', frames: ['assets/index-DKvhJ1Y8.js:11:26355'] }

test('a crash of the client is in the log, under the id that the person sees', async () => {
  const response = await api.post('/api/crashes', CRASH)
  const { id } = (await response.json()) as { id: string }
  const logged = lines
    .map((line) => JSON.parse(line) as { crashId?: string })
    .find((line) => line.crashId === id)
  expect(logged).toMatchObject({ ...CRASH, msg: 'client crashed' })
})

test('a report without lines of our files is refused, and not logged [PRIV-12]', async () => {
  await expectRefused(await api.post('/api/crashes', { ...CRASH, frames: ['ana@correo.cl'] }), 422, 'invalid')
  expect(lines.join('')).not.toContain('ana@correo.cl')
})

test('one address has a quota of reports', async () => {
  const { max } = RATE_LIMITS.crash.perAddress
  for (let count = 0; count < max; count += 1) await api.post('/api/crashes', CRASH)
  const before = lines.length
  await expectRefused(await api.post('/api/crashes', CRASH), 429, 'too-many')
  expect(lines).toHaveLength(before)
})
