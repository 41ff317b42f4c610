import { afterAll, beforeAll, expect, test } from 'vitest'
import { PRODUCT } from '@app/contracts/product.ts'
import { startTestApi, type TestApi } from '../../../tests/support/api/test-api.ts'
import { PUBLIC_URL } from '../../../tests/support/api/test-app.ts'

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

test.each([
  ['/login', 'Iniciar Sesión'],
  ['/register', 'Crea tu cuenta'],
  ['/auth/forgot-password', 'Recupera tu contraseña'],
  ['/auth/reset', 'Crea una contraseña nueva'],
  ['/auth/reset/success', 'Contraseña actualizada'],
  ['/activate', 'Activa tu cuenta'],
  ['/profile', 'Iniciar Sesión'],
])('where %s is shared, a messenger shows "%s"', async (path, title) => {
  const html = await (await api.call(path)).text()
  expect(html).toContain(`<meta property="og:title" content="${title} · ${PRODUCT.name}"/>`)
  expect(html).toContain(`<meta property="og:description" content="${PRODUCT.tagline}"/>`)
})

test('the page of a reset sends no referrer, because its address has a secret', async () => {
  const policyOf = async (path: string) => (await api.call(path)).headers.get('referrer-policy')
  expect(await policyOf('/auth/reset?token=secret')).toBe('no-referrer')
  expect(await policyOf('/login')).toBe('strict-origin-when-cross-origin')
})

test.each([
  ['/', '/'],
  ['/landing', '/'],
  ['/inicio', '/inicio'],
])('%s is HTML without scripts too, and its address is %s', async (path, canonical) => {
  const response = await api.call(path)
  const html = await response.text()
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^text\/html/)
  expect(response.headers.get('cache-control')).toBe('no-cache')
  expect(html).toContain(`<link rel="canonical" href="${PUBLIC_URL}${canonical}"/>`)
  expect(html).toContain(`<meta property="og:url" content="${PUBLIC_URL}${canonical}"/>`)
  expect(html).toMatch(new RegExp(`<title>[^<]+ · ${PRODUCT.name}</title>`))
  expect(html).toContain('href="/login"')
  expect(html).not.toContain('__PUBLIC_URL__')
  expect(html).not.toMatch(/<style|<script(?![^>]*\bsrc=)/)
})

test('the landing can be read whole where no script runs', async () => {
  const html = await (await api.call('/')).text()
  for (const anchor of ['features', 'analytics', 'companies', 'quotation'])
    expect(html).toMatch(new RegExp(`href="#${anchor}".*id="${anchor}"`, 's'))
  for (const text of ['50+ empresas', '3 a 5 días hábiles', 'Datos de ejemplo', PRODUCT.salesEmail])
    expect(html).toContain(text)
  expect(html).toContain('<a href="/pages/demo"')
})

test.each(['/login', '/dashboard', '/admin', '/index.html', '/login.html', '/no-such-page'])(
  'the document at %s says where the public reaches the installation',
  async (path) => {
    const response = await api.call(path)
    expect(response.status).toBe(path === '/no-such-page' ? 404 : 200)
    const html = await response.text()
    expect(html).toContain(`data-site="${PUBLIC_URL}"`)
    expect(html).not.toContain('__PUBLIC_URL__')
  },
)

test('a document is sent once to a browser that keeps it, compressed as it likes', async () => {
  const { headers } = await api.call('/login', { headers: { 'accept-encoding': 'br' } })
  expect([headers.get('content-encoding'), headers.get('cache-control')]).toEqual(['br', 'no-cache'])
  const known = { 'accept-encoding': 'br', 'if-none-match': headers.get('etag')! }
  expect((await api.call('/login', { headers: known })).status).toBe(304)
})
