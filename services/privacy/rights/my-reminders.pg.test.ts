import { beforeAll, describe, expect, test } from 'vitest'
import { cardData } from '@app/contracts/privacy/my-data-calls.ts'
import { subscriptionStream } from '@app/contracts/reminders/events.ts'
import { readStream } from '../../kernel/codec.ts'
import { useTestApi } from '../../../tests/support/api/test-api.ts'
import { expectRefused, type CallInit } from '../../../tests/support/api/test-client.ts'
import { uuid, type TestProfile } from '../../../tests/support/api/test-log.ts'
import { subscriptionsOf, type TestSubscriptions } from '../../../tests/support/api/test-subscriptions.ts'
import { visitorSubject } from '@app/contracts/taps/interaction-events.ts'
import { requestStream } from '@app/contracts/privacy/events.ts'
import { ERASED, OBJECTED } from '@app/contracts/privacy/objection.ts'
import { derivedId } from '../../kernel/log/ids.ts'
import { longTest } from '../../../tests/support/longer-runs.ts'

const MASKED = 'a•••@c•••.example'

const answerOf = async (response: Response): Promise<unknown> => response.json()

const api = useTestApi()
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
    { kind: 'reminder', since: at, status: { text: 'Activo' }, fields: [{ name: 'email', value: MASKED }] },
  ])
  expect(await (await ana.show()).text()).not.toContain(ana.email)
})

longTest(
  'Mis datos in the browser that subscribed erases the address with the rest, and no other browser’s',
  async () => {
    const [ana, other] = [browser(), browser()]
    for (const one of [ana, other]) await one.subscribe()
    expect(await answerOf(await ana.erase())).toEqual({ message: ERASED })
    expect(await ana.types()).toEqual(['ReminderSubscribed', 'ReminderCancelled'])
    expect((await api.keys.idsOf([subscriptionStream(ana.subscriptionId)])).size).toBe(0)
    await expectRefused(await ana.show(), 404, 'visitor-not-found')
    expect(await other.reminders()).toMatchObject([{ status: { text: 'Activo' } }])
  },
)

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
const JUAN = { full_name: 'Juan Quintupil', phone: '+56 9 8765 4321', description: 'Compra vides' }
let visitors = 0
const newVisitor = (): string => uuid(0x0b1e + (visitors += 1))

describe('of a visitor who objects to being counted', () => {
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
  test('a tap, a click and a download are answered, and nothing of them is appended [PRIV-20]', async () => {
    const head = await api.bare.headPosition()
    for (const [what, send] of ASKED) {
      const answer = await send()
      expect([what, answer.status, answer.headers.has('tap-status')]).toEqual([what, 200, false])
      expect(await answer.text()).toMatch(/"slug":|^\{"recorded":false\}$|^BEGIN:VCARD/)
      api.clock.advance(60_000)
      expect([what, await api.bare.headPosition()]).toEqual([what, head])
    }
    // Another value of the header is no objection.
    await api.call(`/api/public/profile/${api.demo.slug}`, { headers: { 'visitor-objects': '0' } })
    expect(await api.events(api.demo.id, 'ProfileTapped')).toHaveLength(1)
  })
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
  // The event's id is told to others, and must not prove whose it is.
  expect(first).not.toBe(eventId)
  expect((await api.figures(profile.id)).total_visits).toBe(0)
})

describe('an objection in the browser', () => {
  async function visitorOf({ id: profileId, slug }: TestProfile) {
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

  test('is one request with its answer, word for word, however often it is sent [PRIV-20]', async () => {
    const ana = await visitorOf(await api.newProfile('objects'))
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
    // What was counted stays.
    const { total_visits, unique_visitors } = await api.figures(ana.profileId)
    expect({ total_visits, unique_visitors }).toEqual({
      total_visits: before.total_visits,
      unique_visitors: before.unique_visitors,
    })
    expect(total_visits).toBe(1)
    expect((await ana.show()).status).toBe(200)
  })
})
