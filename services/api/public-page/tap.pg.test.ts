import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { publicProfile } from '@app/contracts/api/public-calls.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { startTestApi, type TestApi } from '../../../tests/support/api/test-api.ts'
import { answerOf, expectRefused, type CallInit } from '../../../tests/support/api/test-client.ts'
import { uuid, write } from '../../../tests/support/api/test-log.ts'
import { eventually } from '../../../tests/support/eventually.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

/** A lookup is remembered for less than this. */
const LOOKUP_MS = 2_000
const ANA = uuid(0xa1)
const BRUNO = uuid(0xb1)

const tap = (slug: string, query = '', init?: CallInit) =>
  api.call(`/api/public/profile/${slug}${query === '' ? '' : `?${query}`}`, init)

test('a tap is recorded, and its answer is the public profile, which nobody may keep', async () => {
  const { id, slug } = await api.newProfile('first-tap')
  const response = await tap(slug, `u=${ANA}&s=nfc`)
  expect(response.status).toBe(200)
  expect(response.headers.get('tap-status')).toBe('recorded')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  const body = (await response.json()) as object
  expect(publicProfile.parse(body)).toMatchObject({ id, slug })
  expect(Object.keys(body).sort()).toEqual(Object.keys(publicProfile.shape).sort())
  expect(JSON.stringify(body)).not.toMatch(/"(?:visits|owner\w*|user_\w+|is_active|created_at)"/)
  const { total_visits, unique_visitors, sources } = await api.figures(id)
  expect({ total_visits, unique_visitors, sources }).toEqual({
    total_visits: 1,
    unique_visitors: 1,
    sources: { nfc: 1, qr: 0, link: 0 },
  })
})

test('an iPad that names a Mac is a tablet, by the screen that its page tells', async () => {
  const { id, slug } = await api.newProfile('ipad')
  const headers = {
    'user-agent':
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
  }
  for (const [visitor, query] of [
    [ANA, '&touch=large'],
    [BRUNO, '&touch=small'],
    [uuid(0xc1), ''],
  ] as const)
    await tap(slug, `u=${visitor}${query}`, { headers })
  const { devices } = await api.figures(id)
  expect(devices).toMatchObject({ tablet: 1, iphone: 1, desktop: 1 })
  await expectRefused(await tap(slug, 'touch=huge', { headers }), 422, 'invalid')
})

describe('a request without a person is recorded and not counted', () => {
  const cases: readonly (readonly [string, string, CallInit])[] = [
    ['plain curl', 'robot', { headers: { 'user-agent': 'curl/8.5.0' } }],
    ['an empty user agent', 'robot', { headers: { 'user-agent': '' } }],
    ['a chat application', 'robot', { headers: { 'user-agent': 'WhatsApp/2.23.18.78 i' } }],
    ['HEAD', 'preview', { method: 'HEAD' }],
    ['Sec-Purpose: prefetch', 'preview', { headers: { 'sec-purpose': 'prefetch' } }],
    ['Sec-Purpose: prerender', 'preview', { headers: { 'sec-purpose': 'prefetch;prerender' } }],
    ['Purpose: preview', 'preview', { headers: { purpose: 'preview' } }],
    ['X-Purpose: preview', 'preview', { headers: { 'x-purpose': 'preview' } }],
    ['X-Moz: prefetch', 'preview', { headers: { 'x-moz': 'prefetch' } }],
  ]
  test.each(cases)('%s is a %s [FIG-7]', async (name, reason, init) => {
    const { id, slug } = await api.newProfile(`no-person-${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`)
    const response = await tap(slug, `u=${ANA}`, init)
    expect([response.status, response.headers.get('tap-status')]).toEqual([200, 'recorded'])
    expect(await api.events(id, 'ProfileTapped')).toHaveLength(1)
    const { total_visits, excluded, excluded_by_reason } = await api.figures(id)
    expect({ total_visits, excluded, visits: excluded_by_reason.visits }).toEqual({
      total_visits: 0,
      excluded: { visits: 1, clicks: 0, downloads: 0 },
      visits: { [reason]: 1 },
    })
  })

  test('an owner whose session has ended is a visitor, however good the signature of the token', async () => {
    const person = await api.newAccount('Saliente')
    const { id, slug } = await api.newProfile('own-ended', { ownerId: person.id })
    await api.call(`/api/public/profile/${slug}`, { token: person.token })
    await api.call('/api/auth/logout', { method: 'POST', token: person.token })
    api.clock.advance(2_000)
    await api.call(`/api/public/profile/${slug}`, { token: person.token })
    const { total_visits, excluded_by_reason } = await api.figures(id)
    expect({ total_visits, visits: excluded_by_reason.visits }).toMatchObject({
      total_visits: 1,
      visits: { own: 1 },
    })
  })

  test.each(['owner', 'admin'] as const)('a view of the %s is an own view [FIG-8]', async (who) => {
    const { id, slug } = await api.newProfile(`own-${who}`)
    await tap(slug, `u=${ANA}`, { token: api[who].token })
    const { total_visits, excluded_by_reason } = await api.figures(id)
    expect({ total_visits, ...excluded_by_reason }).toMatchObject({ total_visits: 0, visits: { own: 1 } })
  })
})

