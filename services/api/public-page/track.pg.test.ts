import { beforeAll, describe, expect, test, afterEach, beforeEach } from 'vitest'
import { recorded, TRACK_TYPES } from '@app/contracts/api/public-calls.ts'
import { NETWORKS } from '@app/contracts/traffic/traffic-kinds.ts'
import { useTestApi } from '../../../tests/support/api/test-api.ts'
import { expectRefused, type CallInit, answerOf } from '../../../tests/support/api/test-client.ts'
import { uuid, write } from '../../../tests/support/api/test-log.ts'
import { gzipSync } from 'node:zlib'
import type { Position } from '@app/contracts/event-store.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'

const api = useTestApi()

const ANA = uuid(0xa1)
const DAY_MS = 86_400_000

const track = (profileId: string, body: unknown, init?: CallInit) =>
  api.post(`/api/public/track/${profileId}`, body, init)

test('each type is recorded durably, answers its event id, and counts under its network', async () => {
  const { id } = await api.newProfile('all-types')
  const ids: string[] = []
  for (const event_type of TRACK_TYPES) {
    const response = await track(id, { event_type, visitor_id: ANA })
    expect(response.status).toBe(200)
    ids.push(recorded.strict().parse(await response.json()).event_id)
  }
  const stored = await api.events(id, 'LinkClicked', 'ContactDownloaded')
  expect(stored.map((event) => event.id)).toEqual(ids)
  const figures = await api.figures(id)
  expect(figures.social_clicks).toEqual(Object.fromEntries(NETWORKS.map((network) => [network, 1])))
  expect(figures).toMatchObject({ social_clicks_total: NETWORKS.length, vcf_downloads: 1, total_visits: 0 })
})

test('further fields of the spec and its clients are accepted', async () => {
  const { id } = await api.newProfile('all-fields')
  const body = {
    event_type: 'click_whatsapp',
    event_id: uuid(0x301),
    visit_id: uuid(0x302),
    visitor_id: ANA,
    visitor_name: null,
    user_agent: 'curl/8 says the body',
    source: 'qr',
    referrer: 'https://l.instagram.com/?u=secret',
    something_newer: true,
  }
  expect(await (await track(id, body)).json()).toEqual({ recorded: true, event_id: uuid(0x301) })
  const [event] = await api.events(id, 'LinkClicked')
  expect(event?.data).toMatchObject({
    visitId: uuid(0x302),
    visitorId: ANA,
    source: 'qr',
    referrer: 'l.instagram.com',
  })
  expect(event?.meta).toMatchObject({ actor: { kind: 'visitor', id: ANA }, correlationId: uuid(0x302) })
  expect(JSON.stringify(event?.data)).not.toMatch(/secret|curl|newer/)
  expect(await api.figures(id)).toMatchObject({ social_clicks_total: 1, excluded: { clicks: 0 } })
})

test('a click happened when its call says, or is refused', async () => {
  const { id } = api.profile
  const at = (ms: number): string => new Date(api.clock.now().getTime() + ms).toISOString()
  const said = { occurred_at: at(-31 * DAY_MS), age_ms: DAY_MS }
  expect((await track(id, { event_type: 'click_email', ...said })).status).toBe(200)
  expect((await api.events(id, 'LinkClicked')).at(-1)?.meta.occurredAt).toBe(at(-DAY_MS))
  const head = await api.bare.headPosition()
  for (const wrong of [{ occurred_at: at(-7 * DAY_MS - 1) }, { occurred_at: 0 }, { age_ms: '1' }])
    await expectRefused(await track(id, { event_type: 'click_email', ...wrong }), 422, 'invalid')
  expect(await api.bare.headPosition()).toBe(head)
})

