import { SUBSCRIBE_CONSENT } from '@app/contracts/privacy/consents.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { SUBSCRIPTIONS_OF_MAILBOX } from '@app/contracts/limits/rate-limits.ts'
import { suppressReminders } from './suppress-reminders.ts'
import { newId } from '../kernel/log/ids.ts'
import { useTestApi } from '../../tests/support/api/test-api.ts'
import { expectRefused, type CallInit } from '../../tests/support/api/test-client.ts'
import { uuid, write } from '../../tests/support/api/test-log.ts'
import { subscriptionsOf, type TestSubscriptions } from '../../tests/support/api/test-subscriptions.ts'
import { profileStream } from '@app/contracts/profiles/events.ts'

const NEW = 'Listo. Te escribiremos en 7 días.'
const TOO_OFTEN = [429, 'Este correo ya pidió 5 recordatorios en un día. Inténtalo de nuevo mañana.']

const api = useTestApi()
let subscriptions: TestSubscriptions
beforeAll(async () => {
  subscriptions = subscriptionsOf(api)
})

const ask = (body: unknown, init: CallInit = {}) => api.post('/api/reminders/subscribe', body, init)
async function answered(body: unknown, init = {}): Promise<unknown> {
  const response = await ask(body, init)
  expect(response.status).toBe(200)
  return ((await response.json()) as { message: string }).message.replace(/ Será el .*/, '')
}
async function refusal(body: unknown): Promise<unknown> {
  const response = await ask(body)
  return [response.status, ((await response.json()) as { detail: string }).detail]
}
const types = (email: string, profileId = api.profile.id) => subscriptions.typesOf(profileId, email)

describe('a subscription', () => {
  test('is recorded with the visitor’s consent, and answers the days of the mails', async () => {
    const [email, visitor, visit] = ['nueva@correo.example', uuid(0xb1), uuid(0xb2)]
    const body = { email: ` ${email} `, profile_id: api.profile.id.toUpperCase() }
    expect(await answered({ ...body, visitor_id: visitor, visit_id: visit, source: 'qr' })).toBe(NEW)
    expect(await subscriptions.eventsOf(api.profile.id, email)).toMatchObject([
      {
        type: 'ReminderSubscribed',
        data: {
          profileId: api.profile.id,
          email,
          consent: SUBSCRIBE_CONSENT,
          visitorId: visitor,
          visitId: visit,
          source: 'qr',
        },
        meta: { actor: { kind: 'visitor', id: visitor }, occurredAt: api.clock.now().toISOString() },
      },
    ])
    expect(await api.logText()).not.toContain(email)
  })

  test('of a browser that opts out of tracking names no visitor [PRIV-8]', async () => {
    const email = 'sin-huella@correo.example'
    const headers = { 'sec-gpc': '1' }
    await answered({ email, profile_id: api.profile.id, visitor_id: uuid(0xb3) }, { headers })
    const [event] = await subscriptions.eventsOf(api.profile.id, email)
    expect(event?.data).not.toHaveProperty('visitorId')
  })
})

describe('a refused subscription', () => {
  test('names the mailbox that was probably meant, and is taken as it was typed at the second time', async () => {
    const body = { email: 'ana@gmial.com', profile_id: api.profile.id }
    const refused = await ask(body)
    expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('ana@gmail.com')])
    expect(await answered({ ...body, as_typed: true })).toBe(NEW)
    expect(await types(body.email)).toEqual(['ReminderSubscribed'])
  })

  test('an unknown and an inactive profile are not found, and leave no event', async () => {
    const email = 'nadie@correo.example'
    const hidden = await api.newProfile('escondida')
    const stream = profileStream(hidden.id)
    await write(api.store, api.clock.now(), stream, [{ type: 'ProfileDeactivated', data: {} }])
    await api.settle()
    for (const profile_id of [uuid(0xdead), hidden.id]) {
      await expectRefused(await ask({ email, profile_id }), 404, 'profile-not-found')
      expect(await types(email, profile_id)).toEqual([])
    }
  })

  test('a mailbox that refused all reminders is answered like a new one, and nothing is recorded [MAIL-8]', async () => {
    const email = 'nunca-mas@correo.example'
    const { store, clock } = api
    const deps = { store, now: clock.now, newId, ids: subscriptions.ids }
    await suppressReminders(deps, email, { kind: 'visitor', id: 'x' })
    expect(await answered({ email, profile_id: api.profile.id })).toBe(NEW)
    expect(await types(email)).toEqual([])
  })
})

describe('a mailbox', () => {
  // More at once wait longer for a connection than the test's own pools let them.

  test('is one under all its tags, dots and spellings [MAIL-9]', async () => {
    const profile_id = api.profile.id
    const spellings = ['bo.mba', 'b.omba', 'b.o.m.b.a', 'bomba+1', 'bomba+2', 'bo.mba+x', 'bomba+x+y']
    const emails = [...spellings.map((local) => `${local}@gmail.com`), 'bomba@googlemail.com']
    const { max } = SUBSCRIPTIONS_OF_MAILBOX
    for (const email of emails.slice(0, max)) expect(await answered({ email, profile_id })).toBe(NEW)
    for (const email of emails.slice(max)) expect(await refusal({ email, profile_id })).toEqual(TOO_OFTEN)
    const recorded = await Promise.all(emails.map((email) => types(email)))
    expect(recorded.flat()).toHaveLength(max)
  })

  test('that refused all reminders is refused its sixth wish of a day like any other [MAIL-8]', async () => {
    const { store, clock } = api
    const deps = { store, now: clock.now, newId, ids: subscriptions.ids }
    await suppressReminders(deps, 'callada@correo.example', { kind: 'visitor', id: 'x' })
    const wish = (nth: number) => ({ email: `callada+${nth}@correo.example`, profile_id: api.profile.id })
    for (const nth of [1, 2, 3, 4, 5]) expect(await answered(wish(nth))).toBe(NEW)
    expect(await refusal(wish(6))).toEqual(TOO_OFTEN)
  })
})
