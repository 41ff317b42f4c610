import { describe, expect, test } from 'vitest'
import { useTestApi } from '../../../tests/support/api/test-api.ts'
import { PUBLIC_URL } from '../../../tests/support/api/test-app.ts'
import { expectRefused } from '../../../tests/support/api/test-client.ts'
import { uuid } from '../../../tests/support/api/test-log.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { openApiDocument } from './openapi/document.ts'
import { securityHeaders } from './send.ts'
import { testTable } from '../../../tests/support/every.ts'

const MONITOR_TOKEN = 'ficha-de-monitoreo-de-prueba-0001'

const api = useTestApi({ proxied: 'everything', monitorToken: MONITOR_TOKEN })

describe('health', () => {
  test('reports that the process lives and is ready, part by part', async () => {
    const [alive, ready] = [await api.call('/healthz'), await api.call('/readyz')]
    expect([alive.status, await alive.json()]).toEqual([200, { status: 'ok' }])
    expect(ready.status).toBe(200)
    expect(await ready.json()).toMatchObject({
      status: 'ready',
      event_log: { adapter: 'postgres', ok: true },
    })
  })

  test('reports that it is not ready while the database is away, and lives on [RUN-11]', async () => {
    await api.proxy.stop()
    const [alive, away] = [await api.call('/healthz'), await api.call('/readyz')]
    expect(alive.status).toBe(200)
    expect(away.status).toBe(503)
    expect(await away.json()).toMatchObject({
      status: 'not-ready',
      event_log: { adapter: 'postgres', ok: false },
    })
    await api.proxy.start()
    await eventually(async () => expect((await api.call('/readyz')).status).toBe(200))
  })

  test('counts without naming anybody', async () => {
    const person = { full_name: 'Gabriela Órdenes', phone: '+56 9 5555 1234', description: 'Viñedos' }
    await api.call(`/api/public/profile/camila?u=${uuid(0xa1)}`)
    await api.post(`/api/public/identify/${api.profile.id}`, person)
    const response = await api.call('/metrics')
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
    const text = await response.text()
    expect(text).toContain('taps_pending 0')
    expect(text).not.toMatch(
      /Gabriela|Órdenes|5555 ?1234|Viñedos|camila|@|0199a000|127\.0\.0\.1|Bearer|[0-9a-f]{8}-[0-9a-f]{4}/i,
    )
  })
})

test('failed reminders are counted from the start, so that an alarm sees the first one', async () => {
  const text = await (await api.call('/metrics')).text()
  const counted = text.split('\n').filter((line) => line.startsWith('reminders_failed_total'))
  expect(counted.toSorted()).toEqual(
    ['failed', 'refused', 'uncertain'].map((how) => `reminders_failed_total{how="${how}"} 0`),
  )
})

test('operators alone see the parts: from this machine, or behind a proxy with the token', async () => {
  const proxied = { 'x-forwarded-for': '203.0.113.7' }
  const asking: readonly (readonly [headers: Readonly<Record<string, string>>, isShown: boolean])[] = [
    [{}, true],
    [proxied, false],
    [{ ...proxied, authorization: `Bearer ${MONITOR_TOKEN}` }, true],
    [{ ...proxied, authorization: `Bearer ${MONITOR_TOKEN}x` }, false],
  ]
  for (const [headers, isShown] of asking) {
    const [ready, metrics] = [await api.call('/readyz', { headers }), await api.call('/metrics', { headers })]
    const parts = Object.keys((await ready.json()) as object)
    expect([headers, ready.status, metrics.status]).toEqual([headers, 200, isShown ? 200 : 404])
    expect(parts).toEqual(isShown ? expect.arrayContaining(['event_log', 'projections', 'head']) : ['status'])
  }
})

test('the document of the interface is served with its own address', async () => {
  const response = await api.call('/api/openapi.json')
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual(JSON.parse(JSON.stringify(openApiDocument(PUBLIC_URL))))
})

test('the document of the interface can be browsed on a page that runs its own files only', async () => {
  const response = await api.call('/api/docs')
  expect(response.status).toBe(200)
  const html = await response.text()
  expect(html).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=/)
  const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path = '']) => path)
  expect(files.length).toBeGreaterThanOrEqual(3)
  for (const path of files) expect([path, (await api.call(path)).status]).toEqual([path, 200])
  const { headers } = await api.call('/api/docs/swagger-ui.css')
  expect(headers.get('cache-control')).toBe('public, max-age=86400')
  // Or the page would send the document to a validator on another site.
  expect(await (await api.call('/api/docs/start.js')).text()).toContain('validatorUrl: null')
  const others = ['/api/docs/index.html', '/api/docs/oauth2-redirect.html', '/api/docs/package.json']
  for (const path of others) expect([path, (await api.call(path)).status]).toEqual([path, 404])
})

test('an unknown address of the interface, or of a page that is not asked for, is a 404 in JSON', async () => {
  for (const [method, path] of [
    ['GET', '/api'],
    ['GET', '/api/nothing'],
    ['GET', '/api/admin'],
    // The file is another build's.
    ['GET', '/assets/index-12345678.js'],
    ['POST', '/nothing'],
    ['POST', '/api/openapi-json'],
    ['POST', '/login.html'],
  ] as const)
    await expectRefused(await api.call(path, { method }), 404, 'not-found')
})

test('an unknown address: a page that does not exist is a 404 too, and so is a folder of files', async () => {
  for (const path of ['/nothing', '/assets', '/assets/']) {
    const { status, headers } = await api.call(path)
    expect([path, status]).toEqual([path, 404])
    expect(headers.get('content-type')).toMatch(/^text\/html/)
  }
})

testTable(['/', '/healthz', '/api/nothing', '/nothing', '/pages/demo', '/api/public/profile/demo'])(
  'each answer has security headers, and does not reveal what it runs on [ACC-16]',
  async (path) => {
    const { headers } = await api.call(path)
    // A page may have styles of its own, and keep its address from all.
    for (const [name, value] of securityHeaders(PUBLIC_URL))
      if (!/^(?:Content-Security|Referrer)-Policy$/.test(name))
        expect([name, headers.get(name)]).toEqual([name, value])
    expect(headers.get('referrer-policy')).toMatch(/^(?:no-referrer|strict-origin-when-cross-origin)$/)
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'self'; script-src 'self'; .*form-action 'self'$/,
    )
    for (const name of ['x-powered-by', 'server', 'set-cookie', 'access-control-allow-origin']) {
      expect([name, headers.get(name)]).toEqual([name, null])
    }
  },
)
