import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recorded } from '@app/contracts/api/public-calls.ts'
import { IDENTIFY_CONSENT } from '@app/contracts/privacy/consents.ts'
import { visitorSubject } from '@app/contracts/events/interaction-events.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { FIRST_MOMENT } from '../../../tests/support/api/test-backend.ts'
import { startTestApi, type TestApi } from '../../../tests/support/api/test-api.ts'
import { expectRefused, type CallInit } from '../../../tests/support/api/test-client.ts'
import { uuid } from '../../../tests/support/api/test-log.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

const ANA = uuid(0xa1)
const BRUNO = uuid(0xb1)
const PERSON = /^interaction-[0-9a-f-]{36}$/
const NAME = 'Úrsula Ñancupil'
const JUAN = { full_name: 'Juan Pérez', phone: '+56 9 8765 4321', description: 'Compra vides en Ñuble' }

const identify = (profileId: string, body: unknown, init?: CallInit) =>
  api.post(`/api/public/identify/${profileId}`, body, init)
const click = (profileId: string, visitor_id: string, more: object = {}) =>
  api.post(`/api/public/track/${profileId}`, { event_type: 'click_whatsapp', visitor_id, ...more })

describe('required fields of a form', () => {
  const long = (length: number): string => 'x'.repeat(length + 1)
  test.each<readonly [string, object]>([
    ['no name', { ...JUAN, full_name: undefined }],
    ['no phone', { ...JUAN, phone: undefined }],
    ['no description', { ...JUAN, description: undefined }],
    ['a blank name', { ...JUAN, full_name: ' \u00a0 ' }],
    ['a blank phone', { ...JUAN, phone: '  ' }],
    ['a blank description', { ...JUAN, description: '\n\t ' }],
    ['null for a name', { ...JUAN, full_name: null }],
    ['a number for a phone', { ...JUAN, phone: 56_987_654_321 }],
    ['a name beyond its limit', { ...JUAN, full_name: long(LIMITS.nameCharsMax) }],
    ['a phone of seven digits', { ...JUAN, phone: '912 3456' }],
    ['a phone beyond its limit', { ...JUAN, phone: long(LIMITS.phoneCharsMax) }],
    ['a description beyond its limit', { ...JUAN, description: long(LIMITS.paragraphCharsMax) }],
    ['NUL in a description', { ...JUAN, description: 'a\u0000b' }],
    ['a line break in a name', { ...JUAN, full_name: 'Juan\nPérez' }],
    ['a lone surrogate in a name', { ...JUAN, full_name: 'Juan \ud83d' }],
  ])('%s is refused, and nothing is appended', async (_name, body) => {
    const head = await api.bare.headPosition()
    await expectRefused(await identify(api.profile.id, body), 422, 'invalid')
    expect(await api.bare.headPosition()).toBe(head)
  })

  test('a description may have lines and signs of any script', async () => {
    const { id } = await api.newProfile('lines')
    const description = 'Línea uno\nlínea dos\t🍇 漢字'
    expect((await identify(id, { ...JUAN, description })).status).toBe(200)
    expect((await api.figures(id)).visitors).toMatchObject({ 'Juan Pérez': { description } })
  })

  test('an unknown profile is not found', async () => {
    await expectRefused(await identify(uuid(0x7ff), JUAN), 404, 'profile-not-found')
  })
})

