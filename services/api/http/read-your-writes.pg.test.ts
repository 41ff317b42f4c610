import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROJECTIONS } from '@app/projections/projections.ts'
import { READ_MODELS, type ReadModel } from '@app/contracts/read-models.ts'
import { startTestApi, type TestApi } from '../../../tests/support/api/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

/** A read model is blocked at its checkpoint while somebody registers, a contact is saved and an administrator edits. */
async function whileHeld(
  held: ReadModel,
  work: (written: { readonly id: string; readonly slug: string; readonly position: string }) => Promise<void>,
): Promise<void> {
  const { id, slug } = await api.newProfile(`held-${held}`)
  await api.settle()
  const client = await api.db.connect()
  try {
    await client.query('begin')
    await client.query('select from projection.builds where projection = $1 for update', [held])
    await api.newAccount(`Held ${held}`, { email: `${held}@tarjeta.example` })
    await api.call(`/api/profile/${slug}/vcf`)
    const { token } = api.admin
    const edit = await api.post(`/api/profile/${id}`, { company: 'Andes' }, { method: 'PUT', token })
    await work({ id, slug, position: edit.headers.get('log-position')! })
  } finally {
    await client.query('rollback')
    client.release()
  }
}

/** Whether an answer of that moment may be stale. */
const isStale = async (path: string, token: string | undefined, position?: string): Promise<boolean> => {
  const headers = position === undefined ? {} : { 'wait-for-position': position }
  const response = await api.call(path, { token, headers })
  expect([path, response.status]).toEqual([path, 200])
  return response.headers.get('stale') === 'true'
}

test('every read model that a call can name is kept', () => {
  expect(PROJECTIONS.map(({ name }) => name).sort()).toEqual([...READ_MODELS].sort())
})

test('a read after a write waits for the read models that its call names, and for no other [PROJ-9]', () =>
  whileHeld('traffic', async ({ id, slug, position }) => {
    const { token } = api.admin
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
    expect(await waiting).toBe(true)
  }))

test('each later read of an account waits for its write, not only the next one [PROJ-9]', () =>
  whileHeld('accounts', async () => {
    expect(await isStale('/api/profiles/me', api.admin.token)).toBe(false)
    expect(await isStale('/api/admin/profiles', api.admin.token)).toBe(true)
  }))
