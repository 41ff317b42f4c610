import { beforeAll, describe, expect, test } from 'vitest'
import { getAdminReminders, type ReminderSubscription } from '@app/contracts/reminders/calls.ts'
import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { subscriptionStream } from '@app/contracts/reminders/events.ts'
import { useTestApi } from '../../tests/support/api/test-api.ts'
import { expectRefused } from '../../tests/support/api/test-client.ts'
import { uuid, write, type TestProfile } from '../../tests/support/api/test-log.ts'
import { testTable } from '../../tests/support/every.ts'

/** 15:00 in Santiago. */
const subscribedAt = (day: number): string => `2026-11-${String(day).padStart(2, '0')}T18:00:00.000Z`
const at = (day: number): Date => new Date(subscribedAt(day))
const idOf = (nth: number): string => uuid(0x5b0 + nth)
const emailOf = (nth: number): string => `persona-${nth}@empresa.example`
const mail = (reminder: 'first' | 'second') => ({ reminder, messageId: `${reminder}@mail.example` }) as const
const WAITING = 1
const SENT_TWICE = 2
const IN_DOUBT = 3
const CANCELLED = 4
const BOUNCED = 5
const CONVERTED = 6
const ERASED = 7

const api = useTestApi()
let profile: TestProfile
let other: TestProfile

async function subscribe(nth: number, profileId: string, ...then: readonly DomainEvent[]): Promise<void> {
  const data = { profileId, email: emailOf(nth), consent: 'subscribe-2026-11' }
  const stream = subscriptionStream(idOf(nth))
  await write(api.store, at(nth), stream, [{ type: 'ReminderSubscribed', data }])
  for (const [n, event] of then.entries()) await write(api.store, at(nth + 7 * (n + 1)), stream, [event])
}

beforeAll(async () => {
  profile = await api.newProfile('ana', { details: { name: 'Ana', lastname: 'Paz' } })
  other = await api.newProfile('otra')
  await subscribe(WAITING, profile.id)
  await subscribe(
    SENT_TWICE,
    profile.id,
    { type: 'ReminderSent', data: mail('first') },
    { type: 'ReminderSent', data: mail('second') },
  )
  await subscribe(IN_DOUBT, other.id, {
    type: 'ReminderSendUncertain',
    data: { ...mail('first'), reason: 'no reply' },
  })
  await subscribe(CANCELLED, other.id, { type: 'ReminderCancelled', data: { by: 'subscriber' } })
  await subscribe(BOUNCED, profile.id, { type: 'ReminderBounced', data: { status: '5.1.1' } })
  await subscribe(CONVERTED, profile.id, { type: 'ReminderConverted', data: { how: 'said' } })
  await subscribe(ERASED, profile.id)
  await api.keys.destroy(subscriptionStream(idOf(ERASED)))
  await write(api.store, at(30), 'erasure-of-a-subscriber', [
    { type: 'SubjectErased', data: { subject: subscriptionStream(idOf(ERASED)) } },
  ])
  await api.settle()
})

const ask = (query = '', token = api.admin.token): Promise<Response> =>
  api.call(`/api/admin/reminders${query}`, { token })

async function listed(query?: string) {
  const response = await ask(query)
  expect(response.status).toBe(200)
  return getAdminReminders.answer.strict().parse(await response.json())
}
const numbersIn = ({ reminders }: { readonly reminders: readonly ReminderSubscription[] }) =>
  reminders.map(({ email }) => Number(/\d+/.exec(email)?.[0]))

describe('the list of subscriptions', () => {
  test('shows when reminders were sent, or when they are due', async () => {
    const { reminders, total } = await listed()
    expect(total).toBe(6)
    expect(reminders.at(-1)).toEqual({
      id: idOf(WAITING),
      email: emailOf(WAITING),
      profile_id: profile.id,
      profile_name: 'Ana Paz',
      profile_slug: profile.slug,
      subscribed_at: subscribedAt(WAITING),
      status: 'active',
      first_reminder_sent: false,
      second_reminder_sent: false,
      first_reminder_at: subscribedAt(WAITING + 7),
      second_reminder_at: subscribedAt(WAITING + 14),
    })
    expect(reminders.at(-2)).toMatchObject({
      status: 'active',
      first_reminder_sent: true,
      second_reminder_sent: true,
      first_reminder_at: subscribedAt(SENT_TWICE + 7),
      second_reminder_at: subscribedAt(SENT_TWICE + 14),
    })
  })

  test('is read on by the links of its pages, from anywhere', async () => {
    const numbers: number[] = []
    let address: string | undefined = '/api/admin/reminders?skip=1&limit=2&status_filter=all'
    while (address !== undefined) {
      const response = await api.call(address, { token: api.admin.token })
      expect(response.status).toBe(200)
      numbers.push(...numbersIn(getAdminReminders.answer.parse(await response.json())))
      address = /^<(.+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1]
      if (address !== undefined) expect(address).toMatch(/\?limit=2&status_filter=all&after=[\w-]+$/)
    }
    expect(numbers).toEqual([5, 4, 3, 2, 1])
  })

  testTable([
    ['the profile’s name', 'paz ana', [6, 5, 2, 1]],
    ['its slug', 'otra', [4, 3]],
    ['a subscriber’s whole e-mail', `  ${emailOf(BOUNCED).toUpperCase()}`, [BOUNCED]],
    ['a part of an e-mail, which finds nobody', 'persona-5@', []],
    ['the e-mail of an erased subscriber', emailOf(ERASED), []],
  ])('is searched by profile and by whole e-mail', async (_what, search, numbers) => {
    const found = await listed(`?profile_filter=${encodeURIComponent(search)}`)
    expect([numbersIn(found), found.total]).toEqual([numbers, numbers.length])
  })
})

test('a key that cannot be opened leaves its row without e-mail, and the others as they are', async () => {
  const damaged = subscriptionStream(idOf(CANCELLED))
  const flip = 'set wrapped_key = set_byte(wrapped_key, 20, get_byte(wrapped_key, 20) # 1) where subject = $1'
  const emails = async () => (await listed()).reminders.map(({ email }) => email)
  const expected = [6, 5, CANCELLED, 3, 2, 1].map((nth) => (nth === CANCELLED ? '' : emailOf(nth)))
  await api.db.query(`update vault.subjects ${flip}`, [damaged])
  expect(await emails()).toEqual(expected)
  await api.db.query(`update vault.subjects ${flip}`, [damaged])
  expect(await emails()).toContain(emailOf(CANCELLED))
})

test('a list is read on from one place, and from one of its own order', async () => {
  const placeOf = (sort: string) => Buffer.from(`${sort} 1 ${uuid(1)}`).toString('base64url')
  for (const query of [`skip=1&after=${placeOf('-subscribed_at')}`, `after=${placeOf('-created_at')}`])
    await expectRefused(await ask(`?${query}`), 422, 'invalid')
})
