import { expect, test, beforeAll } from 'vitest'
import { cardData, ERASED, OBJECTED } from '@app/contracts/privacy/card-data.ts'
import { consentText, IDENTIFY_CONSENT } from '@app/contracts/privacy/consents.ts'
import { visitorSubject } from '@app/contracts/taps.ts'
import { wholeLog } from '../../kernel/testing/whole-log.ts'
import { useTestApi } from '../../../tests/support/api/test-api.ts'
import { answerOf, expectRefused, type CallInit } from '../../../tests/support/api/test-client.ts'
import { uuid, type TestProfile } from '../../../tests/support/api/test-log.ts'
import { longTest } from '../../../tests/support/longer-runs.ts'
import { subscriptionStream } from '@app/contracts/reminders.ts'
import { readStream } from '../../kernel/codec.ts'
import { subscriptionsOf, type TestSubscriptions } from '../../../tests/support/api/test-subscriptions.ts'
import { requestStream } from '@app/contracts/privacy/requests.ts'
import { derivedId } from '../../kernel/log/ids.ts'
import { hold } from '../../../tests/support/lock-waits.ts'

const api = useTestApi()

const JUAN = { full_name: 'Juan Quintupil', phone: '+56 9 8765 4321', description: 'Compra vides en Ñuble' }
const NOTHING = [404, 'visitor-not-found'] as const
let visitors = 0

const pathOf = (profileId: string): string => `/api/public/my-data/${profileId}`

/** A browser with an id of its own on a profile. */
function visitorOf(profile = api.profile) {
  visitors += 1
  const id = uuid(0xda7a00 + visitors)
  const proven = (init: CallInit = {}): CallInit => ({
    ...init,
    headers: { 'visitor-id': id, ...init.headers },
  })
  const path = `/api/public/my-data/${profile.id}`
  return {
    id,
    profile,
    identify: (body: object = JUAN) =>
      api.post(`/api/public/identify/${profile.id}`, { ...body, visitor_id: id }),
    click: (more: object = {}) =>
      api.post(`/api/public/track/${profile.id}`, { event_type: 'click_whatsapp', visitor_id: id, ...more }),
    tap: () => api.call(`/api/public/profile/${profile.slug}?u=${id}&s=qr`),
    show: (init?: CallInit) => api.call(path, proven(init)),
    /** Names and values of what is kept as words and visits. */
    shown: async () => {
      const { things } = cardData.parse(await (await api.call(path, proven())).json())
      return { ...things[0]!, values: things[0]?.fields.map(({ name, value }) => [name, value]) }
    },
    erase: () => api.call(path, proven({ method: 'DELETE' })),
  }
}

test('a visitor is shown what they left, at once and with what they agreed to; a correction is another form [PRIV-9, PRIV-19]', async () => {
  const ana = visitorOf()
  await ana.tap()
  await ana.identify()
  await ana.click({ visitor_name: 'Juanito' })
  const words = (name: string) => [
    ['full_name', name],
    ['phone', JUAN.phone],
    ['description', JUAN.description],
  ]
  const first = await ana.shown()
  const activity = [
    expect.stringMatching(/^\S+ \S+ · Tocaste WhatsApp · Enlace · iPhone$/),
    expect.stringMatching(/^\S+ \S+ · Abriste el perfil · Código QR · iPhone$/),
  ]
  expect(first.values).toEqual([
    ...words(JUAN.full_name),
    ['name', 'Juanito'],
    ['activity', expect.any(String)],
  ])
  expect(first.fields.at(-1)!.value.split('\n')).toEqual(activity)
  expect(first.fields.at(-1)!.label).toBe('Lo que hiciste (2)')
  // A second form corrects the first.
  api.clock.advance(1_000)
  const right = { ...JUAN, full_name: 'Juan Quintupil Soto' }
  expect((await ana.identify(right)).status).toBe(200)
  // An id is found in any spelling.
  const headers = { 'visitor-id': ana.id.toUpperCase() }
  const { things } = cardData.parse(await (await api.call(pathOf(api.profile.id), { headers })).json())
  expect(things.map(({ fields }) => fields.slice(0, 6).map(({ name, value }) => [name, value]))).toEqual([
    [...words(right.full_name), ...words(JUAN.full_name)],
  ])
  const said = (await wholeLog(api.store, ['VisitorIdentified'])).filter(
    ({ data }) => data.visitorId === ana.id,
  )
  expect(things[0]!.consents).toEqual(
    said
      .map(({ position, meta }) => ({
        version: IDENTIFY_CONSENT,
        text: expect.stringMatching(new RegExp(consentText(IDENTIFY_CONSENT, '.+'))) as string,
        at: meta.occurredAt,
        position: String(position),
      }))
      .reverse(),
  )
  expect((await api.figures(api.profile.id)).visitors).toHaveProperty(right.full_name)
})

