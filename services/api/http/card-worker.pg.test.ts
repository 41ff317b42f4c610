import { afterAll, beforeAll, expect, test } from 'vitest'
import { KEPT_CARDS } from '@app/contracts/kept-cards.ts'
import { startTestApi, type TestApi } from '../../../tests/support/api/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

test('browsers request the worker of cards again each time, and cannot widen its scope', async () => {
  const response = await api.call(KEPT_CARDS.workerPath)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^(?:text|application)\/javascript/)
  expect(response.headers.get('cache-control')).toBe('no-cache')
  expect(response.headers.get('service-worker-allowed')).toBeNull()
  expect(response.headers.get('etag')).not.toBeNull()
})

test('only workers of this site are allowed, on every page', async () => {
  for (const path of ['/pages/demo', '/', '/login', KEPT_CARDS.workerPath]) {
    const { headers } = await api.call(path)
    expect([path, headers.get('content-security-policy')]).toEqual([
      path,
      expect.stringMatching(/worker-src 'self'(?:;|$)/),
    ])
  }
})
