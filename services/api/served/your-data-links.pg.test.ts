import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../../tests/support/api/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

/** Those of the client are walked in web/app/your-data-links.test.tsx. */
test.each([
  '/',
  '/inicio',
  '/login',
  '/register',
  '/auth/forgot-password',
  '/privacidad',
  '/registro',
  '/pages/demo',
  '/pages/demo/identificarse',
  '/pages/demo/recordatorio',
  '/pages/no-such-card',
  '/baja/no-token',
  '/hablamos/no-token',
  '/confirmar/no-token',
])('%s links to one’s data without a script', async (path) => {
  const html = await (await api.call(path)).text()
  expect(html.replace(/<noscript>.*?<\/noscript>/s, '')).toContain('href="/mis-datos"')
})