test('an erasure removes the visitor everywhere, and keeps the figures and the data of others [PRIV-2]', async () => {
  const profile = await api.newProfile('erased')
  const [ana, other] = [visitorOf(profile), visitorOf()]
  for (const one of [ana, other]) {
    await one.tap()
    await one.identify()
    await one.click({ visitor_name: JUAN.full_name })
  }
  const figuresOf = async () => {
    const { visitors: _, visitors_total: _total, ...figures } = await api.figures(ana.profile.id)
    return { ...figures, position: undefined, lag_seconds: undefined, log_position: undefined }
  }
  const before = await figuresOf()
  expect(await (await ana.erase()).json()).toEqual({ message: ERASED })

  await expectRefused(await ana.show(), ...NOTHING)
  await expectRefused(await ana.erase(), ...NOTHING)
  expect(await figuresOf()).toEqual(before)
  expect((await api.figures(ana.profile.id)).visitors).toEqual({})
  const left = await api.events(ana.profile.id, 'VisitorIdentified', 'LinkClicked')
  expect(left).toHaveLength(2)
  expect(JSON.stringify(left.map(({ data }) => data))).not.toContain(JUAN.full_name)
  const subject = visitorSubject(ana.profile.id, ana.id)
  expect((await api.keys.forReading([subject])).size).toBe(0)
  expect((await api.db.query('select from read.visitor_forms where subject = $1', [subject])).rowCount).toBe(
    0,
  )
  expect((await other.shown()).consents).toHaveLength(1)
  expect(api.security.filter(({ event }) => event === 'visitor-erased')).toEqual([
    expect.objectContaining({ event: 'visitor-erased', network: expect.any(String) }),
  ])
  expect(JSON.stringify(api.security)).not.toContain(ana.id)
})

test('a visitor sees and erases what they left on a card that was closed since [PRIV-9]', async () => {
  const ana = visitorOf(await api.newProfile('closed-since'))
  await ana.identify()
  const path = `/api/admin/profiles/${ana.profile.id}/status`
  await api.post(path, { is_active: false }, { method: 'PUT', token: api.admin.token })
  await api.settle()
  expect((await ana.shown()).values).toContainEqual(['full_name', JUAN.full_name])
  expect((await ana.erase()).status).toBe(200)
  await expectRefused(await ana.show(), ...NOTHING)
})

test('a browser that is not the visitor’s is answered alike for an unknown, a foreign, an erased and no id [PRIV-9]', async () => {
  const [ana, other] = [visitorOf(), visitorOf(api.demo)]
  await ana.identify()
  await other.identify()
  await other.erase()
  const path = pathOf(ana.profile.id)
  const unknown = await answerOf(await api.call(path, { headers: { 'visitor-id': uuid(0x404) } }))
  expect(unknown).toMatchObject({ status: 404 })
  expect(await answerOf(await api.call(path, { headers: { 'visitor-id': other.id } }))).toEqual(unknown)
  expect(await answerOf(await other.show())).toEqual(unknown)
  expect(await answerOf(await api.call(path))).toEqual(unknown)
  expect(await answerOf(await api.call(`${path}?u=${ana.id}`))).toEqual(unknown)
})

longTest(
  'while read models are behind, a visitor who has just sent a form is found, and can be erased',
  async () => {
    const [ana, other] = [visitorOf(), visitorOf(api.demo)]
    const held = await hold(api.db, "select from kernel.checkpoints where name like 'visitors%' for update")
    await ana.identify()
    await other.identify()
    const [shown, erasing] = [ana.show(), other.erase()]
    const answer = await shown
    expect([answer.status, answer.headers.get('stale')]).toEqual([200, 'true'])
    expect(await answer.json()).toMatchObject({ things: [] })
    const subject = visitorSubject(other.profile.id, other.id)
    await expect.poll(async () => (await api.keys.idsOf([subject])).size).toBe(0)
    await held.rollback()
    expect((await erasing).status).toBe(200)
    expect((await ana.shown()).consents).toHaveLength(1)
    await expectRefused(await other.show(), ...NOTHING)
  },
)

