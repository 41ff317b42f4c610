import { describe, expect, test } from 'vitest'
import { useTestApi } from '../../../tests/support/api/test-api.ts'
import { PUBLIC_URL } from '../../../tests/support/api/test-backend.ts'
import { expectRefused } from '../../../tests/support/api/test-client.ts'
import { uuid } from '../../../tests/support/api/test-log.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { securityHeaders } from './security-headers.ts'
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
    expect(text).toContain('taps_dropped_total 0')
    expect(text).not.toMatch(
      /Gabriela|Órdenes|5555 ?1234|Viñedos|camila|@|0199a000|127\.0\.0\.1|Bearer|[0-9a-f]{8}-[0-9a-f]{4}/i,
    )
  })
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
