import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Position } from '@app/contracts/event-store.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { startTestApi, type TestApi } from '../../../tests/support/api/test-api.ts'
import { answerOf, expectRefused, type CallInit } from '../../../tests/support/api/test-client.ts'
import { uuid, write } from '../../../tests/support/api/test-log.ts'

let api: TestApi
let head: Position
beforeAll(async () => {
  api = await startTestApi()
  const off = await api.newProfile('inactive', { id: INACTIVE })
  await write(api.store, api.clock.now(), profileStream(off.id), [{ type: 'ProfileDeactivated', data: {} }])
  await api.settle()
})
afterAll(() => api?.close())

beforeEach(async () => {
  head = await api.bare.headPosition()
})
afterEach(async () => {
  expect(await api.bare.headPosition(), 'nothing was appended').toBe(head)
})

const INACTIVE = uuid(0x700)
const JSON_TYPE = { 'content-type': 'application/json' }
const click = { event_type: 'click_email' }
const track = (body: unknown, init?: CallInit) => api.post(`/api/public/track/${api.profile.id}`, body, init)
const trackOf = (profileId: string) => api.post(`/api/public/track/${profileId}`, click)

test.each<readonly [string, unknown]>([
  ['no type', {}],
  ['an unknown type', { event_type: 'click_tiktok' }],
  ['a type that is a name of every object', { event_type: 'constructor' }],
  ['the type __proto__', { event_type: '__proto__' }],
  ['a type that is no text', { event_type: ['click_email'] }],
  ['an event id that is none', { ...click, event_id: '1' }],
  ['a visit id that is none', { ...click, visit_id: `${uuid(1)} ` }],
  ['a visitor id that is none', { ...click, visitor_id: 7 }],
  ['an unknown source', { ...click, source: 'fax' }],
  ['a name beyond its limit', { ...click, visitor_name: 'x'.repeat(LIMITS.nameCharsMax + 1) }],
  ['a referrer beyond its limit', { ...click, referrer: 'x'.repeat(LIMITS.urlCharsMax + 1) }],
  ['a user agent beyond its limit', { ...click, user_agent: 'x'.repeat(LIMITS.userAgentCharsMax + 1) }],
  ['NUL', { ...click, visitor_name: 'Ana\u0000' }],
  ['a control character', { ...click, visitor_name: 'Ana\u0007' }],
  ['a line break in one line', { ...click, visitor_name: 'Ana\nPérez' }],
  ['an escape sequence', { ...click, user_agent: '\u001b[31m' }],
  ['a C1 control character', { ...click, visitor_name: 'Ana\u0085' }],
  ['a lone high surrogate', `{"event_type":"click_email","visitor_name":"\\ud83d"}`],
  ['a lone low surrogate', `{"event_type":"click_email","visitor_name":"x\\udc00y"}`],
  ['surrogates in the wrong order', `{"event_type":"click_email","referrer":"\\udc00\\ud83d"}`],
  ['a list', [click]],
  ['an empty list', []],
])('%s is refused as invalid', async (_name, body) => {
  await expectRefused(await track(body), 422, 'invalid')
})

test('a refusal names the field', async () => {
  const response = await track({ ...click, visitor_name: 'Ana\u0000' })
  expect(await response.json()).toEqual({
    detail: 'Hay caracteres que no se pueden guardar.',
    code: 'invalid',
    field: 'visitor_name',
  })
})

test.each<readonly [string, string]>([
  ['half an object', '{"event_type":'],
  ['a text', '"click_email"'],
  ['null', 'null'],
  ['no JSON', 'event_type=click_email'],
])('a body that is %s is malformed', async (_name, body) => {
  await expectRefused(await track(body), 400, 'malformed')
})

describe('a body over 16 KB is too large [ACC-21]', () => {
  test.each<readonly [string, string]>([
    ['in a field', JSON.stringify({ ...click, visitor_name: 'x'.repeat(LIMITS.bodyBytesMax) })],
    ['in fields nobody reads', JSON.stringify({ ...click, more: Array.from({ length: 5_000 }, () => 1234) })],
    ['in white space', JSON.stringify(click) + ' '.repeat(LIMITS.bodyBytesMax)],
    ['in depth', '['.repeat(1_000_000)],
  ])('%s', async (_name, body) => {
    await expectRefused(await track(body), 413, 'too-large')
  })

  test('also when it comes packed into a small one', async () => {
    const body = gzipSync(JSON.stringify(click) + ' '.repeat(20_000_000))
    const response = await api.call(`/api/public/track/${api.profile.id}`, {
      method: 'POST',
      body,
      headers: { ...JSON_TYPE, 'content-encoding': 'gzip' },
    })
    await expectRefused(response, 413, 'too-large')
  })
})

describe('a body that is not JSON by its type is not read, as a form of another site could send it', () => {
  test.each([
    ['text/plain', JSON.stringify({ event_type: 'click_email' })],
    ['application/x-www-form-urlencoded', 'event_type=click_email'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="event_type"\r\n\r\nvcf\r\n--x--',
    ],
    ['application/json-patch+json', JSON.stringify({ event_type: 'click_email' })],
    ['application/json; charset=iso-8859-1', JSON.stringify({ event_type: 'click_email' })],
  ])('%s', async (type, body) => {
    const headers = { 'content-type': type, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    await expectRefused(await track(body, { headers }), 415, 'unsupported-media')
  })

  test('neither is one without a type, an absent one, nor one in an unknown encoding', async () => {
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

test.each([
  [
    'an own __proto__',
    '{"__proto__":{"polluted":true,"event_type":"click_email"},"constructor":{"prototype":{"polluted":true}}}',
  ],
  ['nested ones', '{"event_type":{"__proto__":{"polluted":true}}}'],
])('%s pollutes nothing [ACC-14]', async (_name, body) => {
  await expectRefused(await track(body), 422, 'invalid')
  const query = '__proto__[polluted]=1&constructor[prototype][polluted]=1&constructor.prototype.polluted=1'
  await api.call(`/api/public/profile/nobody?${query}`)
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

test('unknown fields of a body are not stored', async () => {
  const body = `{"event_type":"click_email","__proto__":{"polluted":true},"actor":{"kind":"admin"},"occurredAt":"x"}`
  const response = await track(body)
  expect(response.status).toBe(200)
  const [event] = await api.events(api.profile.id, 'LinkClicked')
  expect(Object.keys(event?.data ?? {}).sort()).toEqual(
    ['language', 'network', 'profileId', 'request', 'userAgent', 'visitorId'].sort(),
  )
  expect(event?.meta.actor.kind).toBe('visitor')
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  head = await api.bare.headPosition()
})
