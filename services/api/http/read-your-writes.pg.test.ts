import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROJECTIONS } from '@app/projections/projections.ts'
import { READ_MODELS } from '@app/contracts/read-models.ts'
import { startTestApi, type TestApi } from '../../../tests/support/api/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

/** Whether an answer of that moment may be stale. */
async function isStale(path: string, token: string | undefined, position: string): Promise<boolean> {
  const response = await api.call(path, { token, headers: { 'wait-for-position': position } })
  expect([path, response.status]).toEqual([path, 200])
  return response.headers.get('stale') === 'true'
}

test('every read model that a call can name is kept', () => {
  expect(PROJECTIONS.map(({ name }) => name).sort()).toEqual([...READ_MODELS].sort())
})

test('a read after a write waits for the read models that its call names, and for no other [PROJ-9]', async () => {
  const { id, slug } = await api.newProfile('held')
  const client = await api.db.connect()
  try {
    await client.query('begin')
    await client.query("select from projection.builds where projection = 'traffic' for update")
    await api.call(`/api/profile/${slug}/vcf`)
    const { token } = api.admin
    const edit = await api.post(`/api/profile/${id}`, { company: 'Andes' }, { method: 'PUT', token })
    const position = edit.headers.get('log-position')!
    const waiting = isStale(`/api/analytics/${id}/unified`, token, position)
    const others = [
      isStale('/api/profiles/me', token, position),
      isStale(`/api/profile/${id}`, token, position),
      isStale(`/api/public/profile/${slug}`, undefined, position),
      isStale('/api/auth/me', token, position),
    ]
    let isOver = false
    void waiting.finally(() => (isOver = true))
    expect(await Promise.all(others)).toEqual([false, false, false, false])
    expect(isOver).toBe(false)
    await client.query('rollback')
    expect(await waiting).toBe(false)
  } finally {
    await client.query('rollback')
    client.release()
  }
})