test('after an erasure, what is sent again as it was brings nobody back [PRIV-5]', async () => {
  const ana = visitorOf(api.demo)
  const said = { ...JUAN, event_id: uuid(0xaa01) }
  const clicked = { event_id: uuid(0xaa02), visitor_name: JUAN.full_name }
  await ana.identify(said)
  await ana.click(clicked)
  await ana.shown()
  await ana.erase()
  await ana.identify(said)
  await ana.click(clicked)
  await expectRefused(await ana.show(), ...NOTHING)
  const told = await api.events(ana.profile.id, 'VisitorIdentified', 'LinkClicked')
  expect(told.filter(({ data }) => data.visitorId === ana.id)).toHaveLength(2)
})

const MASKED = 'a•••@c•••.example'

let subscriptions: TestSubscriptions
beforeAll(async () => {
  subscriptions = subscriptionsOf(api)
})

let people = 0
/** A browser that subscribes to a profile. */
function browser(profile = api.profile) {
  people += 1
  const email = `ana-${people}@correo.example`
  const visitorId = uuid(0xeb0000 + people)
  const proven = (init: CallInit = {}): CallInit => ({ ...init, headers: { 'visitor-id': visitorId } })
  const path = `/api/public/my-data/${profile.id}`
  const subscriptionId = subscriptions.ids.subscription(profile.id, email)
  return {
    email,
    visitorId,
    subscriptionId,
    subscribe: async (more: object = { visitor_id: visitorId }) =>
      expect((await subscriptions.ask({ email, profile_id: profile.id, ...more })).status).toBe(200),
    show: () => api.call(path, proven()),
    reminders: async () =>
      cardData
        .parse(await (await api.call(path, proven())).json())
        .things.map(({ id: _id, ...thing }) => thing),
    erase: () => api.call(path, proven({ method: 'DELETE' })),
    types: () => subscriptions.typesOf(profile.id, email),
  }
}

test('Mis datos in the browser that subscribed lists the subscription with a masked address, though nothing else was left', async () => {
  const ana = browser()
  await ana.subscribe()
  const at = api.clock.now().toISOString()
  expect(await ana.reminders()).toMatchObject([
    { kind: 'reminder', since: at, fields: [{ name: 'email', value: MASKED }] },
  ])
  expect(await (await ana.show()).text()).not.toContain(ana.email)
})

test('Mis datos in the browser that subscribed shows no subscription of another browser, of another profile, or without an id', async () => {
  const ana = browser()
  await ana.subscribe({})
  await expectRefused(await ana.show(), 404, 'visitor-not-found')
  const elsewhere = { profile_id: api.demo.id, visitor_id: ana.visitorId }
  await subscriptions.ask({ email: ana.email, ...elsewhere })
  await expectRefused(await ana.show(), 404, 'visitor-not-found')
  expect(await ana.types()).toEqual(['ReminderSubscribed'])
})

test('after an erasure, a subscription that is sent again under its key begins no reminder [PRIV-5]', async () => {
  const ana = browser()
  const press = { headers: { 'idempotency-key': 'one press' } }
  const wish = { email: ana.email, profile_id: api.profile.id, visitor_id: ana.visitorId }
  await subscriptions.ask(wish, press)
  await ana.erase()
  expect((await subscriptions.ask(wish, press)).status).toBe(200)
  expect(await ana.types()).toEqual(['ReminderSubscribed', 'ReminderCancelled'])
  expect((await api.keys.idsOf([subscriptionStream(ana.subscriptionId)])).size).toBe(0)
  await ana.subscribe()
  expect((await ana.types()).at(-1)).toBe('ReminderSubscribed')
})

const OBJECTS: CallInit = { headers: { 'visitor-objects': '1' } }
const newVisitor = (): string => uuid(0x0b1e + (visitors += 1))

