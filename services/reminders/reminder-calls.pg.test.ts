import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { profileStream } from '@app/contracts/profiles.ts'
import { subscriptionStream } from '@app/contracts/reminders.ts'
import { SUBSCRIPTIONS_OF_MAILBOX } from '@app/contracts/limits/rate-limits.ts'
import { SUBSCRIBE_CONSENT } from '@app/contracts/privacy/consents.ts'
import { SUPPRESS_FIELD } from '@app/contracts/public-page.ts'
import { newId } from '../kernel/log/ids.ts'
import { bounceAddress, REPORT_BYTES_MAX } from '../platform/mail/delivery-report.ts'
import { confirmSubscription } from './confirm-subscription.ts'
import { suppressReminders } from './report-bounce.ts'
import { dyingAfter } from '../kernel/testing/dying-store.ts'
import { eventually } from '../../tests/support/eventually.ts'
import type { ReminderPurpose } from '../kernel/keys/reminder-tokens.ts'
import { useTestApi } from '../../tests/support/api/test-api.ts'
import { expectRefused, type CallInit } from '../../tests/support/api/test-client.ts'
import { uuid, write, type TestProfile } from '../../tests/support/api/test-log.ts'
import { subscriptionsOf, type TestSubscriptions } from '../../tests/support/api/test-subscriptions.ts'

const SECRET = 'the-secret-of-the-mail-server'
const api = useTestApi({ mailReportsSecret: SECRET })
let subscriptions: TestSubscriptions
let profile: TestProfile
beforeAll(async () => {
  subscriptions = subscriptionsOf(api)
  profile = await api.newProfile('antonia', { details: { name: 'Antonia', lastname: 'Rivas' } })
})

const NEW = 'Listo. Te escribiremos en 7 días.'
const TOO_OFTEN = [429, 'Este correo ya pidió 5 recordatorios en un día. Inténtalo de nuevo mañana.']

const ask = (body: unknown, init: CallInit = {}) => api.post('/api/reminders/subscribe', body, init)
async function answered(body: unknown, init = {}): Promise<unknown> {
  const response = await ask(body, init)
  const { message, detail } = (await response.json()) as { message?: string; detail?: string }
  return response.status === 200 ? message?.replace(/ Será el .*/, '') : [response.status, detail]
}
const types = (email: string, profileId = api.profile.id) => subscriptions.typesOf(profileId, email)
const suppress = (email: string) =>
  suppressReminders({ store: api.store, now: api.clock.now, newId, ids: subscriptions.ids }, email, {
    kind: 'visitor',
    id: 'x',
  })