describe('a visitor’s form', () => {
  test('is sealed in the log and in the read model, with the version of the consent', async () => {
    const { id } = await api.newProfile('sealed')
    const response = await identify(id, { ...JUAN, visitor_id: ANA, event_id: uuid(0x401) })
    expect(recorded.parse(await response.json()).event_id).toBe(uuid(0x401))
    await api.settle()
    const [event] = await api.events(id, 'VisitorIdentified')
    expect(event?.data).toMatchObject({
      fullName: JUAN.full_name,
      phone: JUAN.phone,
      description: JUAN.description,
      consent: IDENTIFY_CONSENT,
    })
    expect(event?.meta.keyRef).toBe(visitorSubject(id, ANA))
    const { rows } = await api.db.query<{ line: string }>(
      'select row_to_json(v)::text as line from read.identified_visitors v',
    )
    const stored = `${await api.logText()}\n${rows.map(({ line }) => line).join('\n')}`
    expect(stored).toContain(ANA)
    for (const text of ['Juan Pérez', 'Pérez', '8765 4321', '87654321', 'vides'])
      expect(stored).not.toContain(text)
  })

  test('is shown to the owner by name, with clicks and whether the contact was saved', async () => {
    const { id, slug } = await api.newProfile('shown')
    await identify(id, { ...JUAN, full_name: '  Juan Pérez ', visitor_id: ANA })
    await click(id, ANA)
    await click(id, ANA)
    await api.call(`/api/profile/${slug}/vcf?u=${ANA}`)
    await click(id, BRUNO, { visitor_name: 'Bruno' })
    await api.settle()
    const { visitors, visitors_total } = await api.figuresFor(api.owner.token, id)
    const [named_at, person] = [FIRST_MOMENT, expect.stringMatching(PERSON)]
    expect(visitors).toEqual({
      'Juan Pérez': {
        phone: JUAN.phone,
        description: JUAN.description,
        clicks: 2,
        vcf_downloaded: true,
        named_at,
        person,
      },
      Bruno: { phone: '', description: '', clicks: 1, vcf_downloaded: false, named_at, person },
    })
    expect(visitors_total).toBe(2)
  })

  test('may be corrected: the last form counts', async () => {
    const { id } = await api.newProfile('corrected')
    await identify(id, { ...JUAN, visitor_id: ANA })
    api.clock.advance(1_000)
    await identify(id, { ...JUAN, full_name: 'Juan Pereira', visitor_id: ANA })
    expect(Object.keys((await api.figures(id)).visitors)).toEqual(['Juan Pereira'])
  })

  test('a second person of the same name gets a suffix', async () => {
    const { id } = await api.newProfile('namesakes')
    await identify(id, { ...JUAN, phone: '+56 9 1111 1111', visitor_id: ANA })
    api.clock.advance(1_000)
    await identify(id, { ...JUAN, phone: '+56 9 2222 2222', visitor_id: BRUNO })
    const { visitors, visitors_total } = await api.figures(id)
    const names = Object.keys(visitors).sort()
    expect(names).toEqual(['Juan Pérez', expect.stringMatching(/^Juan Pérez .*2/)])
    expect(new Set(names.map((name) => visitors[name]?.phone))).toEqual(
      new Set(['+56 9 1111 1111', '+56 9 2222 2222']),
    )
    expect(visitors_total).toBe(2)
  })

  test.each(['constructor', 'toString', '0', '__proto__'])('a person may be called %s', async (full_name) => {
    const { id } = await api.newProfile(`named-${full_name.toLowerCase().replaceAll('_', '')}`)
    await identify(id, { ...JUAN, full_name, visitor_id: ANA })
    expect(Object.entries((await api.figures(id)).visitors)).toEqual([
      [full_name, expect.objectContaining({ phone: JUAN.phone })],
    ])
  })

  test('with the name __proto__ changes nothing for others', async () => {
    const { id } = await api.newProfile('changes-nothing')
    await identify(id, { ...JUAN, full_name: '__proto__', visitor_id: ANA })
    await identify(id, { ...JUAN, visitor_id: BRUNO })
    expect((await api.figures(id)).visitors).toMatchObject({ 'Juan Pérez': { phone: JUAN.phone } })
    expect(({} as Record<string, unknown>).phone).toBeUndefined()
  })
})

test('a name that comes with a click is sealed as well, and blanks are no name', async () => {
  const { id } = await api.newProfile('sealed-click')
  await click(id, ANA, { visitor_name: `  ${NAME} ` })
  await click(id, BRUNO, { visitor_name: '   ' })
  const opened = await api.events(id, 'LinkClicked')
  expect(opened.map(({ data }) => data.visitorName)).toEqual([NAME, undefined])
  const text = await api.logText()
  expect(text).toContain('"sealed"')
  for (const word of NAME.split(' ')) expect(text).not.toContain(word)
})

describe('a visitor is erased when their key is destroyed', () => {
  async function forgotten(slug: string): Promise<string> {
    const { id } = await api.newProfile(slug)
    await api.call(`/api/public/profile/${slug}?u=${ANA}`)
    await identify(id, { ...JUAN, visitor_id: ANA })
    await click(id, ANA)
    expect(Object.keys((await api.figures(id)).visitors)).toEqual(['Juan Pérez'])
    expect(await api.keys.destroy(visitorSubject(id, ANA))).toBe(true)
    return id
  }

  test('their name disappears at once, and their visit and click stay', async () => {
    const id = await forgotten('forgotten')
    const figures = await api.figures(id)
    expect(figures).toMatchObject({
      visitors: {},
      total_visits: 1,
      unique_visitors: 1,
      social_clicks_total: 1,
    })
    expect(JSON.stringify(figures)).not.toMatch(/Juan|8765/)
    const [event] = await api.events(id, 'VisitorIdentified')
    expect(event?.data).not.toHaveProperty('fullName')
  })

  test('another visitor of the same name is still there', async () => {
    const { id } = await api.newProfile('one-of-two')
    await identify(id, { ...JUAN, phone: '+56 9 1111 1111', visitor_id: ANA })
    await identify(id, { ...JUAN, phone: '+56 9 2222 2222', visitor_id: BRUNO })
    await api.settle()
    await api.keys.destroy(visitorSubject(id, ANA))
    expect((await api.figures(id)).visitors).toEqual({
      'Juan Pérez': expect.objectContaining({ phone: '+56 9 2222 2222' }) as object,
    })
  })

  test('a visitor who returns with a name is shown with only that name', async () => {
    const id = await forgotten('comes-back')
    expect((await click(id, ANA, { visitor_name: 'Juanito' })).status).toBe(200)
    const { visitors, social_clicks_total } = await api.figures(id)
    const juanito = {
      phone: '',
      description: '',
      clicks: 2,
      vcf_downloaded: false,
      named_at: expect.any(String),
      person: expect.stringMatching(PERSON),
    }
    expect(visitors).toEqual({ Juanito: juanito })
    expect(social_clicks_total).toBe(2)
  })

  test('the log can still be read after they came back', async () => {
    const id = await forgotten('comes-back-again')
    await identify(id, { ...JUAN, full_name: 'Juan Segundo', visitor_id: ANA })
    const opened = await api.events(id, 'VisitorIdentified')
    expect(opened.map(({ data }) => data.fullName)).toEqual([undefined, 'Juan Segundo'])
    expect(Object.keys((await api.figures(id)).visitors)).toEqual(['Juan Segundo'])
  })
})
