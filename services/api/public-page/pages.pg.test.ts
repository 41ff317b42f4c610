import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { useTestApi } from '../../../tests/support/api/test-api.ts'
import { PUBLIC_URL } from '../../../tests/support/api/test-app.ts'
import { answerOf, expectRefused, statusOfRaw } from '../../../tests/support/api/test-client.ts'
import { write } from '../../../tests/support/api/test-log.ts'
import { testTable } from '../../../tests/support/every.ts'

const api = useTestApi()

const LOOKUP_MS = 2_000
const WHATSAPP = 'WhatsApp/2.23.18.78 i'

/** Of this profile alone: what the log had to follow up may come late. */
const visitsOf = (id: string) => api.events(id, 'ProfileTapped', 'PagePreviewed')

describe('the public page', () => {
  test('is complete HTML, with the public address', async () => {
    const response = await api.call('/pages/demo')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toMatch(/^text\/html; charset=utf-8$/i)
    const html = await response.text()
    expect(html).toMatch(/^<!doctype html>/i)
    expect(html).toContain(`<meta property="og:url" content="${PUBLIC_URL}/pages/demo"`)
    expect(html).not.toContain('127.0.0.1')
  })

  test('runs no script and no style but its own [ACC-16]', async () => {
    const response = await api.call('/pages/demo')
    const html = await response.text()
    const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css = '']) => css)
    expect(styles.length).toBeGreaterThan(0)
    for (const css of styles) {
      const hash = createHash('sha256').update(css).digest('base64')
      expect(response.headers.get('content-security-policy')).toContain(` 'sha256-${hash}'`)
    }
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=")|\son\w+=/i)
  })

  test('its script and its font are there, to be kept for ever', async () => {
    const html = await (await api.call('/pages/demo')).text()
    const files = [...html.matchAll(/(?:src|href)="(\/public-assets\/[^"]+)"/g)].map(([, path = '']) => path)
    expect(files.length).toBeGreaterThanOrEqual(2)
    for (const path of files) {
      const response = await api.call(path)
      expect([path, response.status]).toEqual([path, 200])
      expect(response.headers.get('cache-control')).toMatch(/immutable/)
    }
  })

  test('is no tap when it is served', async () => {
    const { id, slug } = await api.newProfile('served')
    for (const method of ['GET', 'HEAD']) await api.call(`/pages/${slug}?s=nfc`, { method })
    await api.call(`/pages/${slug}`, { headers: { 'user-agent': 'curl/8.5.0' } })
    await api.call(`/api/public/profile/${slug}`)
    // On a busy machine it is answered before its tap is recorded.
    await expect.poll(() => visitsOf(id)).toHaveLength(1)
    expect(await api.figures(id)).toMatchObject({ total_visits: 1, excluded: { visits: 0 } })
  })

  test('requested by a messaging app it is a preview, counted apart from visits', async () => {
    const { id, slug } = await api.newProfile('shared-link')
    const response = await api.call(`/pages/${slug}`, { headers: { 'user-agent': WHATSAPP } })
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('og:title')
    // The page does not wait for what is kept of it.
    await expect.poll(() => api.events(id, 'PagePreviewed')).toHaveLength(1)
    const previews = await api.events(id, 'PagePreviewed')
    const figures = await api.figures(id)
    expect(figures).toMatchObject({ total_visits: 0, excluded: { visits: 0 } })
    expect(previews.map(({ data }) => [data.app, data.userAgent])).toEqual([['whatsapp', WHATSAPP]])
    expect(await api.events(id, 'ProfileTapped')).toEqual([])
  })
})

describe('a page that is not there', () => {
  test('is a neutral 404, the same for unknown and inactive profiles [ACC-12]', async () => {
    const { id, slug } = await api.newProfile('page-off')
    expect((await api.call(`/pages/${slug}`)).status).toBe(200)
    await write(api.store, api.clock.now(), profileStream(id), [{ type: 'ProfileDeactivated', data: {} }])
    await api.settle()
    api.clock.advance(LOOKUP_MS)
    const before = await visitsOf(id)
    const answers = await Promise.all(
      [slug, 'page-never'].map(async (one) =>
        answerOf(await api.call(`/pages/${one}`, { headers: { 'user-agent': WHATSAPP } })),
      ),
    )
    expect(answers[0]).toMatchObject({
      status: 404,
      body: expect.stringContaining('Perfil no encontrado') as string,
    })
    expect(answers[0]).toEqual(answers[1])
    expect(await visitsOf(id)).toEqual(before)
  })

  testTable([
    '/pages/..%2f..%2fetc%2fpasswd',
    '/pages/%00',
    '/pages/demo%0d%0aSet-Cookie:%20a=b',
    '/pages/__proto__',
    '/pages/',
    '/pages/demo/vcf',
  ])('a path that is no slug’s is a 404', async (path) => {
    expect(await statusOfRaw(api.url, path)).toBe(404)
  })

  test('is looked for under the address that was mangled, by GET and HEAD [SCR-4]', async () => {
    const { slug } = await api.newProfile('mangled')
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await api.call(`//pages/${slug}.?S=QR&a=1`, { method })
      const answer = [status, headers.get('location'), headers.get('cache-control')]
      expect(answer).toEqual([307, `/pages/${slug}?s=qr&a=1`, 'no-store'])
    }
    expect((await api.call(`/api/profile/${slug})/vcf`)).headers.get('location')).toBe(
      `/api/profile/${slug}/vcf`,
    )
    const none = await api.call('/pages/page-never)')
    expect([none.status, none.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    for (const path of ['/pages/page-never)/qr.svg', '/api/profile/page-never)/vcf'])
      await expectRefused(await api.call(path), 404, 'profile-not-found')
  })

  testTable(['/pages/%', '/pages/demo%E2%80', '/baja/%E0%A4%A', '/no-such-page%'])(
    'a broken percent sign gets a page that says that there is none',
    async (path) => {
      const { status, headers } = await api.call(path)
      expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    },
  )

  testTable(['/pages/%', '/assets/%', '/%2e%2e/%2e%2e/etc/passwd', '/assets/../../package.json'])(
    'a broken path is refused as the caller’s fault',
    async (path) => {
      const status = await statusOfRaw(api.url, path)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
    },
  )
})

test('an address that is longer than any of ours is answered as one that there is not', async () => {
  const long = 'x'.repeat(LIMITS.addressCharsMax)
  for (const path of [`/pages/demo?fbclid=${long}`, `/login?${long}`, `//${long}`]) {
    const { status, headers } = await api.call(path)
    expect([status, headers.get('content-type')], path).toEqual([404, 'text/html; charset=utf-8'])
    expect(headers.get('content-security-policy')).toContain("default-src 'self'")
  }
  const call = await api.call(`/api/public/profile/${long}`)
  expect([call.status, await call.json()]).toMatchObject([404, { code: 'not-found' }])
  // The longest allowed address is handled like any other.
  const { status, headers } = await api.call(
    `/pages/${'x'.repeat(LIMITS.addressCharsMax - '/pages/'.length)}`,
  )
  expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
})

test('the page about privacy is made by the server, and may be indexed', async () => {
  const response = await api.call('/privacidad')
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toMatch(/^text\/html/)
  expect(response.headers.get('cache-control')).toBe('no-cache')
  expect(response.headers.get('x-robots-tag')).toBeNull()
  expect(await response.text()).toContain('<h1>Privacidad</h1>')
  expect(response.headers.get('content-security-policy')).toMatch(/style-src 'self' 'sha256-/)
})
