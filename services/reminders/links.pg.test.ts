import { beforeAll, describe, expect, test } from 'vitest'
import { SUPPRESS_FIELD } from '@app/contracts/taps/public-page.ts'
import { subscriptionStream } from '@app/contracts/reminders/events.ts'
import type { ReminderPurpose } from '../kernel/keys/reminder-tokens.ts'
import { useTestApi } from '../../tests/support/api/test-api.ts'
import type { CallInit } from '../../tests/support/api/test-client.ts'
import { uuid, write, type TestProfile } from '../../tests/support/api/test-log.ts'
import { subscriptionsOf, type TestSubscriptions } from '../../tests/support/api/test-subscriptions.ts'

const ONE_CLICK = 'List-Unsubscribe=One-Click'
const REFUSE_ALL = `${SUPPRESS_FIELD}=stop`
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const ENDED = { type: 'ReminderCancelled', data: { by: 'subscriber' } } as const

const api = useTestApi()
let subscriptions: TestSubscriptions
beforeAll(async () => {
  subscriptions = subscriptionsOf(api)
  profile = await api.newProfile('antonia', { details: { name: 'Antonia', lastname: 'Rivas' } })
})

let people = 0
let profile: TestProfile
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
    types: () => subscriptions.typesOf(profile.id, email),
    ends: () => write(api.store, api.clock.now(), subscriptionStream(of.subscriptionId), [ENDED]),
  }
}

const send = (path: string, body = ONE_CLICK, init: CallInit = {}) =>
  api.call(path, { method: 'POST', body, headers: FORM, ...init })

async function shown(response: Response) {
  const html = await response.text()
  const title = /<h1>(.*?)<\/h1>/.exec(html)?.[1]
  return {
    status: response.status,
    title,
    buttons: [...html.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, text]) => text),
  }
}

const ALL = 'No quiero recibir más recordatorios de nadie'

describe('the unsubscribe link', () => {
  test('asks for confirmation first: neither GET nor HEAD changes anything [MAIL-7]', async () => {
    const { baja, types } = await subscriber()
    expect(await shown(await api.call(baja))).toEqual({
      status: 200,
      title: '¿Cancelar los recordatorios de Antonia Rivas?',
      buttons: ['Cancelar recordatorios', ALL],
    })
    expect((await api.call(baja, { method: 'HEAD' })).status).toBe(200)
    expect(await types()).toEqual(['ReminderSubscribed'])
  })

  test('cancels by one click of a mail program, twice as once, without cookie or redirect [MAIL-7]', async () => {
    const { baja, email } = await subscriber()
    for (const _ of [1, 2]) {
      const response = await send(baja)
      expect(response.headers.get('set-cookie')).toBeNull()
      expect(await shown(response)).toEqual({
        status: 200,
        title: 'Listo, no recibirás más recordatorios de Antonia Rivas.',
        buttons: [ALL],
      })
    }
    expect(await subscriptions.eventsOf(profile.id, email)).toMatchObject([
      { type: 'ReminderSubscribed' },
      { type: 'ReminderCancelled', data: { by: 'subscriber' }, meta: { actor: { kind: 'visitor' } } },
    ])
    expect((await shown(await api.call(baja))).title).toMatch(/^Listo, no recibirás/)
  })

  test('cancels by a POST of any type, of a kilobyte at most', async () => {
    for (const [type, body] of [
      [
        'multipart/form-data; boundary=b',
        `--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n`,
      ],
      ['application/x-www-form-urlencoded', ''],
      ['application/x-www-form-urlencoded; charset=desconocido', ONE_CLICK],
    ] as const) {
      const { baja, types } = await subscriber()
      const large = await send(baja, `${ONE_CLICK}&x=${'x'.repeat(1_024)}`)
      expect([large.status, ((await large.json()) as { detail: string }).detail]).toEqual([
        413,
        'Lo que enviaste es demasiado grande. El máximo es 1 KB.',
      ])
      expect([type, await types()]).toEqual([type, ['ReminderSubscribed']])
      expect((await send(baja, body, { headers: { 'content-type': type } })).status).toBe(200)
      expect([type, await types()]).toEqual([type, ['ReminderSubscribed', 'ReminderCancelled']])
    }
  })

  test('of an earlier cycle shows a page and changes nothing', async () => {
    const { baja, hablamos, types, ends, email } = await subscriber()
    await ends()
    await subscriptions.subscribed(profile.id, email, 2)
    const before = await types()
    const answers = [
      await api.call(baja),
      await send(baja),
      await send(baja, REFUSE_ALL),
      await send(hablamos),
    ]
    for (const answer of answers)
      expect(await shown(answer)).toEqual({
        status: 200,
        title: 'Este enlace es de un recordatorio anterior.',
        buttons: [],
      })
    expect([await types(), await subscriptions.suppressions(email)]).toEqual([before, 0])
  })

  test('of an erased subscriber cancels, and says that the mailbox is unknown', async () => {
    const { baja, of, types, email } = await subscriber()
    await api.keys.destroy(subscriptionStream(of.subscriptionId))
    expect((await shown(await send(baja, REFUSE_ALL))).title).toBe(
      'Listo, no recibirás más recordatorios de Antonia Rivas.',
    )
    expect(await types()).toEqual(['ReminderSubscribed', 'ReminderCancelled'])
    await subscriptions.subscribed(profile.id, email, 2)
    expect(await types()).toEqual(['ReminderSubscribed', 'ReminderCancelled', 'ReminderSubscribed'])
  })
})

