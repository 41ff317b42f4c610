import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recorded } from '@app/contracts/api/public-calls.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { startTestApi, type TestApi } from '../../../../tests/support/api/test-api.ts'
import { answerOf, expectRefused, PHONE } from '../../../../tests/support/api/test-client.ts'
import { uuid } from '../../../../tests/support/api/test-log.ts'

/** The calls of phones: a key names the event itself, and the log knows whether it happened. */
let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

const ANA = uuid(0xa1)
const CLICK = { event_type: 'click_email', visitor_id: ANA, visitor_name: 'Ana' }
const PERSON = { full_name: 'Juan Pérez', phone: '912345678', description: 'Compra vides', visitor_id: ANA }

/** With Express (a trailing question mark) and without. */
const WAYS = ['', '?'] as const
const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })
const track = (id: string, key: string, body: object = CLICK, way: string = '') =>
  api.post(`/api/public/track/${id}${way}`, body, keyed(key))
const identify = (id: string, key: string, body: object = PERSON) =>
  api.post(`/api/public/identify/${id}`, body, keyed(key))
const idIn = async (response: Response): Promise<string> => recorded.parse(await response.json()).event_id

test('a key that is a UUID is the id of the event, in any spelling', async () => {
  const { id } = await api.newProfile('key-uuid')
  const key = uuid(0xabcde1)
  for (const way of WAYS) {
    expect(await idIn(await track(id, key, CLICK, way))).toBe(key)
    expect(await idIn(await track(id, key.toUpperCase(), CLICK, way))).toBe(key)
  }
  expect(await api.events(id, 'LinkClicked')).toMatchObject([{ id: key }])
})

test('any other key names one event of the profile, with and without Express, and another of another profile', async () => {
  const [one, other] = [await api.newProfile('key-text'), await api.newProfile('key-text-other')]
  const key = 'pulsación 1 · 📇'.slice(0, 13)
  const first = await answerOf(await track(one.id, key))
  for (const way of WAYS)
    expect(await answerOf(await track(one.id.toUpperCase(), key, CLICK, way))).toEqual(first)
  expect(await api.events(one.id, 'LinkClicked')).toHaveLength(1)
  expect((await track(other.id, key)).status).toBe(200)
  expect(await api.events(other.id, 'LinkClicked')).toHaveLength(1)
})

test('twenty identical calls at once are one event, and one answer', async () => {
  const { id } = await api.newProfile('key-twenty')
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_none, n) => track(id, 'veinte', CLICK, WAYS[n % 2])),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(await Promise.all(answers.map(idIn))).size).toBe(1)
  expect(await api.figures(id)).toMatchObject({ social_clicks_total: 1, excluded: { clicks: 0 } })
})

test('a retry days later, with the time at which it happened, is the same event', async () => {
  const { id } = await api.newProfile('key-later')
  const occurred_at = api.clock.now().toISOString()
  const first = await idIn(await track(id, 'tarde'))
  api.clock.advance(3 * 86_400_000)
  expect(await idIn(await track(id, 'tarde', { ...CLICK, occurred_at }))).toBe(first)
  expect(await api.events(id, 'LinkClicked')).toHaveLength(1)
})

describe('under one key', () => {
  /** A profile for each way. */
  const ways: { readonly way: string; readonly id: string }[] = []
  beforeAll(async () => {
    for (const way of WAYS) ways.push({ way, id: (await api.newProfile(`key-way-${way.length}`)).id })
  })

  test('another click, visit, source or name is refused', async () => {
    for (const { way, id } of ways) {
      const first = await (await track(id, 'misma', CLICK, way)).json()
      const head = await api.bare.headPosition()
      for (const change of [
        { event_type: 'click_custom' },
        { event_type: 'vcf' },
        { visit_id: uuid(0x77) },
        { source: 'qr' },
        { visitor_name: 'Eva' },
        { visitor_name: null },
      ]) {
        const other = await track(id, 'misma', { ...CLICK, ...change }, way)
        expect([way, change, other.status]).toEqual([way, change, 409])
        await expectRefused(other, 409, 'event-id-taken')
      }
      expect(await api.bare.headPosition()).toBe(head)
      expect(await (await track(id, 'misma', CLICK, way)).json()).toEqual(first)
    }
  })

  test('an event id beside the key is welcome where it is the same one', async () => {
    for (const { way, id } of ways) {
      const event_id = uuid(0xbb0 + way.length)
      const body = { ...CLICK, event_id: event_id.toUpperCase() }
      expect(await idIn(await track(id, event_id, body, way))).toBe(event_id)
      const before = (await api.events(id, 'LinkClicked')).length
      for (const key of [uuid(0xcc0), 'otra'])
        await expectRefused(await track(id, key, { ...CLICK, event_id }, way), 422, 'invalid')
      expect(await api.events(id, 'LinkClicked')).toHaveLength(before)
    }
  })

  test('of no form that a key has, or with an invalid body, nothing is recorded, and a corrected call is', async () => {
    for (const { way, id } of ways) {
      const head = await api.bare.headPosition()
      for (const key of ['', 'x'.repeat(LIMITS.idempotencyKeyCharsMax + 1), 'a\tb'])
        await expectRefused(await track(id, key, CLICK, way), 422, 'invalid')
      await expectRefused(await track(id, 'corregida', { event_type: 'click_fax' }, way), 422, 'invalid')
      expect(await api.bare.headPosition()).toBe(head)
      expect((await track(id, 'corregida', CLICK, way)).status).toBe(200)
    }
  })
})

