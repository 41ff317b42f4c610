import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

test.each([
  '/login',
  '/register',
  '/reset-password',
  '/auth/forgot-password',
  '/auth/reset?token=secret',
  '/auth/reset/success',
  '/activate',
  '/profile',
  '/dashboard',
  '/admin',
])('%s is the client’s page, revalidated each time', async (path) => {
  const response = await api.call(path)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^text\/html/)
  expect(response.headers.get('cache-control')).toBe('no-cache')
})

test('the page of a reset names its address, which holds a secret, to nobody', async () => {
  const policyOf = async (path: string) => (await api.call(path)).headers.get('referrer-policy')
  expect(await policyOf('/auth/reset?token=secret')).toBe('no-referrer')
  expect(await policyOf('/login')).toBe('strict-origin-when-cross-origin')
})
