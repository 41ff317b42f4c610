import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { myData } from '@app/contracts/api/my-data-calls.ts'
import { subscriptionStream, suppressionStream } from '@app/contracts/events/subscription-events.ts'
import { createMailer } from '@app/mail/mailer.ts'
import { startTestSmtp, type TestSmtp } from '@app/mail/testing/test-smtp.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { startTestApi, type TestApi } from '../../../tests/support/api/test-api.ts'
import { expectRefused, type CallInit } from '../../../tests/support/api/test-client.ts'
import { uuid, write } from '../../../tests/support/api/test-log.ts'
import { subscriptionsOf, type TestSubscriptions } from '../../../tests/support/api/test-subscriptions.ts'

const SENT = 'Si pediste un recordatorio con este correo, te enviamos un enlace.'
const MASKED = 'a•••@c•••.example'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

const answerOf = async (response: Response): Promise<unknown> => response.json()

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

let people = 0
/** A browser that subscribes to a profile of its own. */
async function browser() {
  people += 1
  const email = `ana-${people}@correo.example`
  const details = { name: 'Antonia', lastname: 'Rivas' }
  const profile = await api.newProfile(`mia-${people}`, { id: uuid(0xe000 + people), details })
  const visitorId = uuid(0xeb0000 + people)
  const proven = (init: CallInit = {}): CallInit => ({ ...init, headers: { 'visitor-id': visitorId } })
  const path = `/api/public/my-data/${profile.id}`
  const subscriptionId = subscriptions.ids.subscription(profile.id, email)
  return {
    email,
    profile,
    visitorId,
    subscriptionId,
    subscribe: async (more: object = { visitor_id: visitorId }) =>
      expect((await subscriptions.ask({ email, profile_id: profile.id, ...more })).status).toBe(200),
    show: () => api.call(path, proven()),
    reminders: async () => myData.parse(await (await api.call(path, proven())).json()).reminders,
    cancel: () => api.post(`/api/public/my-data/${profile.id}/cancel-reminders`, undefined, proven()),
    erase: () => api.call(path, proven({ method: 'DELETE' })),
    types: () => subscriptions.typesOf(profile.id, email),
    askLink: (address = email) => api.post('/api/reminders/link', { email: address, profile_id: profile.id }),
  }
}
type Browser = Awaited<ReturnType<typeof browser>>

const mailsTo = ({ email }: Pick<Browser, 'email'>): readonly string[] =>
  server.delivered.filter(({ to }) => to.includes(email)).map(({ eml }) => eml.replaceAll('=\r\n', ''))

async function linkTo(ana: Browser): Promise<string> {
  expect(await answerOf(await ana.askLink())).toEqual({ message: SENT })
  await eventually(() => expect(mailsTo(ana)).toHaveLength(1))
  return /https:\/\/tarjeta\.example(\/mi-recordatorio\/\w+)/.exec(mailsTo(ana)[0]!)![1]!
}

async function shown(path: string, body?: string) {
  const response = await api.call(path, body === undefined ? {} : { method: 'POST', body, headers: FORM })
  const html = await response.text()
  return {
    status: response.status,
    title: /<h1>(.*?)<\/h1>/.exec(html)?.[1],
    isMasked: html.includes(MASKED) && !html.includes('@correo'),
    buttons: [...html.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, text]) => text),
  }
}