describe('an identification', () => {
  test('with the same key and texts is one, and its answer the same', async () => {
    const { id } = await api.newProfile('key-identified')
    const first = await answerOf(await identify(id, 'formulario'))
    expect(await answerOf(await identify(id, 'formulario'))).toEqual(first)
    expect(await api.events(id, 'VisitorIdentified')).toHaveLength(1)
  })

  test('with other texts under the key is refused, and so is a click', async () => {
    const { id } = await api.newProfile('key-identified-other')
    await identify(id, 'formulario')
    await expectRefused(
      await identify(id, 'formulario', { ...PERSON, phone: '812345678' }),
      409,
      'event-id-taken',
    )
    await expectRefused(await track(id, 'formulario'), 409, 'event-id-taken')
    expect(await api.events(id, 'VisitorIdentified', 'LinkClicked')).toHaveLength(1)
  })
})

describe('a contact', () => {
  test('downloaded and confirmed under one id, in the address and as a key, is one download', async () => {
    const { id, slug } = await api.newProfile('key-contact')
    const event = uuid(0xdd1)
    expect((await api.call(`/api/profile/${slug}/vcf?e=${event}&u=${ANA}`)).status).toBe(200)
    const confirmed = await track(id, event, {
      event_type: 'vcf',
      visitor_id: ANA,
      source: 'qr',
      visitor_name: 'Ana',
    })
    expect(await idIn(confirmed)).toBe(event)
    expect(await api.events(id, 'ContactDownloaded')).toHaveLength(1)
    expect(await api.figures(id)).toMatchObject({ vcf_downloads: 1, excluded: { downloads: 0 } })
  })

  test('also when the confirmation comes first', async () => {
    const { id, slug } = await api.newProfile('key-contact-first')
    const event = uuid(0xdd2)
    expect(await idIn(await track(id, event, { event_type: 'vcf', visitor_id: ANA }))).toBe(event)
    expect((await api.call(`/profile/${slug}/vcf?e=${event}&u=${ANA}`)).status).toBe(200)
    expect(await api.events(id, 'ContactDownloaded')).toHaveLength(1)
    expect(await api.figures(id)).toMatchObject({ vcf_downloads: 1 })
  })
})

describe('two visitors under one key', () => {
  const BRUNO = uuid(0xb2)
  const CONTACT = { event_type: 'vcf', visitor_id: ANA }

  test('are two: the second contact or click is refused, not lost in silence', async () => {
    for (const way of WAYS) {
      const { id } = await api.newProfile(`key-two-${way.length}`)
      for (const [key, body] of [
        ['corta', CONTACT],
        ['otra', { ...CLICK, visitor_name: undefined }],
      ] as const) {
        expect((await track(id, key, body, way)).status).toBe(200)
        const other = await track(id, key, { ...body, visitor_id: BRUNO }, way)
        await expectRefused(other, 409, 'event-id-taken')
        expect((await track(id, key, body, way)).status).toBe(200)
      }
      expect(await api.events(id, 'LinkClicked', 'ContactDownloaded')).toMatchObject([
        { data: { visitorId: ANA } },
        { data: { visitorId: ANA } },
      ])
    }
  })

  test('are two with the same words in a form', async () => {
    const { id } = await api.newProfile('key-two-forms')
    expect((await identify(id, 'corta')).status).toBe(200)
    await expectRefused(await identify(id, 'corta', { ...PERSON, visitor_id: BRUNO }), 409, 'event-id-taken')
  })

  test('are one if a try sends no id, because its address may have changed', async () => {
    const { id } = await api.newProfile('key-hashed')
    const tries = [{ event_type: 'vcf' }, CONTACT, { event_type: 'vcf' }]
    for (const [n, body] of tries.entries()) {
      const headers = { 'idempotency-key': 'corta', 'user-agent': `${PHONE} ${n}` }
      expect((await api.post(`/api/public/track/${id}`, body, { headers })).status).toBe(200)
    }
    expect(await api.events(id, 'ContactDownloaded')).toHaveLength(1)
  })
})
