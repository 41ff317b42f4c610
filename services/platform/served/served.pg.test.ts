import { createHash } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'
import { beforeAll, expect, test } from 'vitest'
import { PRODUCT } from '@app/contracts/product.ts'
import { bodyTextOf, rawAnswer, expectRefused } from '../../../tests/support/api/test-client.ts'
import { PASSWORD, useTestApi } from '../../../tests/support/api/test-api.ts'
import { PUBLIC_URL } from '../../../tests/support/api/test-backend.ts'
import { testTable } from '../../../tests/support/every.ts'

const api = useTestApi()
beforeAll(async () => {
  const { id } = await api.newProfile('with-a-bio')
  const change = { bio: 'Ayudo a equipos de terreno a vender mejor. '.repeat(25).trim() }
  const edited = await api.post(`/api/profile/${id}`, change, { method: 'PUT', token: api.owner.token })
  expect(edited.status).toBe(200)
})
const headersOf = async (path: string, ...names: readonly string[]) => {
  const { headers } = await api.call(path)
  return names.map((name) => headers.get(name))
}
const htmlOf = async (path: string) => (await api.call(path)).text()

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
    expect(response.status).toBe(status)
    expect(await headersOf(path, 'content-type', 'cache-control')).toEqual([
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
  for (const path of ['/auth/reset?token=secret', '/mis-datos'])
    expect(await headersOf(path, 'referrer-policy', 'x-robots-tag')).toEqual(['no-referrer', 'noindex'])
  const ordinary = ['strict-origin-when-cross-origin', null]
  expect(await headersOf('/login', 'referrer-policy', 'x-robots-tag')).toEqual(ordinary)
})

testTable([
  ['/', '/'],
  ['/landing', '/'],
  ['/inicio', '/inicio'],
])('the landing is HTML without scripts too, and has one address', async (path, canonical) => {
  const [type, kept] = await headersOf(path, 'content-type', 'cache-control')
  expect([type, kept]).toEqual([expect.stringMatching(/^text\/html/), 'no-cache'])
  const html = await htmlOf(path)
  expect(html).toContain(`<link rel="canonical" href="${PUBLIC_URL}${canonical}"/>`)
  expect(html).toContain(`<meta property="og:url" content="${PUBLIC_URL}${canonical}"/>`)
  expect(html).toMatch(new RegExp(`<title>[^<]+ · ${PRODUCT.name}</title>`))
  expect(html).toContain('href="/login"')
  expect(html).not.toMatch(/__PUBLIC_URL__|<script(?![^>]*\bsrc=)/)
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
])('each page links to one’s data without a script', async (path) => {
  const html = (await htmlOf(path)).replace(/<noscript>.*?<\/noscript>/s, '')
  expect(html).toMatch(/href="\/mis-datos[?"]/)
})

testTable(['/', '/pages/demo'])(
  'a document allows the styles that are written in it [ACC-16]',
  async (path) => {
    const [policy] = await headersOf(path, 'content-security-policy')
    const [, ...styles] = (await htmlOf(path)).split('<style>')
    expect(styles.length).toBeGreaterThan(0)
    for (const style of styles) {
      const hash = createHash('sha256').update(style.split('</style>')[0]!).digest('base64')
      expect(policy).toContain(`'sha256-${hash}'`)
    }
  },
)

test('a file is sent whole and revalidated, and a condition that it does not meet is the caller’s fault', async () => {
  const since = 'Mon, 01 Jan 2001 00:00:00 GMT'
  const other = '"of another build"'
  for (const path of ['/favicon.svg', '/start.js']) {
    const [own, kept] = await headersOf(path, 'etag', 'cache-control')
    expect(kept).toBe('public, max-age=0')
    const part = await api.call(path, { headers: { range: 'bytes=99999999-' } })
    expect([part.status, part.headers.get('content-range')]).toEqual([200, null])
    for (const match of [own!, '*'])
      expect((await api.call(path, { headers: { 'if-match': match } })).status).toBe(200)
    // A file that was to be sent packed: the refusal is not.
    const packed = { 'if-match': other, 'accept-encoding': 'br' }
    for (const headers of [{ 'if-match': other }, packed, { 'if-unmodified-since': since }])
      await expectRefused(await api.call(path, { headers }), 400, 'malformed')
  }
})

test('files that programs request by themselves are kept for a day, and security.txt is valid for half a year', async () => {
  for (const path of ['/robots.txt', '/.well-known/security.txt', '/manifest.webmanifest'])
    expect([path, ...(await headersOf(path, 'cache-control'))]).toEqual([path, 'public, max-age=86400'])
  const fieldsNow = async () => {
    const lines = (await htmlOf('/.well-known/security.txt')).trim().split('\n')
    return new Map(lines.map((line) => /^([\w-]+): (.+)$/.exec(line)!.slice(1) as [string, string]))
  }
  const fields = await fieldsNow()
  expect([...fields.keys()]).toEqual(['Contact', 'Expires', 'Preferred-Languages', 'Canonical'])
  expect(fields.get('Canonical')).toBe(`${PUBLIC_URL}/.well-known/security.txt`)
  const expires = Date.parse(fields.get('Expires')!)
  // From midnight on, so that the text is the same all day.
  expect(Math.ceil((expires - api.clock.now().getTime()) / 86_400_000)).toBe(180)
  api.clock.advance(40 * 86_400_000)
  expect(Date.parse((await fieldsNow()).get('Expires')!) - expires).toBe(40 * 86_400_000)
})