test('a subscription is recorded with the visitor’s consent, and answers the days of the mails', async () => {
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

test('a subscription of a browser that opts out of tracking names no visitor [PRIV-8]', async () => {
  const email = 'sin-huella@correo.example'
  const headers = { 'sec-gpc': '1' }
  await answered({ email, profile_id: api.profile.id, visitor_id: uuid(0xb3) }, { headers })
  const [event] = await subscriptions.eventsOf(api.profile.id, email)
  expect(event?.data).not.toHaveProperty('visitorId')
})

test('a refused subscription names the mailbox that was probably meant, and is taken as it was typed at the second time', async () => {
  const body = { email: 'ana@gmial.com', profile_id: api.profile.id }
  expect(await answered(body)).toEqual([422, expect.stringContaining('ana@gmail.com')])
  expect(await answered({ ...body, as_typed: true })).toBe(NEW)
})

test('a subscription to an unknown and to an inactive profile leaves no event', async () => {
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

test('a mailbox is one under all its tags, dots and spellings [MAIL-9]', async () => {
  const spellings = ['bo.mba', 'b.omba', 'b.o.m.b.a', 'bomba+1', 'bomba+2', 'bo.mba+x', 'bomba+x+y']
  const emails = [...spellings.map((local) => `${local}@gmail.com`), 'bomba@googlemail.com']
  const answers: unknown[] = []
  for (const email of emails) answers.push(await answered({ email, profile_id: api.profile.id }))
  const isOver = (nth: number) => nth >= SUBSCRIPTIONS_OF_MAILBOX.max
  expect(answers).toEqual(emails.map((_, nth) => (isOver(nth) ? TOO_OFTEN : NEW)))
  const recorded = await Promise.all(emails.map((email) => types(email)))
  expect(recorded.flat()).toHaveLength(SUBSCRIPTIONS_OF_MAILBOX.max)
})

test('a mailbox that refused all reminders is answered like a new one, also at its sixth wish, and nothing is recorded [MAIL-8]', async () => {
  await suppress('callada@correo.example')
  const wish = (nth: number) => ({ email: `callada+${nth}@correo.example`, profile_id: api.profile.id })
  for (const nth of [1, 2, 3, 4, 5]) expect(await answered(wish(nth))).toBe(NEW)
  expect(await answered(wish(6))).toEqual(TOO_OFTEN)
  expect(await types(wish(1).email)).toEqual([])
})

let people = 0
/** Somebody who subscribed to the one profile, and the links of their mails. */
async function subscriber() {
  people += 1
  const email = `persona-${people}@correo.example`
  const of = await subscriptions.subscribed(profile.id, email)
  const tokenFor = (purpose: ReminderPurpose): string => subscriptions.tokens.issue(purpose, of)
  return {
    email,
    of,
    baja: `/baja/${tokenFor('unsubscribe')}`,
    hablamos: `/hablamos/${tokenFor('talked')}`,
    token: tokenFor('bounce'),
    wrongToken: tokenFor('unsubscribe'),
    types: () => subscriptions.typesOf(profile.id, email),
    ends: () =>
      write(api.store, api.clock.now(), subscriptionStream(of.subscriptionId), [
        { type: 'ReminderCancelled', data: { by: 'subscriber' } },
      ]),
  }
}
type Subscriber = Awaited<ReturnType<typeof subscriber>>
let ana: Subscriber
beforeEach(async () => {
  ana = await subscriber()
})

const ONE_CLICK = 'List-Unsubscribe=One-Click'
const REFUSE_ALL = `${SUPPRESS_FIELD}=stop`
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const ALL = 'No quiero recibir más recordatorios de nadie'
const CANCELLED = 'Listo, no recibirás más recordatorios de Antonia Rivas.'

const send = (path: string, body = ONE_CLICK, init: CallInit = {}) =>
  api.call(path, { method: 'POST', body, headers: FORM, ...init })

/** Title and buttons of a page that is there. */
async function shown(response: Response) {
  const html = await response.text()
  const buttons = [...html.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, text]) => text)
  return [response.status, /<h1>(.*?)<\/h1>/.exec(html)?.[1], ...buttons]
}

describe('the unsubscribe link', () => {
  test('asks for confirmation first: neither GET nor HEAD changes anything [MAIL-7]', async () => {
    const question = '¿Cancelar los recordatorios de Antonia Rivas?'
    expect(await shown(await api.call(ana.baja))).toEqual([200, question, 'Cancelar recordatorios', ALL])
    expect((await api.call(ana.baja, { method: 'HEAD' })).status).toBe(200)
    expect(await ana.types()).toEqual(['ReminderSubscribed'])
  })

  test('cancels by one click of a mail program, twice as once, without cookie or redirect [MAIL-7]', async () => {
    for (const _ of [1, 2]) {
      const response = await send(ana.baja)
      expect(response.headers.get('set-cookie')).toBeNull()
      expect(await shown(response)).toEqual([200, CANCELLED, ALL])
    }
    expect(await subscriptions.eventsOf(profile.id, ana.email)).toMatchObject([
      { type: 'ReminderSubscribed' },
      { type: 'ReminderCancelled', data: { by: 'subscriber' }, meta: { actor: { kind: 'visitor' } } },
    ])
    expect(await shown(await api.call(ana.baja))).toEqual([200, CANCELLED, ALL])
  })

  test('cancels by a POST of any type, of a kilobyte at most', async () => {
    for (const [type, body] of [
      ['multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n--b--'],
      ['application/x-www-form-urlencoded', ''],
      ['application/x-www-form-urlencoded; charset=desconocido', ONE_CLICK],
    ] as const) {
      const one = await subscriber()
      expect((await send(one.baja, `${ONE_CLICK}&x=${'x'.repeat(1_024)}`)).status).toBe(413)
      expect([type, await one.types()]).toEqual([type, ['ReminderSubscribed']])
      expect((await send(one.baja, body, { headers: { 'content-type': type } })).status).toBe(200)
      expect([type, await one.types()]).toEqual([type, ['ReminderSubscribed', 'ReminderCancelled']])
    }
  })

  test('of an earlier cycle shows a page and changes nothing', async () => {
    await ana.ends()
    await subscriptions.subscribed(profile.id, ana.email, 2)
    const before = await ana.types()
    const { baja, hablamos } = ana
    for (const answer of [
      await api.call(baja),
      await send(baja),
      await send(baja, REFUSE_ALL),
      await send(hablamos),
    ])
      expect(await shown(answer)).toEqual([200, 'Este enlace es de un recordatorio anterior.'])
    expect([await ana.types(), await subscriptions.suppressions(ana.email)]).toEqual([before, 0])
  })

  test('of an erased subscriber cancels, and says that the mailbox is unknown', async () => {
    await api.keys.destroy(subscriptionStream(ana.of.subscriptionId))
    expect((await shown(await send(ana.baja, REFUSE_ALL)))[1]).toBe(CANCELLED)
    expect(await ana.types()).toEqual(['ReminderSubscribed', 'ReminderCancelled'])
  })
})

test('the link of who talked asks for confirmation by GET and converts by POST, once, unless the subscription has ended', async () => {
  expect(await shown(await api.call(ana.hablamos))).toEqual([
    200,
    '¿Hablaste con Antonia Rivas?',
    'Ya hablamos',
  ])
  expect(await ana.types()).toEqual(['ReminderSubscribed'])
  const done = '¡Qué bueno! No te escribiremos más sobre Antonia Rivas.'
  for (const _ of [1, 2]) expect(await shown(await send(ana.hablamos, ''))).toEqual([200, done])
  expect(await subscriptions.eventsOf(profile.id, ana.email)).toMatchObject([
    { type: 'ReminderSubscribed' },
    { type: 'ReminderConverted', data: { how: 'said' } },
  ])
  const ended = await subscriber()
  await ended.ends()
  for (const answer of [await api.call(ended.hablamos), await send(ended.hablamos)])
    expect((await shown(answer))[1]).toBe('Ya no te escribiremos sobre Antonia Rivas.')
  expect(await ended.types()).toEqual(['ReminderSubscribed', 'ReminderCancelled'])
})

test('a token that was changed, has another purpose or no subscription is not found [MAIL-7]', async () => {
  const { baja, hablamos, of } = ana
  const unknown = { subscriptionId: uuid(0xffff), cycle: 1 }
  const paths = [
    baja.replace(/.$/, (last) => (last === 'a' ? 'q' : 'a')),
    hablamos.replace('hablamos', 'baja'),
    baja.replace('baja', 'hablamos'),
    `/baja/${subscriptions.tokens.issue('unsubscribe', unknown)}`,
    `/baja/${subscriptions.tokens.issue('bounce', of)}`,
    '/baja/x',
    `/baja/${'a'.repeat(3_000)}`,
  ]
  for (const path of paths)
    for (const answer of [await api.call(path), await send(path), await send(path, REFUSE_ALL)])
      expect([path, await shown(answer)]).toEqual([path, [404, 'Este enlace no funciona.']])
  expect(await ana.types()).toEqual(['ReminderSubscribed'])
})

describe('a mailbox that refused all reminders and asks for one', () => {
  const ACTIVE = 'Ya tienes un recordatorio activo para este perfil.'
  const DAY_MS = 86_400_000
  let refusers = 0
  async function refuser() {
    const email = `reacia-${(refusers += 1)}@correo.example`
    await suppress(email)
    const mails = () => api.mails.filter(({ to }) => to === email)
    return {
      email,
      mails,
      asks: (profile_id = profile.id) => answered({ email, profile_id }),
      /** The link of the latest mail, once there are so many. */
      link: async (count = 1) => {
        await eventually(() => expect(mails()).toHaveLength(count))
        return /https:\/\/tarjeta\.example(\/confirmar\/[\w-]+)/.exec(mails().at(-1)!.text)![1]!
      },
      recorded: async () => [await types(email, profile.id), await subscriptions.suppressions(email)],
    }
  }
  const NOTHING = [[], 1]
  const CONFIRMED = [['ReminderSubscribed'], 2]

  test('hears what others hear, gets one mail, and is subscribed by its link alone [MAIL-8]', async () => {
    const person = await refuser()
    expect([await person.asks(), await person.asks()]).toEqual([NEW, ACTIVE])
    const link = await person.link()
    expect(link).not.toContain(Buffer.from(person.email).toString('base64url').slice(0, 12))
    const question = '¿Quieres un recordatorio de Antonia Rivas?'
    expect(await shown(await api.call(link))).toEqual([200, question, 'Confirmar recordatorio'])
    expect((await api.call(link, { method: 'HEAD' })).status).toBe(200)
    expect(await person.recorded()).toEqual(NOTHING)
    const done = [200, 'Listo. Te recordaremos a Antonia Rivas.']
    for (const _ of [1, 2]) expect(await shown(await send(link, ''))).toEqual(done)
    expect(await person.recorded()).toEqual(CONFIRMED)
    expect(await person.asks(api.demo.id)).toBe(NEW)
    expect(await types(person.email, api.demo.id)).toEqual(['ReminderSubscribed'])
  })

  test('cannot be told from a new one by headers, by two calls at once, or by a key that is sent again days later [MAIL-8]', async () => {
    const heardAs = async (email: string, other: string) => {
      const body = { email, profile_id: profile.id }
      const init = { headers: { 'idempotency-key': `de ${email}` } }
      const headers = [...(await ask(body, init)).headers.keys()].toSorted()
      const wish = { email: other, profile_id: profile.id }
      const atOnce = await Promise.all([1, 2, 3].map(() => answered(wish)))
      api.clock.advance(3 * DAY_MS)
      return {
        headers,
        atOnce: atOnce.toSorted((one, two) => String(one).localeCompare(String(two))),
        again: await answered(body, init),
      }
    }
    const [one, other] = [await refuser(), await refuser()]
    const heard = await heardAs(one.email, other.email)
    expect(heard).toEqual(await heardAs('nueva-1@correo.example', 'nueva-2@correo.example'))
    expect(heard).toMatchObject({ atOnce: [NEW, ACTIVE, ACTIVE], again: NEW })
  })

  test('gets no second mail for a month, whatever strangers send [MAIL-8]', async () => {
    const person = await refuser()
    await person.asks()
    await person.link()
    for (const { id } of [api.demo, await api.newProfile('mas')]) expect(await person.asks(id)).toBe(NEW)
    // Queued behind all of these.
    const later = await refuser()
    await later.asks()
    await later.link()
    expect(person.mails()).toHaveLength(1)
    api.clock.advance(31 * DAY_MS)
    expect(await person.asks()).toBe(NEW)
    await person.link(2)
  })

  test('has a link that expires, is of one refusal, and ends with its card; another one is not found', async () => {
    const [late, again, hidden] = [await refuser(), await refuser(), await refuser()]
    const gone = await api.newProfile('se-va')
    for (const [person, id] of [[late], [again], [hidden, gone.id]] as const) await person.asks(id)
    const links = [await late.link(), await again.link(), await hidden.link()]
    await send(links[1]!, '')
    await suppress(again.email)
    await write(
      api.store,
      api.clock.now(),
      subscriptionStream(subscriptions.ids.subscription(profile.id, again.email)),
      [{ type: 'ReminderCancelled', data: { by: 'subscriber' } }],
    )
    await write(api.store, api.clock.now(), profileStream(gone.id), [
      { type: 'ProfileDeactivated', data: {} },
    ])
    await api.settle()
    const over = [200, 'Este enlace ya no sirve.']
    for (const link of links.slice(1)) expect(await shown(await send(link, ''))).toEqual(over)
    api.clock.advance(15 * DAY_MS)
    expect(await shown(await send(links[0]!, ''))).toEqual(over)
    expect(await late.recorded()).toEqual(NOTHING)
    const made = links[0]!.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))
    expect((await send(made, '')).status).toBe(404)
  })

  test('is subscribed by the next press after a crash between the two events', async () => {
    const person = await refuser()
    const eventId = newId()
    const subscriptionId = subscriptions.ids.subscription(profile.id, person.email)
    const wish = { profileId: profile.id, email: person.email, consent: SUBSCRIBE_CONSENT }
    const untilMs = api.clock.now().getTime() + DAY_MS
    const held = { subscriptionId, eventId, cycle: 1, untilMs, wish }
    const deps = { ids: subscriptions.ids, now: api.clock.now, newId }
    const dying = { ...deps, store: dyingAfter(1, api.store) }
    await expect(confirmSubscription(dying, held)).rejects.toThrow('died')
    expect(await person.recorded()).toEqual([['ReminderSubscribed'], 1])
    expect(await confirmSubscription({ ...deps, store: api.store }, held)).toBe('done')
    expect(await person.recorded()).toEqual(CONFIRMED)
  })
})

