import { SUBSCRIBE_CONSENT } from '@app/contracts/privacy/consents.ts'
import { createConcurrencyLimiter } from '@app/concurrency/concurrency-limiter.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { SUBSCRIPTIONS_OF_MAILBOX } from '@app/contracts/limits/rate-limits.ts'
import { suppressReminders } from '@app/processes/reminders/suppress-reminders.ts'
import { newId } from '@app/event-store/ids.ts'
import { useTestApi } from '../../../tests/support/api/test-api.ts'
import { expectRefused, type CallInit } from '../../../tests/support/api/test-client.ts'
import { uuid, write, writeProfile } from '../../../tests/support/api/test-log.ts'
import { subscriptionsOf, type TestSubscriptions } from '../../../tests/support/api/test-subscriptions.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { isLong, longTest } from '../../../tests/support/longer-runs.ts'

const NEW = 'Listo. Te escribiremos en 7 días.'
const ACTIVE = 'Ya tienes un recordatorio activo para este perfil.'
const TOO_OFTEN = [429, 'Este correo ya pidió 5 recordatorios en un día. Inténtalo de nuevo mañana.']
const DAY_MS = 86_400_000

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

  test('sent again under its key is answered as the first time', async () => {
    const body = { email: 'con-clave@correo.example', profile_id: api.profile.id }
    const init = { headers: { 'idempotency-key': 'one-subscription' } }
    expect([await answered(body, init), await answered(body, init)]).toEqual([NEW, NEW])
    expect(await types(body.email)).toEqual(['ReminderSubscribed'])
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
  const MANY = isLong ? 200 : 20
  const profileIds = Array.from({ length: MANY }, (_, at) => uuid(0xc000 + at))
  // More at once wait longer for a connection than the test's own pools let them.
  const twentyAtOnce = createConcurrencyLimiter({ atOnce: 20, waitingMax: MANY })

  longTest(
    'gets five subscriptions a day over all profiles, however many are requested at once [MAIL-9]',
    async () => {
      const email = 'asediada@correo.example'
      const { store, clock, owner } = api
      await Promise.all(
        profileIds.map((id, at) =>
          twentyAtOnce(() =>
            writeProfile(store, clock.now(), { id, slug: `asedio-${at}`, ownerId: owner.id }),
          ),
        ),
      )
      await api.settle()
      const statuses = await Promise.all(
        profileIds.map(async (profile_id) => (await ask({ email, profile_id })).status),
      )
      const { max } = SUBSCRIPTIONS_OF_MAILBOX
      const [taken, refused] = [200, 429].map((code) => statuses.filter((status) => status === code).length)
      expect([taken, refused]).toEqual([max, MANY - max])
      const recorded = async (): Promise<readonly string[]> => {
        const found = await Promise.all(profileIds.map((id) => twentyAtOnce(() => types(email, id))))
        return profileIds.filter((_, at) => found[at]!.length > 0)
      }
      const first = await recorded()
      expect(first).toHaveLength(SUBSCRIPTIONS_OF_MAILBOX.max)

      // Asking for what is active already uses nothing up, and a day later there is room again.
      expect(await answered({ email, profile_id: first[0] })).toBe(ACTIVE)
      api.clock.advance(DAY_MS)
      const others = profileIds.filter((id) => !first.includes(id))
      for (const profile_id of others.slice(0, 5)) expect(await answered({ email, profile_id })).toBe(NEW)
      expect(await recorded()).toHaveLength(2 * SUBSCRIPTIONS_OF_MAILBOX.max)
    },
  )

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

  test('that refused all reminders has refused them under all its tags', async () => {
    const { store, clock, profile } = api
    const deps = { store, now: clock.now, newId, ids: subscriptions.ids }
    await suppressReminders(deps, 'basta+feria@correo.example', { kind: 'visitor', id: 'x' })
    for (const email of ['basta@correo.example', 'Basta+otra@correo.example'])
      expect([await answered({ email, profile_id: profile.id }), await types(email)]).toEqual([NEW, []])
  })

  test('is counted under a name that does not reveal the address', async () => {
    const { rows } = await api.db.query<{ line: string }>(
      'select row_to_json(c)::text as line from vault.rate_counters c',
    )
    const text = rows.map(({ line }) => line).join('\n')
    expect(text).toContain('subscriptions of mailbox')
    expect(text).not.toContain('asediada')
  })
})
