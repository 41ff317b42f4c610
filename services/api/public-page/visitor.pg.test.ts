import { beforeAll, describe, expect, test } from 'vitest'
import { REPEAT_TAP_MS } from '@app/contracts/traffic/definitions.ts'
import { useTestApi } from '../../../tests/support/api/test-api.ts'
import { PHONE, type CallInit } from '../../../tests/support/api/test-client.ts'
import { uuid } from '../../../tests/support/api/test-log.ts'
import type { EventType } from '@app/contracts/events/catalogue.ts'
import { subscriptionsOf, type TestSubscriptions } from '../../../tests/support/api/test-subscriptions.ts'
import { longTest } from '../../../tests/support/longer-runs.ts'

const api = useTestApi()

const ANA = uuid(0xa1)
const OTHER_PHONE = PHONE.replaceAll('18_5', '17_1')

/** The visitor of the last tap. */
async function visitorOf(
  profile: { readonly id: string; readonly slug: string },
  headers: Readonly<Record<string, string>> = {},
  query = '',
): Promise<unknown> {
  const taps = () => api.events(profile.id, 'ProfileTapped')
  const before = (await taps()).length
  const response = await api.call(`/api/public/profile/${profile.slug}${query}`, { headers })
  expect(response.status).toBe(200)
  // On a busy machine it is answered before its tap is recorded.
  await expect.poll(taps).toHaveLength(before + 1)
  return (await taps()).at(-1)?.data.visitorId
}

describe('without an id the visitor is a hash', () => {
  test('of address and user agent: the same phone is one visitor on a page, and another on another', async () => {
    const profile = await api.newProfile('one-phone')
    const first = await visitorOf(profile)
    expect(await visitorOf(profile)).toBe(first)
    const forged = {
      'x-forwarded-for': '203.0.113.7',
      forwarded: 'for=203.0.113.7',
      'x-real-ip': '203.0.113.7',
    }
    expect(await visitorOf(profile, forged)).toBe(first)
    expect(await visitorOf(api.demo)).not.toBe(first)
    expect(await visitorOf(profile, { 'user-agent': OTHER_PHONE })).not.toBe(first)
    api.clock.advance(2 * REPEAT_TAP_MS)
    await visitorOf(profile)
    expect(await api.figures(profile.id)).toMatchObject({ unique_visitors: 2, total_visits: 3 })
    expect(await api.logText()).not.toContain('203.0.113.7')
  })

  test('with Do Not Track or Global Privacy Control too, although the browser has an id [PRIV-8]', async () => {
    const { id } = api.profile
    const hashed = await visitorOf(api.profile)
    for (const headers of [{ dnt: '1' }, { 'sec-gpc': '1' }]) {
      expect([headers, await visitorOf(api.profile, headers, `?u=${ANA}`)]).toEqual([headers, hashed])
      const click = { event_type: 'click_email', visitor_id: ANA }
      expect((await api.post(`/api/public/track/${id}`, click, { headers })).status).toBe(200)
      const clicked = (await api.events(id, 'LinkClicked')).at(-1)
      expect([headers, clicked?.data.visitorId]).toEqual([headers, hashed])
    }
  })
})

