import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { suppressionStream } from '@app/contracts/reminders/events.ts'
import { SUPPRESS_FIELD } from '@app/contracts/taps/public-page.ts'
import { readStream } from '../kernel/codec.ts'
import { createMailer } from '../platform/mail/mailer.ts'
import { startTestSmtp, type TestSmtp } from '../platform/mail/testing/test-smtp.ts'
import { confirmSubscription } from './confirm-subscription.ts'
import { dyingAfter } from '../kernel/testing/dying-store.ts'
import { createUnconfirmedReminders } from './unconfirmed-reminders.ts'
import { randomBytes } from 'node:crypto'
import { eventually } from '../../tests/support/eventually.ts'
import { startTestApi, type TestApi } from '../../tests/support/api/test-api.ts'
import { uuid, type TestProfile } from '../../tests/support/api/test-log.ts'
import { subscriptionsOf, type TestSubscriptions } from '../../tests/support/api/test-subscriptions.ts'

const LISTO = 'Listo. Te escribiremos en 7 días.'
const ACTIVE = 'Ya tienes un recordatorio activo para este perfil.'
const DAY_MS = 86_400_000
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

let api: TestApi
let server: TestSmtp
let subscriptions: TestSubscriptions
beforeAll(async () => {
  server = await startTestSmtp()
  const mailer = createMailer({ smtpUrl: server.url, folder: '/nowhere', from: 'hola@tarjeta.example' })
  api = await startTestApi({ mailer })
  subscriptions = subscriptionsOf(api)
})
afterAll(async () => {
  await api?.close()
  await server?.stop()
})

let profile: TestProfile
beforeAll(async () => {
  profile = await api.newProfile('antonia', { details: { name: 'Antonia', lastname: 'Rivas' } })
})

let people = 0
/** A mailbox that refused all reminders, and has not subscribed to the profile. */
async function refuser() {
  people += 1
  const email = `reacia-${people}@correo.example`
  const refuse = async (cycle = 1) => {
    const of = await subscriptions.subscribed(api.profile.id, email, cycle)
    const baja = `/baja/${subscriptions.tokens.issue('unsubscribe', of)}`
    expect(
      (await api.call(baja, { method: 'POST', body: `${SUPPRESS_FIELD}=x`, headers: FORM })).status,
    ).toBe(200)
  }
  await refuse()
  return {
    email,
    refuse,
    ask: async (profileId = profile.id): Promise<unknown> =>
      (
        (await (await subscriptions.ask({ email, profile_id: profileId })).json()) as { message: string }
      ).message.replace(/ Será el .*/, ''),
    types: () => subscriptions.typesOf(profile.id, email),
    suppressions: async () =>
      (await readStream(api.store, suppressionStream(subscriptions.ids.suppression(email)))).map(
        ({ type }) => type,
      ),
  }
}
type Refuser = Awaited<ReturnType<typeof refuser>>

const mailsTo = ({ email }: Refuser): readonly string[] =>
  server.delivered.filter(({ to }) => to.includes(email)).map(({ eml }) => eml.replaceAll('=\r\n', ''))

/** The link of the latest mail, once there are so many. */
async function linkTo(person: Refuser, mails = 1): Promise<string> {
  await eventually(() => expect(mailsTo(person)).toHaveLength(mails))
  return /https:\/\/tarjeta\.example(\/confirmar\/\w+)/.exec(mailsTo(person).at(-1)!)![1]!
}

async function shown(path: string, method = 'GET') {
  const response = await api.call(path, { method, ...(method === 'POST' && { body: '', headers: FORM }) })
  const html = await response.text()
  const buttons = [...html.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, text]) => text)
  return { status: response.status, title: /<h1>(.*?)<\/h1>/.exec(html)?.[1], buttons }
}

describe('a mailbox that refused all reminders and asks for one', () => {
  test('hears what others hear, gets one mail, and is subscribed by its link alone [MAIL-8]', async () => {
    const person = await refuser()
    expect(await person.ask()).toBe(LISTO)
    const link = await linkTo(person)
    expect(mailsTo(person)[0]).toContain('Si fuiste t=C3=BA, conf=C3=ADrmalo')

    const question = {
      status: 200,
      title: '¿Quieres un recordatorio de Antonia Rivas?',
      buttons: ['Confirmar recordatorio'],
    }
    // Programs that check mails open every link.
    expect(await shown(link)).toEqual(question)
    expect((await api.call(link, { method: 'HEAD' })).status).toBe(200)
    expect([await person.types(), await person.suppressions()]).toEqual([[], ['RemindersSuppressed']])

    const done = { status: 200, title: 'Listo. Te recordaremos a Antonia Rivas.', buttons: [] }
    for (const _ of [1, 2]) expect(await shown(link, 'POST')).toEqual(done)
    expect(await shown(link)).toEqual(done)
    expect([await person.types(), await person.suppressions()]).toEqual([
      ['ReminderSubscribed'],
      ['RemindersSuppressed', 'RemindersAllowed'],
    ])
    expect(await person.ask()).toBe(ACTIVE)
    const other = api.demo
    expect(await person.ask(other.id)).toBe(LISTO)
    expect(await subscriptions.typesOf(other.id, person.email)).toEqual(['ReminderSubscribed'])
  })

  test('gets no second mail for a month, whatever strangers send [MAIL-8]', async () => {
    const person = await refuser()
    await person.ask()
    await linkTo(person)
    for (const { id } of [api.demo, await api.newProfile('mas')]) expect(await person.ask(id)).toBe(LISTO)
    // Queued behind all of these.
    const later = await refuser()
    await later.ask()
    await linkTo(later)
    expect(mailsTo(person)).toHaveLength(1)
    api.clock.advance(31 * DAY_MS)
    expect(await person.ask()).toBe(LISTO)
    await linkTo(person, 2)
  })

  test('has a link that expires, and none that somebody made up', async () => {
    const person = await refuser()
    await person.ask()
    const link = await linkTo(person)
    api.clock.advance(15 * DAY_MS)
    expect(await shown(link, 'POST')).toMatchObject({ status: 200, title: 'Este enlace ya no sirve.' })
    expect([await person.types(), await person.suppressions()]).toEqual([[], ['RemindersSuppressed']])
    const other = subscriptions.tokens.issue('talked', { subscriptionId: uuid(1), cycle: 1 })
    expect((await shown(`/confirmar/${other}`, 'POST')).status).toBe(404)
  })

  test('is subscribed by the next press after a crash between the two events', async () => {
    const person = await refuser()
    await person.ask()
    await linkTo(person)
    const subscriptionId = subscriptions.ids.subscription(profile.id, person.email)
    const { keys, db, store, clock } = api
    const deps = {
      ids: subscriptions.ids,
      unconfirmed: createUnconfirmedReminders({ db, keys, random: randomBytes, now: clock.now }),
      now: clock.now,
      newId: () => uuid(0xd001),
    }
    const of = { subscriptionId, cycle: 1 }
    await expect(confirmSubscription({ ...deps, store: dyingAfter(1, store) }, of)).rejects.toThrow()
    expect([await person.types(), await person.suppressions()]).toEqual([
      ['ReminderSubscribed'],
      ['RemindersSuppressed'],
    ])
    expect(await confirmSubscription({ ...deps, store }, of)).toMatchObject({ kind: 'done' })
    expect([await person.types(), await person.suppressions()]).toEqual([
      ['ReminderSubscribed'],
      ['RemindersSuppressed', 'RemindersAllowed'],
    ])
  })
})
