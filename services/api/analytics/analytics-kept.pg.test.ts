import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../../tests/support/api/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

test.each(['', '/unified', '/insights', '/monthly-comparison', '/executive-report'])(
  'what /api/analytics/{id}%s answers is kept by no browser',
  async (path) => {
    const response = await api.call(`/api/analytics/${api.profile.id}${path}`, { token: api.owner.token })
    await response.arrayBuffer()
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
  },
)
