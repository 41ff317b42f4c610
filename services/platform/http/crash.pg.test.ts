import { expect, test } from 'vitest'
import { createLog } from '../observability/log.ts'
import { useTestApi } from '../../../tests/support/api/test-api.ts'
import { expectRefused } from '../../../tests/support/api/test-client.ts'

const lines: string[] = []
const api = useTestApi({
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