test('the link of owners and subscribers who talked asks for confirmation by GET and converts by POST, once, unless the subscription has ended', async () => {
  const { hablamos, email } = await subscriber()
  expect(await shown(await api.call(hablamos))).toEqual({
    status: 200,
    title: '¿Hablaste con Antonia Rivas?',
    buttons: ['Ya hablamos'],
  })
  expect(await subscriptions.typesOf(profile.id, email)).toEqual(['ReminderSubscribed'])
  for (const _ of [1, 2])
    expect(await shown(await send(hablamos, ''))).toEqual({
      status: 200,
      title: '¡Qué bueno! No te escribiremos más sobre Antonia Rivas.',
      buttons: [],
    })
  expect(await subscriptions.eventsOf(profile.id, email)).toMatchObject([
    { type: 'ReminderSubscribed' },
    { type: 'ReminderConverted', data: { how: 'said' } },
  ])
  const ended = await subscriber()
  await ended.ends()
  for (const answer of [await api.call(ended.hablamos), await send(ended.hablamos)])
    expect((await shown(answer)).title).toBe('Ya no te escribiremos sobre Antonia Rivas.')
  expect(await ended.types()).toEqual(['ReminderSubscribed', 'ReminderCancelled'])
})

describe('a token', () => {
  test('that was changed, has another purpose or no subscription is not found [MAIL-7]', async () => {
    const { baja, hablamos, of, types } = await subscriber()
    const unknown = { subscriptionId: uuid(0xffff), cycle: 1 }
    const flipped = baja.replace(/.$/, (last) => (last === 'a' ? 'q' : 'a'))
    const paths = [
      flipped,
      hablamos.replace('hablamos', 'baja'),
      baja.replace('baja', 'hablamos'),
      `/baja/${subscriptions.tokens.issue('unsubscribe', unknown)}`,
      `/baja/${subscriptions.tokens.issue('page', of)}`,
      '/baja/x',
      `/baja/${'a'.repeat(3_000)}`,
    ]
    for (const path of paths)
      for (const answer of [await api.call(path), await send(path), await send(path, REFUSE_ALL)])
        expect([path, await shown(answer)]).toEqual([
          path,
          { status: 404, title: 'Este enlace no funciona.', buttons: [] },
        ])
    expect(await types()).toEqual(['ReminderSubscribed'])
  })
})
