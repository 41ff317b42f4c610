import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { myData } from '@app/contracts/api/my-data-calls.ts'
import { subscriptionStream, suppressionStream } from '@app/contracts/events/subscription-events.ts'
import { startTestApi, type TestApi } from '../../../tests/support/api/test-api.ts'
import { expectRefused, type CallInit } from '../../../tests/support/api/test-client.ts'
import { uuid, write } from '../../../tests/support/api/test-log.ts'
import { subscriptionsOf, type TestSubscriptions } from '../../../tests/support/api/test-subscriptions.ts'

const MASKED = 'a•••@c•••.example'

const answerOf = async (response: Response): Promise<unknown> => response.json()

let api: TestApi
let subscriptions: TestSubscriptions
beforeAll(async () => {
  api = await startTestApi()
  subscriptions = subscriptionsOf(api)
})
afterAll(() => api?.close())

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