describe('Mis datos in the browser that subscribed', () => {
  test('lists the subscription with a masked address, though nothing else was left', async () => {
    const ana = await browser()
    await ana.subscribe()
    const at = api.clock.now().toISOString()
    expect(await ana.reminders()).toEqual([{ email: MASKED, subscribed_at: at, status: 'active' }])
    expect(await (await ana.show()).text()).not.toContain(ana.email)
  })

  test('cancels it, and shows that afterwards', async () => {
    const ana = await browser()
    await ana.subscribe()
    expect(await answerOf(await ana.cancel())).toEqual({ cancelled: 1 })
    expect(await answerOf(await ana.cancel())).toEqual({ cancelled: 0 })
    expect(await ana.types()).toEqual(['ReminderSubscribed', 'ReminderCancelled'])
    expect(await ana.reminders()).toMatchObject([{ status: 'cancelled' }])
  })

  test('erases the address with the rest, and no other browser’s', async () => {
    const [ana, other] = [await browser(), await browser()]
    for (const one of [ana, other]) await one.subscribe()
    expect(await answerOf(await ana.erase())).toEqual({ erased: true })
    expect(await ana.types()).toEqual(['ReminderSubscribed', 'ReminderCancelled'])
    expect((await api.keys.idsOf([subscriptionStream(ana.subscriptionId)])).size).toBe(0)
    await expectRefused(await ana.show(), 404, 'visitor-not-found')
    expect(await other.reminders()).toMatchObject([{ status: 'active' }])
  })

  test('shows no subscription of another browser, of another profile, or without an id', async () => {
    const [ana, other] = [await browser(), await browser()]
    await ana.subscribe({})
    await expectRefused(await ana.show(), 404, 'visitor-not-found')
    const elsewhere = { profile_id: other.profile.id, visitor_id: ana.visitorId }
    await subscriptions.ask({ email: ana.email, ...elsewhere })
    await expectRefused(await ana.show(), 404, 'visitor-not-found')
    await expectRefused(await ana.cancel(), 404, 'visitor-not-found')
    expect(await ana.types()).toEqual(['ReminderSubscribed'])
  })

  test('does not reveal that the mailbox of a typed address had refused all reminders', async () => {
    const [refuser, ordinary] = [await browser(), await browser()]
    await write(api.store, api.clock.now(), suppressionStream(subscriptions.ids.suppression(refuser.email)), [
      { type: 'RemindersSuppressed', data: {} },
    ])
    for (const one of [refuser, ordinary]) await one.subscribe()
    expect(await refuser.reminders()).toEqual(await ordinary.reminders())
    for (const one of [refuser, ordinary])
      expect(await answerOf(await one.cancel())).toEqual({ cancelled: 1 })
    expect(await refuser.reminders()).toEqual(await ordinary.reminders())
    for (const one of [refuser, ordinary]) {
      expect(await answerOf(await one.erase())).toEqual({ erased: true })
      await expectRefused(await one.show(), 404, 'visitor-not-found')
    }
    expect(await refuser.types()).toEqual([])
  })
})

describe('the mail with the link', () => {
  test('leads to a page that shows, saves, cancels and erases it, and GET changes nothing', async () => {
    const ana = await browser()
    await ana.subscribe({})
    const link = await linkTo(ana)
    const page = { status: 200, title: 'Tu recordatorio de Antonia Rivas', isMasked: true }
    const both = ['Cancelar recordatorios', 'Borrar mi correo']
    expect(await shown(link)).toEqual({ ...page, buttons: both })
    const file = await api.call(`${link}?formato=json`)
    expect(file.headers.get('content-disposition')).toContain('attachment')
    expect(file.headers.get('cache-control')).toContain('no-store')
    expect(await file.json()).toEqual({
      profile: 'Antonia Rivas',
      email: ana.email,
      subscribed_at: api.clock.now().toISOString(),
      status: 'active',
      first_reminder: 'pending',
      second_reminder: 'pending',
    })
    expect(await ana.types()).toEqual(['ReminderSubscribed'])

    expect(await shown(link, '')).toEqual({ ...page, buttons: ['Borrar mi correo'] })
    expect(await ana.types()).toEqual(['ReminderSubscribed', 'ReminderCancelled'])
    for (const _ of [1, 2])
      expect(await shown(link, 'erase=yes')).toEqual({
        status: 200,
        title: 'Ya no guardamos tu correo.',
        isMasked: false,
        buttons: [],
      })
    expect((await api.keys.idsOf([subscriptionStream(ana.subscriptionId)])).size).toBe(0)
    const left = await api.call(`${link}?formato=json`)
    expect(left.headers.get('content-type')).toMatch(/^text\/html/)
  })

  test('is not sent where there is no subscription, with the same answer', async () => {
    const [ana, later] = [await browser(), await browser()]
    expect(await answerOf(await ana.askLink())).toEqual({ message: SENT })
    await later.subscribe()
    await linkTo(later)
    expect(mailsTo(ana)).toEqual([])
  })

  test('is sent three times a day to a mailbox at most, over all profiles', async () => {
    const [ana, later] = [await browser(), await browser()]
    const asked = [ana.profile]
    for (const nth of [1, 2, 3]) asked.push(await api.newProfile(`mia-tambien-${nth}`))
    for (const { id } of asked)
      expect((await subscriptions.ask({ email: ana.email, profile_id: id })).status).toBe(200)
    for (const { id } of asked) {
      const body = { email: ana.email, profile_id: id }
      expect(await answerOf(await api.post('/api/reminders/link', body))).toEqual({ message: SENT })
    }
    await later.subscribe()
    await linkTo(later)
    await eventually(() => expect(mailsTo(ana)).toHaveLength(3))
  })

  test('opens nothing with a link of another purpose', async () => {
    const ana = await browser()
    await ana.subscribe()
    const other = subscriptions.tokens.issue('talked', { subscriptionId: ana.subscriptionId, cycle: 1 })
    expect((await shown(`/mi-recordatorio/${other}`, 'erase=yes')).status).toBe(404)
    expect(await ana.types()).toEqual(['ReminderSubscribed'])
  })
})