const report = (mail: string, { secret = SECRET, type = 'message/rfc822' } = {}) =>
  api.call('/api/mail/reports', {
    method: 'POST',
    body: mail,
    headers: { 'content-type': type, authorization: `Bearer ${secret}` },
  })

const reportOf = (token: string, status: string, nth = 1, action = 'failed'): string =>
  [
    'From: MAILER-DAEMON@mx.empresa.example',
    `To: <${bounceAddress(token, 'tarjeta.example')}>`,
    `Message-ID: <${nth}@mx.empresa.example>`,
    'Content-Type: multipart/report; report-type=delivery-status; boundary="b1"',
    '\r\n--b1\r\nContent-Type: message/delivery-status',
    '\r\nReporting-MTA: dns; mx.empresa.example',
    `\r\nAction: ${action}\r\nStatus: ${status}\r\n--b1--\r\n`,
  ].join('\r\n')

describe('a report of a mail server', () => {
  test('that the mailbox does not exist ends the subscription [MAIL-5]', async () => {
    const response = await report(reportOf(ana.token, '5.1.1'))
    expect([response.status, await response.text()]).toEqual([202, ''])
    expect(await ana.types()).toEqual(['ReminderSubscribed', 'ReminderBounceReported', 'ReminderBounced'])
  })

  test('counts once, however often and by how many it is sent [MAIL-5]', async () => {
    const mail = reportOf(ana.token, '4.2.2')
    const statuses = await Promise.all(Array.from({ length: 6 }, async () => (await report(mail)).status))
    expect([new Set(statuses), (await report(mail)).status]).toEqual([new Set([202]), 202])
    expect(await ana.types()).toEqual(['ReminderSubscribed', 'ReminderBounceReported'])
  })

  test('that is no report, or of no mail of ours, is accepted and changes nothing', async () => {
    const tampered = ana.token.replace(/.$/, (last) => (last === 'a' ? 'q' : 'a'))
    const mails = [
      reportOf(ana.token, '2.0.0'),
      ...[1, 2, 3].map((nth) => reportOf(ana.token, '4.4.7', nth, 'delayed')),
      reportOf(ana.wrongToken, '5.1.1'),
      reportOf(tampered, '5.1.1'),
      '\0\0',
    ]
    for (const mail of mails) expect((await report(mail)).status).toBe(202)
    expect(await ana.types()).toEqual(['ReminderSubscribed'])
  })

  test('needs the secret, and is a whole mail of a megabyte at most', async () => {
    const mail = reportOf(ana.token, '5.1.1')
    for (const secret of ['', `${SECRET}x`, SECRET.slice(1)])
      await expectRefused(await report(mail, { secret }), 404, 'not-found')
    await expectRefused(await report(mail, { type: 'text/plain' }), 415, 'unsupported-media')
    await expectRefused(await report(mail.padEnd(REPORT_BYTES_MAX + 1)), 413, 'too-large')
    expect(await ana.types()).toEqual(['ReminderSubscribed'])
    expect((await report(mail.padEnd(REPORT_BYTES_MAX))).status).toBe(202)
  })
})
