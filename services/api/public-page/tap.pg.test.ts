import { describe, expect, test } from 'vitest'
import { publicProfile } from '@app/contracts/api/public-calls.ts'
import { useTestApi } from '../../../tests/support/api/test-api.ts'
import { type CallInit } from '../../../tests/support/api/test-client.ts'
import { uuid } from '../../../tests/support/api/test-log.ts'

const api = useTestApi()

const ANA = uuid(0xa1)
const BRUNO = uuid(0xb1)

const tap = (slug: string, query = '', init?: CallInit) =>
  api.call(`/api/public/profile/${slug}${query === '' ? '' : `?${query}`}`, init)

test('a tap is recorded, of whom a header names, and its answer is the public profile, which nobody may keep', async () => {
  const { id, slug } = await api.newProfile('first-tap')
  const response = await tap(slug, 's=nfc', { headers: { 'visitor-id': ANA } })
  expect(response.status).toBe(200)
  expect(response.headers.get('tap-status')).toBe('recorded')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  const body = (await response.json()) as object
  expect(publicProfile.parse(body)).toMatchObject({ id, slug })
  expect(Object.keys(body).sort()).toEqual(Object.keys(publicProfile.shape).sort())
  expect(JSON.stringify(body)).not.toMatch(/"(?:visits|owner\w*|user_\w+|is_active|created_at)"/)
  expect(await api.events(id, 'ProfileTapped')).toMatchObject([{ data: { visitorId: ANA } }])
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
})

describe('a request without a person', () => {
  test('is recorded, and not counted: a robot, a preview, the owner, an administrator [FIG-7, FIG-8]', async () => {
    const cases: readonly (readonly [reason: string, init: CallInit])[] = [
      ['robot', { headers: { 'user-agent': 'curl/8.5.0' } }],
      ['robot', { headers: { 'user-agent': '' } }],
      ['robot', { headers: { 'user-agent': 'WhatsApp/2.23.18.78 i' } }],
      ['preview', { method: 'HEAD' }],
      ['preview', { headers: { 'sec-purpose': 'prefetch' } }],
      ['preview', { headers: { 'sec-purpose': 'prefetch;prerender' } }],
      ['preview', { headers: { purpose: 'preview' } }],
      ['preview', { headers: { 'x-purpose': 'preview' } }],
      ['preview', { headers: { 'x-moz': 'prefetch' } }],
      ['own', { token: api.owner.token }],
      ['own', { token: api.admin.token }],
    ]
    const { id, slug } = await api.newProfile('no-person')
    const expected: Record<string, number> = {}
    for (const [n, [reason, init]] of cases.entries()) {
      const response = await tap(slug, `u=${uuid(0xc10 + n)}`, init)
      expect([init, response.status, response.headers.get('tap-status')]).toEqual([init, 200, 'recorded'])
      expected[reason] = (expected[reason] ?? 0) + 1
    }
    expect(await api.events(id, 'ProfileTapped')).toHaveLength(cases.length)
    const { total_visits, excluded, excluded_by_reason } = await api.figures(id)
    expect({ total_visits, excluded, visits: excluded_by_reason.visits }).toEqual({
      total_visits: 0,
      excluded: { visits: cases.length, clicks: 0, downloads: 0 },
      visits: expected,
    })
  })

  test('is none of an owner whose session has ended, of another owner, nor of who has a token that says nothing', async () => {
    const person = await api.newAccount('Saliente')
    const { id, slug } = await api.newProfile('own-ended', { ownerId: person.id })
    await api.call(`/api/public/profile/${slug}`, { token: person.token })
    await api.call('/api/auth/logout', { method: 'POST', token: person.token })
    api.clock.advance(2_000)
    for (const [n, token] of [person.token, api.owner.token, 'not.a.token'].entries())
      expect((await tap(slug, `u=${uuid(0xc20 + n)}`, { token })).status).toBe(200)
    const { total_visits, excluded_by_reason } = await api.figures(id)
    expect({ total_visits, visits: excluded_by_reason.visits }).toMatchObject({
      total_visits: 3,
      visits: { own: 1 },
    })
  })
})
