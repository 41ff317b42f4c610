import type { OutgoingHttpHeaders } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { rawAnswer, bodyTextOf, type RawAnswer } from '../../../tests/support/api/raw-answer.ts'
import { useTestApi } from '../../../tests/support/api/test-api.ts'
import { testTable } from '../../../tests/support/every.ts'

const api = useTestApi()
beforeAll(async () => {
  const { id } = await api.newProfile('with-a-bio')
  await edit(id, { bio: 'Ayudo a equipos de terreno a vender mejor. '.repeat(25).trim() })
})

async function edit(profileId: string, change: Readonly<Record<string, string>>): Promise<void> {
  const { token } = api.owner
  const response = await api.post(`/api/profile/${profileId}`, change, { method: 'PUT', token })
  expect(response.status).toBe(200)
}

const raw = (path: string, headers: OutgoingHttpHeaders = {}, method?: string): Promise<RawAnswer> =>
  rawAnswer(`${api.url}${path}`, headers, method)

const accepting = (encodings: string): OutgoingHttpHeaders => ({ 'accept-encoding': encodings })
const BROWSER = accepting('gzip, deflate, br, zstd')
const CRAWLER = {
  ...accepting('deflate, gzip'),
  'user-agent': 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
}

/** The script that starts the client. */
async function entryPath(): Promise<string> {
  const html = bodyTextOf(await raw('/login'))
  return /<script type="module"[^>]* src="([^"]+)"/.exec(html)![1]!
}
const TEXTS: readonly (readonly [string, () => Promise<string>])[] = [
  ['a public page', async () => '/pages/demo'],
  ['a page that does not exist', async () => '/pages/nadie'],
  ['a document of the client', async () => '/login'],
  ['a hashed file', entryPath],
  ['the answer of a call', async () => '/api/public/profile/with-a-bio'],
  ['the description of the api', async () => '/api/openapi.json'],
]

testTable(TEXTS)(
  'a text is sent as who asks accepts it, with the same headers for HEAD',
  async (_what, pathOfText) => {
    const path = await pathOfText()
    const plain = await raw(path)
    for (const [headers, encoding] of [
      [BROWSER, 'br'],
      [CRAWLER, 'gzip'],
      [accepting('identity;q=0, gzip'), 'gzip'],
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
  },
)

describe('a hashed file', () => {
  test('has an ETag for each of its forms, and each is confirmed', async () => {
    const path = await entryPath()
    const forms = await Promise.all([BROWSER, CRAWLER, {}].map(async (headers) => raw(path, headers)))
    const tags = forms.map(({ headers }) => headers.etag)
    expect(new Set(tags).size).toBe(3)
    for (const { headers } of forms) expect(headers['cache-control']).toMatch(/max-age=31536000, immutable/)
    const confirmed = await raw(path, { ...BROWSER, 'if-none-match': tags[0] })
    expect([confirmed.status, confirmed.bytes.length, confirmed.headers.vary]).toEqual([
      304,
      0,
      'Accept-Encoding',
    ])
    expect((await raw(path, { ...CRAWLER, 'if-none-match': tags[0] })).status).toBe(200)
  })

  test('is not served under the names of its compressed forms', async () => {
    const path = await entryPath()
    for (const form of ['.br', '.gz']) expect((await raw(`${path}${form}`)).status).toBe(404)
  })
})

testTable([
  ['/api/auth/methods', 'application/json; charset=utf-8'],
  ['/profile/demo/vcf', 'text/vcard; charset=utf-8'],
  ['/icon-192.png', 'image/png'],
  ['/api/analytics/ID/live', 'text/event-stream; charset=utf-8'],
])('a few bytes, a contact, an icon and the live stream are sent as they are', async (path, type) => {
  const headers = { ...BROWSER, authorization: `Bearer ${api.owner.token}` }
  const answer = await raw(path.replace('ID', api.profile.id), headers, 'HEAD')
  const { 'content-type': sent, 'content-encoding': encoding } = answer.headers
  expect([answer.status, sent, encoding]).toEqual([200, type, undefined])
})

testTable([
  ['/pages/demo', [BROWSER, CRAWLER, {}]],
  ['/', [BROWSER]],
  ['/inicio', [BROWSER]],
  ['/privacidad', [BROWSER]],
])('a page is not sent again while it does not change, in each of its forms', async (path, forms) => {
  for (const headers of forms) {
    const { headers: first } = await raw(path, headers)
    expect(first.etag).toMatch(/^(?:W\/)?"[^"]+"$/)
    const again = await raw(path, { ...headers, 'if-none-match': first.etag })
    expect([again.status, again.bytes.length, again.headers.vary, again.headers.etag]).toEqual([
      304,
      0,
      'Accept-Encoding',
      first.etag,
    ])
  }
  const { headers } = await raw(path, CRAWLER)
  expect((await raw(path, { ...BROWSER, 'if-none-match': headers.etag })).status).toBe(200)
})

test('a page that does not exist answers 404, also to a client that has it cached', async () => {
  const { etag } = (await raw('/pages/nadie')).headers
  expect((await raw('/pages/nadie', { 'if-none-match': etag })).status).toBe(404)
})
