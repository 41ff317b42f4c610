import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../../tests/support/api/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const asked = (method: string, path: string) =>
  fetch(`${api.url}${path}`, { method, redirect: 'manual', headers: { 'Content-Type': 'application/json' } })

describe.each([
  ['POST', '/pages/camila', 'GET, HEAD, OPTIONS'],
  ['DELETE', '/api/profile/x', 'GET, PUT, HEAD, OPTIONS'],
  ['GET', '/api/auth/login', 'POST, OPTIONS'],
  ['GET', '/api/public/track/x', 'POST, OPTIONS'],
  ['PUT', '/api/upload/profile-image/x', 'POST, DELETE, OPTIONS'],
  ['POST', '/profile/camila/vcf', 'GET, HEAD, OPTIONS'],
  ['POST', '/healthz', 'GET, HEAD, OPTIONS'],
  ['DELETE', '/login', 'GET, HEAD, OPTIONS'],
  ['PATCH', '/API/Auth/Login/', 'POST, OPTIONS'],
])('%s %s', (method, path, allow) => {
  test('is refused with the allowed methods', async () => {
    const response = await asked(method, path)
    expect([response.status, response.headers.get('allow')]).toEqual([405, allow])
    expect(await response.json()).toEqual({
      detail: 'Esta dirección existe, pero no admite lo que pediste.',
      code: 'method-not-allowed',
    })
  })
})

test('an address that does not exist is not found, whatever the method', async () => {
  for (const method of ['GET', 'POST', 'DELETE']) {
    expect((await asked(method, '/api/nada')).status).toBe(404)
    expect((await asked(method, '/nada')).status).toBe(404)
  }
})
