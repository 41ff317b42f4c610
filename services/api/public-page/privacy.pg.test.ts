import { afterAll, beforeAll, expect, test } from 'vitest'
import { RETENTION_DEFAULTS } from '@app/contracts/privacy/retention-periods.ts'
import { privacyWith } from '@app/contracts/privacy/privacy-page.ts'
import { startTestApi, type TestApi } from '../../../tests/support/api/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

test('the page about privacy is made by the server, and may be indexed', async () => {
  const response = await api.call('/privacidad')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^text\/html/)
  expect(response.headers.get('cache-control')).toBe('no-cache')
  expect(response.headers.get('x-robots-tag')).toBeNull()
  const html = await response.text()
  for (const { title, items } of privacyWith(RETENTION_DEFAULTS).sections) {
    expect(html).toContain(title)
    for (const { name } of items) expect(html).toContain(name)
  }
  expect(response.headers.get('content-security-policy')).toMatch(/style-src 'self' 'sha256-/)
})
