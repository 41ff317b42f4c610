import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { profileStream } from '@app/contracts/profiles.ts'
import { subscriptionStream } from '@app/contracts/reminders.ts'
import { SUBSCRIPTIONS_OF_MAILBOX } from '@app/contracts/limits/rate-limits.ts'
import { SUBSCRIBE_CONSENT } from '@app/contracts/privacy/consents.ts'
import { ALLOW_AGAIN, SUPPRESS_FIELD } from '@app/contracts/public-page.ts'
import { newId } from '../kernel/log/ids.ts'
import { bounceAddress, REPORT_BYTES_MAX } from '../platform/mail/delivery-report.ts'
import { suppressReminders } from './report-bounce.ts'
import type { ReminderPurpose } from '../kernel/keys/reminder-tokens.ts'
import { useTestApi } from '../../tests/support/api/test-api.ts'
import { expectRefused, type CallInit } from '../../tests/support/api/test-client.ts'
import { uuid, type TestProfile } from '../../tests/support/api/test-log.ts'
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
const ACTIVE = 'Ya tienes un recordatorio activo para este perfil.'
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
  await api.write(stream, { type: 'ProfileDeactivated', data: {} })
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

test('a mailbox that refused all reminders is answered like a new one [MAIL-8]', async () => {
  await suppress('callada@correo.example')
  const asks = () => answered({ email: 'callada@correo.example', profile_id: api.profile.id })
  expect([await asks(), await asks()]).toEqual([NEW, ACTIVE])
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
      api.write(subscriptionStream(of.subscriptionId), {
        type: 'ReminderCancelled',
        data: { by: 'subscriber' },
      }),
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

test('a mailbox that refused all reminders takes that back by the link of its own mail, also of an earlier cycle [MAIL-8]', async () => {
  const all = [
    200,
    'Listo, no recibirás más recordatorios de nadie.',
    'Quiero recibir recordatorios otra vez',
  ]
  expect(await shown(await send(ana.baja, REFUSE_ALL))).toEqual(all)
  await subscriptions.subscribed(profile.id, ana.email, 2)
  expect(await shown(await api.call(ana.baja))).toEqual(all)
  expect(await subscriptions.suppressions(ana.email)).toBe(1)
  for (const _ of [1, 2])
    expect(await shown(await send(ana.baja, `${SUPPRESS_FIELD}=${ALLOW_AGAIN}`))).toEqual([
      200,
      'Listo, puedes pedir recordatorios otra vez.',
    ])
  expect(await subscriptions.suppressions(ana.email)).toBe(2)
  expect(await ana.types()).toEqual(['ReminderSubscribed', 'ReminderCancelled', 'ReminderSubscribed'])
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

const SENT = { reminder: 'first', messageId: '<id@tarjeta.example>' } as const

describe('a report of a mail server', () => {
  test('that the mailbox does not exist ends the subscription [MAIL-5]', async () => {
    const response = await report(reportOf(ana.token, '5.1.1'))
    expect([response.status, await response.text()]).toEqual([202, ''])
    expect(await ana.types()).toEqual(['ReminderSubscribed', 'ReminderBounceReported', 'ReminderBounced'])
  })

  test('counts once, however often and by how many it is sent [MAIL-5]', async () => {
    await api.write(
      subscriptionStream(ana.of.subscriptionId),
      { type: 'ReminderSendStarted', data: SENT },
      { type: 'ReminderSent', data: SENT },
    )
    const mail = reportOf(ana.token, '4.2.2')
    const statuses = await Promise.all(Array.from({ length: 6 }, async () => (await report(mail)).status))
    expect([new Set(statuses), (await report(mail)).status]).toEqual([new Set([202]), 202])
    expect((await ana.types()).slice(3)).toEqual(['ReminderBounceReported'])
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