const visitorId = uuid(0x0b1e)
const ASKED: readonly (readonly [what: string, send: () => Promise<Response>])[] = [
  ['a tap', () => api.call(`/api/public/profile/${api.profile.slug}?u=${visitorId}`, OBJECTS)],
  [
    'a click',
    () =>
      api.post(
        `/api/public/track/${api.profile.id}`,
        { event_type: 'click_email', visitor_id: visitorId, visitor_name: 'Juan' },
        OBJECTS,
      ),
  ],
  ['a download', () => api.call(`/api/profile/${api.profile.slug}/vcf?e=${visitorId}`, OBJECTS)],
  [
    'a download by a link, which sends no header',
    () => api.call(`/api/profile/${api.profile.slug}/vcf?o=1&foto=0`),
  ],
]
test('a tap, a click and a download of a visitor who objects to being counted are answered, and nothing of them is appended [PRIV-20]', async () => {
  const traffic = async () =>
    (
      await api.events(
        api.profile.id,
        'ProfileTapped',
        'LinkClicked',
        'ContactDownloaded',
        'VisitorIdentified',
      )
    ).length
  const before = await traffic()
  for (const [what, send] of ASKED) {
    const answer = await send()
    expect([what, answer.status, answer.headers.has('tap-status')]).toEqual([what, 200, false])
    expect(await answer.text()).toMatch(/"slug":|^\{"recorded":false\}$|^BEGIN:VCARD/)
    api.clock.advance(60_000)
    expect([what, await traffic()]).toEqual([what, before])
  }
  // Another value of the header is no objection.
  await api.call(`/api/public/profile/${api.demo.slug}`, { headers: { 'visitor-objects': '0' } })
  expect(await api.events(api.demo.id, 'ProfileTapped')).toHaveLength(1)
})

test('a form that is sent on purpose is recorded, under no hash of an address, and counts as no visit [PRIV-20]', async () => {
  const profile = await api.newProfile('objects-and-says')
  const path = `/api/public/identify/${profile.id}`
  const eventId = newVisitor()
  for (const _again of [1, 2])
    expect((await api.post(path, { ...JUAN, event_id: eventId }, OBJECTS)).status).toBe(200)
  const kept = newVisitor()
  await api.post(path, { ...JUAN, visitor_id: kept }, { headers: { ...OBJECTS.headers, 'sec-gpc': '1' } })
  const [first, second, ...more] = (await api.events(profile.id, 'VisitorIdentified')).map(
    ({ data }) => data['visitorId'],
  )
  expect([second, more]).toEqual([kept, []])
  // Others learn the event's id, which must not prove whose it is.
  expect(first).not.toBe(eventId)
  expect((await api.figures(profile.id)).total_visits).toBe(0)
})

async function objectorOn({ id: profileId, slug }: TestProfile) {
  const id = newVisitor()
  const proven: CallInit = { method: 'POST', headers: { 'visitor-id': id } }
  await api.call(`/api/public/profile/${slug}?u=${id}`)
  return {
    id,
    profileId,
    subject: visitorSubject(profileId, id),
    object: () => api.call(`/api/public/my-data/${profileId}/object`, proven),
    show: () => api.call(`/api/public/my-data/${profileId}`, { headers: { 'visitor-id': id } }),
  }
}
const requestOf = (subject: string) =>
  readStream(api.store, requestStream(derivedId(`objection ${subject}`)), { limit: 10 })

test('an objection in the browser is one request with its answer, word for word, however often it is sent [PRIV-17, PRIV-20]', async () => {
  const ana = await objectorOn(await api.newProfile('objects'))
  const before = await api.figures(ana.profileId)
  for (const answer of [await ana.object(), await ana.object()])
    expect([answer.status, await answer.json()]).toEqual([200, { message: OBJECTED }])
  expect(await requestOf(ana.subject)).toMatchObject([
    {
      type: 'RequestReceived',
      data: {
        kind: 'objection',
        channel: 'browser',
        proof: 'browser',
        about: ana.subject,
        profileId: ana.profileId,
      },
      meta: { actor: { kind: 'visitor', id: ana.id } },
    },
    { type: 'RequestAnswered', data: { outcome: 'done', template: 'done' } },
  ])
  // The counts stay.
  const { total_visits, unique_visitors } = await api.figures(ana.profileId)
  expect({ total_visits, unique_visitors }).toEqual({
    total_visits: before.total_visits,
    unique_visitors: before.unique_visitors,
  })
  expect(total_visits).toBe(1)
  // To look is a request too, once a day.
  for (const { status } of [await ana.show(), await ana.show()]) expect(status).toBe(200)
  const received = await wholeLog(api.store, ['RequestReceived'])
  const asked = received.filter(({ data }) => data.about === ana.subject)
  expect(asked.map(({ data }) => data.kind)).toEqual(['objection', 'access'])
})
