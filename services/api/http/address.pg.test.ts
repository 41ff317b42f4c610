import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../../tests/support/api/test-api.ts'

/** Behind a trusted proxy. Without one, visitor.pg.test.ts shows that no header changes anything. */
let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ trustProxy: ['loopback'] })
})
afterAll(() => api?.close())

async function visitorFrom(profile: { readonly id: string; readonly slug: string }, forwarded: string) {
  const headers = { 'x-forwarded-for': forwarded }
  expect((await api.call(`/api/public/profile/${profile.slug}`, { headers })).status).toBe(200)
  const click = await api.post(`/api/public/track/${profile.id}`, { event_type: 'click_email' }, { headers })
  expect(click.status).toBe(200)
  const [tapped, clicked] = (await api.events(profile.id, 'ProfileTapped', 'LinkClicked')).slice(-2)
  expect(clicked?.data.visitorId).toBe(tapped?.data.visitorId)
  return tapped?.data.visitorId
}

test('each forwarded address is a visitor of its own, however it is written', async () => {
  const profile = await api.newProfile('behind')
  const first = await visitorFrom(profile, '203.0.113.7')
  expect(await visitorFrom(profile, '203.0.113.8')).not.toBe(first)
  expect(await visitorFrom(profile, '::ffff:203.0.113.7')).toBe(first)
  expect(await visitorFrom(profile, '203.0.113.7, 127.0.0.1')).toBe(first)
  expect(await visitorFrom(profile, '2001:DB8:0::9')).toBe(await visitorFrom(profile, '2001:db8::9'))
})

test('addresses that the visitor wrote before the proxy’s own are ignored', async () => {
  const profile = await api.newProfile('before')
  expect(await visitorFrom(profile, '192.0.2.66, 203.0.113.7')).toBe(
    await visitorFrom(profile, '203.0.113.7'),
  )
})

test('no address gets into the log', async () => {
  const text = await api.logText()
  expect(text).toContain('LinkClicked')
  expect(text).not.toMatch(/203\.0\.113|192\.0\.2|2001:db8/i)
})
