import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { PRODUCT } from '@app/contracts/product.ts'
import { useTestApi } from '../../../tests/support/api/test-api.ts'
import { expectRefused } from '../../../tests/support/api/test-client.ts'
import { PUBLIC_URL } from '../../../tests/support/api/test-app.ts'
import { testTable } from '../../../tests/support/every.ts'

const api = useTestApi()

testTable<readonly [path: string, title: string, frame: string, status?: number]>([
  ['/login', 'Iniciar Sesión', 'account'],
  ['/register', 'Crea tu cuenta', 'account'],
  ['/reset-password', 'Recupera tu contraseña', 'account'],
  ['/auth/forgot-password', 'Recupera tu contraseña', 'account'],
  ['/auth/reset?token=secret', 'Crea una contraseña nueva', ''],
  ['/auth/reset/success', 'Contraseña actualizada', ''],
  ['/activate', 'Activa tu cuenta', ''],
  ['/profile', 'Iniciar Sesión', ''],
  ['/mis-datos', 'Mis datos', ''],
  ['/dashboard', 'Analytics Dashboard', ''],
  ['/admin', 'Panel de Administración', ''],
  ['/index.html', 'Esta página no existe', '', 404],
  ['/no-such-page', 'Esta página no existe', '', 404],
])(
  'each screen is the client’s page, revalidated each time, with its title and frame',
  async (path, title, frame, status = 200) => {
    const response = await api.call(path)
    const { headers } = response
    expect([response.status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      status,
      'text/html; charset=utf-8',
      'no-cache',
    ])
    const html = await response.text()
    expect(html).toContain(`<meta property="og:title" content="${title} · ${PRODUCT.name}" />`)
    expect(html).toContain(`data-frame="${frame}"`)
    expect(html).toContain(`data-site="${PUBLIC_URL}"`)
    expect(html).not.toMatch(/__[A-Z_]+__|%[A-Z_]+%/)
  },
)

test('pages whose address has a secret send no referrer and are in no index', async () => {
  const policiesOf = async (path: string) => {
    const { headers } = await api.call(path)
    return [headers.get('referrer-policy'), headers.get('x-robots-tag')]
  }
  expect(await policiesOf('/auth/reset?token=secret')).toEqual(['no-referrer', 'noindex'])
  expect(await policiesOf('/mis-datos')).toEqual(['no-referrer', 'noindex'])
  expect(await policiesOf('/login')).toEqual(['strict-origin-when-cross-origin', null])
})

test('a document says without scripts how else to reach us about one’s data', async () => {
  const html = await (await api.call('/mis-datos')).text()
  const [, unscripted] = /<noscript>(.*?)<\/noscript>/s.exec(html) ?? []
  expect(unscripted).toContain('<h1')
  expect(unscripted).toContain(`href="mailto:${PRODUCT.supportEmail}"`)
  expect(unscripted).toContain('href="/privacidad"')
})

testTable([
  ['/', '/'],
  ['/landing', '/'],
  ['/inicio', '/inicio'],
])('the landing is HTML without scripts too, and has one address', async (path, canonical) => {
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
  expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/)
})

test('the landing can be read whole where no script runs', async () => {
  const html = await (await api.call('/')).text()
  for (const anchor of ['features', 'analytics', 'companies', 'quotation'])
    expect(html).toMatch(new RegExp(`href="#${anchor}".*id="${anchor}"`, 's'))
  for (const text of ['50+ empresas', '3 a 5 días hábiles', 'Datos de ejemplo', PRODUCT.salesEmail])
    expect(html).toContain(text)
  expect(html).toContain('<a href="/pages/demo"')
})

test('a condition that a file does not meet is the caller’s fault', async () => {
  const other = '"of another build"'
  const since = 'Mon, 01 Jan 2001 00:00:00 GMT'
  for (const path of ['/favicon.svg', '/start.js']) {
    const own = (await api.call(path)).headers.get('etag') ?? ''
    for (const match of [own, '*'])
      expect((await api.call(path, { headers: { 'if-match': match } })).status).toBe(200)
    // A file that was to be sent packed: the refusal is not.
    const packed = { 'if-match': other, 'accept-encoding': 'br' }
    for (const condition of [{ 'if-match': other }, packed, { 'if-unmodified-since': since }])
      await expectRefused(await api.call(path, { headers: condition }), 400, 'malformed')
  }
})

test('a document has the styles that are written in it, and a file beside it is revalidated', async () => {
  const response = await api.call('/')
  const [, ...styles] = (await response.text()).split('<style>')
  expect(styles.length).toBeGreaterThan(0)
  for (const style of styles) {
    const [css = ''] = style.split('</style>')
    const hash = createHash('sha256').update(css).digest('base64')
    expect(response.headers.get('content-security-policy')).toContain(`'sha256-${hash}'`)
  }
  expect((await api.call('/favicon.svg')).headers.get('cache-control')).toBe('public, max-age=0')
})

test('a part of a file is not sent: each file is sent whole', async () => {
  const response = await api.call('/favicon.svg', { headers: { range: 'bytes=99999999-' } })
  expect([response.status, response.headers.get('content-range')]).toEqual([200, null])
  expect(await response.text()).toContain('<svg')
})

/** The client's pages are walked in web/app/App.test.tsx. */
testTable([
  '/',
  '/inicio',
  '/login',
  '/register',
  '/auth/forgot-password',
  '/privacidad',
  '/pages/demo',
  '/pages/no-such-card',
  '/baja/no-token',
  '/hablamos/no-token',
  '/confirmar/no-token',
])('each page links to one’s data without a script', async (path) => {
  const html = await (await api.call(path)).text()
  expect(html.replace(/<noscript>.*?<\/noscript>/s, '')).toMatch(/href="\/mis-datos[?"]/)
})
