import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../../tests/support/api/test-api.ts'
import { PHONE } from '../../../tests/support/api/test-client.ts'
import { uuid } from '../../../tests/support/api/test-log.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

const ANA = uuid(0xa1)
const DAY_MS = 86_400_000
const OTHER_PHONE = PHONE.replaceAll('18_5', '17_1')

/** The visitor of the last tap. */
async function visitorOf(
  profile: { readonly id: string; readonly slug: string },
  headers: Readonly<Record<string, string>> = {},
  query = '',
): Promise<unknown> {
  const response = await api.call(`/api/public/profile/${profile.slug}${query}`, { headers })
  expect(response.status).toBe(200)
  const event = (await api.events(profile.id, 'ProfileTapped')).at(-1)
  return event?.data.visitorId
}

test('a browser that brings its id is that visitor, however the id is written', async () => {
  const profile = await api.newProfile('brings-id')
  expect(await visitorOf(profile, {}, `?u=${ANA}`)).toBe(ANA)
  expect(await visitorOf(profile, {}, `?u=${ANA.toUpperCase()}`)).toBe(ANA)
})

describe('without an id the visitor is a hash', () => {
  test('of address and user agent: the same phone is one visitor on a page', async () => {
    const profile = await api.newProfile('one-phone')
    const first = await visitorOf(profile)
    expect(await visitorOf(profile)).toBe(first)
    expect(await visitorOf(profile, { 'user-agent': OTHER_PHONE })).not.toBe(first)
    api.clock.advance(60_000)
    await visitorOf(profile)
    expect(await api.figures(profile.id)).toMatchObject({ unique_visitors: 2, total_visits: 3 })
  })

  test('that differs from profile to profile', async () => {
    const [one, other] = [await api.newProfile('hash-one'), await api.newProfile('hash-other')]
    expect(await visitorOf(one)).not.toBe(await visitorOf(other))
  })

  test('that differs from day to day in Santiago', async () => {
    const profile = await api.newProfile('hash-days')
    api.clock.set('2026-11-20T02:59:59.000Z')
    const thursday = await visitorOf(profile)
    api.clock.advance(1_000)
    const friday = await visitorOf(profile)
    expect(friday).not.toBe(thursday)
    api.clock.advance(DAY_MS)
    expect([thursday, friday]).not.toContain(await visitorOf(profile))
  })

  test('whose keys are destroyed after two days [PRIV-7]', async () => {
    const profile = await api.newProfile('hash-keys')
    await visitorOf(profile)
    api.clock.advance(3 * DAY_MS)
    await visitorOf(profile)
    const { rows } = await api.db.query<{ days: string }>('select count(*) as days from vault.visitor_salts')
    expect(rows).toEqual([{ days: '1' }])
  })

  test.each([
    ['Do Not Track', { dnt: '1' }],
    ['Global Privacy Control', { 'sec-gpc': '1' }],
  ])('with %s too, although the browser has an id [PRIV-8]', async (name, headers) => {
    const profile = await api.newProfile(`asks-${Object.keys(headers)[0]}`)
    const hashed = await visitorOf(profile)
    expect(await visitorOf(profile, headers, `?u=${ANA}`)).toBe(hashed)
    const click = { event_type: 'click_email', visitor_id: ANA }
    expect((await api.post(`/api/public/track/${profile.id}`, click, { headers })).status).toBe(200)
    expect(await api.events(profile.id, 'LinkClicked'), name).toMatchObject([{ data: { visitorId: hashed } }])
  })

  test('that no forwarded address changes', async () => {
    const profile = await api.newProfile('forwarded')
    const hashed = await visitorOf(profile)
    const forged = {
      'x-forwarded-for': '203.0.113.7',
      forwarded: 'for=203.0.113.7',
      'x-real-ip': '203.0.113.7',
    }
    expect(await visitorOf(profile, forged)).toBe(hashed)
    expect(await api.logText()).not.toContain('203.0.113.7')
  })
})

describe('the source of a tap', () => {
  test.each([
    ['https://www.linkedin.com/in/ana?trk=secret#x', 'www.linkedin.com'],
    ['https://tarjeta.example/pages/ana', undefined],
    ['android-app://com.instagram.android/', 'com.instagram.android'],
    ['not an address', undefined],
  ])('of the referrer %s the event keeps %s', async (referrer, kept) => {
    const { id, slug } = await api.newProfile(`from-${referrer.length}`)
    await api.call(`/api/public/profile/${slug}?s=qr&r=${encodeURIComponent(referrer)}`)
    const [event] = await api.events(id, 'ProfileTapped')
    expect(event?.data.source).toBe('qr')
    expect(event?.data.referrer).toBe(kept)
    expect(JSON.stringify(event?.data)).not.toMatch(/trk|secret|\/in\//)
  })
})

test('no event of these contains an address [PRIV-7]', async () => {
  const text = await api.logText()
  expect(text).toContain('ProfileTapped')
  expect(text).not.toMatch(/127\.0\.0\.1|::1|::ffff|localhost/)
})