describe('a refusal:', () => {
  let head: Position
  beforeAll(async () => {
    const off = await api.newProfile('inactive', { id: INACTIVE })
    await write(api.store, api.clock.now(), profileStream(off.id), [{ type: 'ProfileDeactivated', data: {} }])
    await api.settle()
  })

  beforeEach(async () => {
    head = await api.bare.headPosition()
  })
  afterEach(async () => {
    expect(await api.bare.headPosition(), 'nothing was appended').toBe(head)
  })

  const INACTIVE = uuid(0x700)
  const JSON_TYPE = { 'content-type': 'application/json' }
  const click = { event_type: 'click_email' }
  const track = (body: unknown, init?: CallInit) =>
    api.post(`/api/public/track/${api.profile.id}`, body, init)
  const trackOf = (profileId: string) => api.post(`/api/public/track/${profileId}`, click)

  const LARGE: readonly (readonly [string, string])[] = [
    ['in a field', JSON.stringify({ ...click, visitor_name: 'x'.repeat(LIMITS.bodyBytesMax) })],
    ['in white space', JSON.stringify(click) + ' '.repeat(LIMITS.bodyBytesMax)],
    ['in depth', '['.repeat(1_000_000)],
  ]
  test('a body over 16 KB is too large [ACC-21] in a field, in white space, in depth, and packed into a small one', async () => {
    for (const [where, large] of LARGE) {
      const refused = await track(large)
      expect([where, refused.status]).toEqual([where, 413])
      await expectRefused(refused, 413, 'too-large')
    }
    const body = gzipSync(JSON.stringify(click) + ' '.repeat(20_000_000))
    const response = await api.call(`/api/public/track/${api.profile.id}`, {
      method: 'POST',
      body,
      headers: { ...JSON_TYPE, 'content-encoding': 'gzip' },
    })
    await expectRefused(response, 413, 'too-large')
  })

  describe('a body that is not JSON by its type is not read, as a form of another site could send it', () => {
    const TYPES: readonly (readonly [type: string, body: string])[] = [
      ['text/plain', JSON.stringify({ event_type: 'click_email' })],
      ['application/x-www-form-urlencoded', 'event_type=click_email'],
      [
        'multipart/form-data; boundary=x',
        '--x\r\nContent-Disposition: form-data; name="event_type"\r\n\r\nvcf\r\n--x--',
      ],
      ['application/json-patch+json', JSON.stringify({ event_type: 'click_email' })],
      ['application/json; charset=iso-8859-1', JSON.stringify({ event_type: 'click_email' })],
    ]
    test('nor is one of no type, an absent one, nor one in an unknown encoding [ACC-15]', async () => {
      for (const [type, body] of TYPES) {
        const headers = {
          'content-type': type,
          origin: 'https://evil.example',
          'sec-fetch-site': 'cross-site',
        }
        const refused = await track(body, { headers })
        expect([type, refused.status]).toEqual([type, 415])
        await expectRefused(refused, 415, 'unsupported-media')
      }
      const path = `/api/public/track/${api.profile.id}`
      const bytes = Buffer.from(JSON.stringify(click))
      for (const response of [
        await api.call(path, { method: 'POST', body: bytes }),
        await api.call(path, { method: 'POST' }),
        await api.call(path, {
          method: 'POST',
          body: bytes,
          headers: { ...JSON_TYPE, 'content-encoding': 'rot13' },
        }),
      ]) {
        await expectRefused(response, 415, 'unsupported-media')
      }
    })

    test('no answer lets another site read it [ACC-15]', async () => {
      const path = `/api/public/track/${api.profile.id}`
      const headers = {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,authorization',
      }
      const answers = await Promise.all([
        api.call(path, { method: 'OPTIONS', headers }),
        track({}, { headers: { origin: headers.origin } }),
        api.call('/api/public/profile/nobody', { headers }),
        api.call('/api/auth/login', { method: 'OPTIONS', headers }),
        api.call('/api/admin/profiles', { headers }),
      ])
      const allowed = answers.flatMap((answer) =>
        [...answer.headers.keys()].filter((name) => name.startsWith('access-control')),
      )
      expect(allowed).toEqual([])
      expect(answers.map((answer) => answer.headers.get('set-cookie'))).toEqual(answers.map(() => null))
    })
  })

  test('unknown, inactive and malformed profile ids get the same answer', async () => {
    const inactive = await answerOf(await trackOf(INACTIVE))
    expect(inactive).toMatchObject({
      status: 404,
      body: expect.stringContaining('profile-not-found') as string,
    })
    for (const id of [uuid(0x7ff), 'demo', '1', '%00', '..%2f..']) {
      expect(await answerOf(await trackOf(id))).toEqual(inactive)
    }
  })
})