test.each([
  ["another owner's token", () => api.owner.token],
  ['a token that says nothing', () => 'not.a.token'],
])('with %s a tap is a visit like any other', async (_name, token) => {
  const { id, slug } = await api.newProfile(`visitor-${token().length}`, { ownerId: api.admin.id })
  const response = await tap(slug, `u=${ANA}`, { token: token() })
  expect(response.status).toBe(200)
  expect(await api.figures(id)).toMatchObject({ total_visits: 1, excluded: { visits: 0 } })
})

test('taps at 0, 20 and 40 seconds count two: the second repeats the first', async () => {
  const { id, slug } = await api.newProfile('repeats')
  for (const seconds of [0, 20, 40]) {
    if (seconds > 0) api.clock.advance(20_000)
    await tap(slug, `u=${ANA}`)
  }
  expect(await api.figures(id)).toMatchObject({
    total_visits: 2,
    unique_visitors: 1,
    excluded_by_reason: { visits: { repeat: 1 } },
  })
  await tap(slug, `u=${BRUNO}`)
  expect(await api.figures(id)).toMatchObject({ total_visits: 3, unique_visitors: 2 })
})

describe('ids make a retry harmless', () => {
  test('the same visit sent many times, together and later, is one event [LOG-2]', async () => {
    const { id, slug } = await api.newProfile('same-visit')
    const query = `v=${uuid(0x101)}&u=${ANA}`
    const together = await Promise.all(Array.from({ length: 20 }, () => tap(slug, query)))
    api.clock.advance(60_000)
    const statuses = [
      ...together,
      await tap(slug, query.toUpperCase().replace('V=', 'v=').replace('U=', 'u=')),
    ]
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([200]))
    expect(await api.events(id, 'ProfileTapped')).toHaveLength(1)
    expect(await api.figures(id)).toMatchObject({ total_visits: 1, excluded: { visits: 0 } })
  })

  test('the same event id with another visit of the profile is one event', async () => {
    const { id, slug } = await api.newProfile('same-event')
    await tap(slug, `e=${uuid(0x102)}&u=${ANA}`)
    await tap(slug, `e=${uuid(0x102)}&u=${ANA}`)
    expect(await api.events(id, 'ProfileTapped')).toMatchObject([{ id: uuid(0x102) }])
  })

  test.each([
    ['event', (profile: number) => `e=${uuid(0x103)}&u=${uuid(profile)}`],
    ['visit', () => `v=${uuid(0x104)}`],
  ])('the same %s id on another profile is refused', async (name, queryOf) => {
    const [mine, other] = [
      await api.newProfile(`mine-${name.length}`),
      await api.newProfile(`other-${name.length}`),
    ]
    expect((await tap(mine.slug, queryOf(1))).status).toBe(200)
    await expectRefused(await tap(other.slug, queryOf(2)), 409, 'event-id-taken')
    expect(await api.events(other.id, 'ProfileTapped')).toEqual([])
  })

  test('a malformed id is refused, and nothing is recorded', async () => {
    const { id, slug } = await api.newProfile('bad-ids')
    for (const query of [
      'e=1',
      'v=abc',
      'u=%00',
      's=fax',
      `r=${'x'.repeat(2_001)}`,
      'r=a%00b',
      `e=${ANA}&e=${ANA}`,
    ]) {
      await expectRefused(await tap(slug, query), 422, 'invalid')
    }
    expect(await api.events(id, 'ProfileTapped')).toEqual([])
  })
})

test('an inactive profile answers exactly as one that does not exist, and records nothing [ACC-12]', async () => {
  const profile = await api.newProfile('goes-off')
  expect((await tap('goes-off')).status).toBe(200)
  await write(api.store, api.clock.now(), profileStream(profile.id), [
    { type: 'ProfileDeactivated', data: {} },
  ])
  await api.settle()
  api.clock.advance(LOOKUP_MS)
  const head = await api.bare.headPosition()
  const [inactive, unknown] = [await tap('goes-off'), await tap('never-was')]
  expect(inactive.status).toBe(404)
  expect(await answerOf(inactive)).toEqual(await answerOf(unknown))
  expect(await api.bare.headPosition()).toBe(head)
  await write(api.store, api.clock.now(), profileStream(profile.id), [{ type: 'ProfileActivated', data: {} }])
  // The look-up learns from the log that it is open again, beside the read models.
  await eventually(async () => expect((await tap('goes-off')).status).toBe(200))
})

test('the visitor is named by a header, and one that is no id is refused', async () => {
  const { id, slug } = await api.newProfile('tap-header')
  await tap(slug, 's=nfc', { headers: { 'visitor-id': ANA } })
  expect(await api.events(id, 'ProfileTapped')).toMatchObject([{ data: { visitorId: ANA } }])
  await expectRefused(await tap(slug, '', { headers: { 'visitor-id': 'ana' } }), 422, 'invalid')
})