test('of a tap’s referrer the event keeps the host, and nothing of its own pages', async () => {
  for (const [referrer, kept] of [
    ['https://www.linkedin.com/in/ana?trk=secret#x', 'www.linkedin.com'],
    ['https://tarjeta.example/pages/ana', undefined],
    ['android-app://com.instagram.android/', 'com.instagram.android'],
    ['not an address', undefined],
  ] as const) {
    await api.call(`/api/public/profile/${api.profile.slug}?s=qr&r=${encodeURIComponent(referrer)}`)
    const { data } = (await api.events(api.profile.id, 'ProfileTapped')).at(-1)!
    expect([referrer, data.source, data.referrer]).toEqual([referrer, 'qr', kept])
    expect(JSON.stringify(data)).not.toMatch(/trk|secret|\/in\//)
  }
})

test('no event of these contains an address [PRIV-7]', async () => {
  const text = await api.logText()
  expect(text).toContain('ProfileTapped')
  expect(text).not.toMatch(/127\.0\.0\.1|::1|::ffff|localhost/)
})

let subscriptions: TestSubscriptions
beforeAll(async () => {
  subscriptions = subscriptionsOf(api)
})

const SEEN = { interval: 10 }
let people = 0

async function subscriber() {
  people += 1
  const email = `guarda-${people}@correo.example`
  const profile = await api.newProfile(`guarda-${people}`, { id: uuid(0xa000 + people) })
  const of = await subscriptions.subscribed(profile.id, email)
  return {
    of,
    profile,
    token: subscriptions.tokens.issue('page', of),
    vcf: (query: string, init?: CallInit) => api.call(`/api/profile/${profile.slug}/vcf?${query}`, init),
    events: () => subscriptions.eventsOf(profile.id, email),
    types: () => subscriptions.typesOf(profile.id, email),
    downloads: () => api.events(profile.id, 'ContactDownloaded' satisfies EventType),
  }
}

test('a contact saved on the page of a reminder’s link ends the cycle, and is a download', async () => {
  const { vcf, token, events, downloads } = await subscriber()
  const eventId = uuid(0xe1)
  const response = await vcf(`t=${token}&e=${eventId}`)
  expect([response.status, response.headers.get('tap-status')]).toEqual([200, 'recorded'])
  await expect
    .poll(events, SEEN)
    .toMatchObject([
      { type: 'ReminderSubscribed' },
      { type: 'ReminderConverted', data: { how: 'link', eventId } },
    ])
  await vcf(`t=${token}`)
  expect(await downloads()).toHaveLength(2)
  expect(await api.logText()).not.toContain(token)
})

longTest(
  'neither robots, HEAD, later parts, prefetches, the owner nor a wrong token convert [MAIL-7]',
  async () => {
    const { vcf, token, of, types, profile, downloads } = await subscriber()
    const own = uuid(0xe2)
    const announced = { event_type: 'vcf', event_id: own }
    await api.post(`/api/public/track/${profile.id}`, announced, { token: api.owner.token })
    const asked: readonly [string, CallInit][] = [
      [`t=${token}`, { method: 'HEAD' }],
      [`t=${token}`, { headers: { range: 'bytes=100-' } }],
      [`t=${token}`, { headers: { 'sec-purpose': 'prefetch' } }],
      [`t=${token}`, { headers: { 'user-agent': 'curl/8.5.0' } }],
      [`t=${token}`, { headers: { 'user-agent': '' } }],
      [`t=${token}&e=${own}`, {}],
    ]
    for (const [query, init] of asked) expect((await vcf(query, init)).status).toBe(200)
    const other = await subscriber()
    const { tokens } = subscriptions
    const before = (await downloads()).length
    const wrong = [
      token.replace(/.$/, (last) => (last === 'a' ? 'q' : 'a')),
      other.token,
      tokens.issue('talked', of),
      tokens.issue('page', { ...of, cycle: 2 }),
      'x'.repeat(3_000),
      `${token}&t=${token}`,
      '',
    ]
    for (const query of wrong) expect((await vcf(`t=${query}`)).status).toBe(200)
    expect(await downloads()).toHaveLength(before + wrong.length)
    // One more converts: those before it have had their time.
    await other.vcf(`t=${other.token}`)
    await expect.poll(async () => (await other.types()).length, SEEN).toBe(2)
    expect(await types()).toEqual(['ReminderSubscribed'])
  },
)

test('the page hands its token to the contact file, and names it to nobody', async () => {
  const { token, profile, of } = await subscriber()
  const page = async (query: string, slug = profile.slug) => {
    const response = await api.call(`/pages/${slug}${query}`)
    return { headers: response.headers, html: await response.text() }
  }
  const link = (html: string): string | undefined => /href="([^"]*\/vcf[^"]*)"/.exec(html)?.[1]
  const opened = await page(`?t=${token}`)
  expect(link(opened.html)).toBe(`/api/profile/${profile.slug}/vcf?t=${token}`)
  expect(opened.html.split(token)).toHaveLength(2)
  expect(opened.headers.get('referrer-policy')).toBe('strict-origin')
  expect(opened.headers.get('cache-control')).toBe('no-store')

  for (const other of [
    '',
    '?t=',
    '?t=x',
    `?t=${subscriptions.tokens.issue('talked', of)}`,
    `?t=${token}&t=x`,
  ]) {
    const { html, headers } = await page(other)
    expect([other, link(html)]).toEqual([other, `/api/profile/${profile.slug}/vcf`])
    expect(headers.get('cache-control')).toBe('no-cache')
  }
})