const raw = (path: string, headers: OutgoingHttpHeaders = {}, method?: string) =>
  rawAnswer(`${api.url}${path}`, headers, method)
const accepting = (encodings: string): OutgoingHttpHeaders => ({ 'accept-encoding': encodings })
const BROWSER = accepting('gzip, deflate, br, zstd')
const CRAWLER = {
  ...accepting('deflate, gzip'),
  'user-agent': 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
}
/** The script that starts the client. */
const entryPath = async (): Promise<string> =>
  /<script type="module"[^>]* src="([^"]+)"/.exec(await htmlOf('/login'))![1]!

testTable([
  '/pages/demo',
  '/pages/nadie',
  '/login',
  'a hashed file',
  '/api/public/profile/with-a-bio',
  '/api/openapi.json',
])('a text is sent as who asks accepts it, with the same headers for HEAD', async (named) => {
  const path = named.startsWith('/') ? named : await entryPath()
  const plain = await raw(path)
  for (const [headers, encoding] of [
    [BROWSER, 'br'],
    [CRAWLER, undefined],
    [{}, undefined],
  ] as const) {
    const answer = await raw(path, headers)
    expect([answer.status, answer.headers['content-encoding']]).toEqual([plain.status, encoding])
    expect(answer.headers.vary).toBe('Accept-Encoding')
    expect(answer.headers['content-type']).toBe(plain.headers['content-type'])
    expect(answer.headers['content-length']).toBe(String(answer.bytes.length))
    expect(bodyTextOf(answer)).toBe(bodyTextOf(plain))
    if (encoding !== undefined) expect(answer.bytes.length).toBeLessThan(0.7 * plain.bytes.length)
  }
  const [head, get] = [await raw(path, BROWSER, 'HEAD'), await raw(path, BROWSER)]
  expect(head.bytes).toHaveLength(0)
  for (const name of ['content-length', 'content-encoding', 'vary', 'etag', 'cache-control'])
    expect([name, head.headers[name]]).toEqual([name, get.headers[name]])
})

testTable([
  ['/api/auth/methods', 'application/json; charset=utf-8'],
  ['/profile/demo/vcf', 'text/vcard; charset=utf-8'],
  ['/icon-192.png', 'image/png'],
  ['/api/analytics/ID/live', 'text/event-stream; charset=utf-8'],
])('a few bytes, a contact, an icon and the live stream are sent as they are', async (path, type) => {
  const headers = { ...BROWSER, authorization: `Bearer ${await api.tokenOf(api.owner.email, PASSWORD)}` }
  const answer = await raw(path.replace('ID', api.profile.id), headers, 'HEAD')
  const { 'content-type': sent, 'content-encoding': encoding } = answer.headers
  expect([answer.status, sent, encoding]).toEqual([200, type, undefined])
})

testTable([
  ['/pages/demo', [BROWSER, CRAWLER]],
  ['/', [BROWSER]],
  ['/inicio', [BROWSER]],
  ['/privacidad', [BROWSER]],
  ['a hashed file', [BROWSER, CRAWLER]],
])('a text is not sent again while it does not change, in each of its forms', async (named, forms) => {
  const path = named.startsWith('/') ? named : await entryPath()
  const tags: unknown[] = []
  for (const headers of forms) {
    const { etag } = (await raw(path, headers)).headers
    expect(etag).toMatch(/^(?:W\/)?"[^"]+"$/)
    const again = await raw(path, { ...headers, 'if-none-match': etag })
    const answer = [again.status, again.bytes.length, again.headers.vary, again.headers.etag]
    expect(answer).toEqual([304, 0, 'Accept-Encoding', etag])
    tags.push(etag)
  }
  expect(new Set(tags).size).toBe(forms.length)
  const { etag } = (await raw(path, CRAWLER)).headers
  expect((await raw(path, { ...BROWSER, 'if-none-match': etag })).status).toBe(200)
})

test('a hashed file is kept for a year, and not served under the name of its compressed form', async () => {
  const path = await entryPath()
  expect((await raw(path)).headers['cache-control']).toMatch(/max-age=31536000, immutable/)
  expect((await raw(`${path}.br`)).status).toBe(404)
})

test('a page that does not exist answers 404, also to a client that has it cached', async () => {
  const { etag } = (await raw('/pages/nadie')).headers
  expect((await raw('/pages/nadie', { 'if-none-match': etag })).status).toBe(404)
})
