import { read, utils } from '@e965/xlsx'
import { beforeAll, expect, test } from 'vitest'
import { getAdminCodes, postAdminCodes } from '@app/contracts/codes.ts'
import { getAdminReminders } from '@app/contracts/reminder-lists.ts'
import { subscriptionStream } from '@app/contracts/reminders.ts'
import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { useTestApi } from '../../tests/support/api/test-api.ts'
import { expectRefused } from '../../tests/support/api/test-client.ts'
import { uuid, write, type TestProfile } from '../../tests/support/api/test-log.ts'
import { testTable } from '../../tests/support/every.ts'

/** 15:00 in Santiago. */
const subscribedAt = (day: number): string => `2026-11-${String(day).padStart(2, '0')}T18:00:00.000Z`
const at = (day: number): Date => new Date(subscribedAt(day))
const idOf = (nth: number): string => uuid(0x5b0 + nth)
const streamOf = (nth: number): string => subscriptionStream(idOf(nth))
const emailOf = (nth: number): string => `persona-${nth}@empresa.example`
const mail = (reminder: 'first' | 'second') => ({ reminder, messageId: `${reminder}@mail.example` }) as const
const sent = (reminder: 'first' | 'second') => ({ type: 'ReminderSent', data: mail(reminder) }) as const
const [WAITING, SENT_TWICE, IN_DOUBT, CANCELLED, BOUNCED, CONVERTED, ERASED] = [1, 2, 3, 4, 5, 6, 7] as const

const api = useTestApi()
let profile: TestProfile
let odd: TestProfile

async function subscribe(nth: number, profileId: string, ...then: readonly DomainEvent[]): Promise<void> {
  const data = { profileId, email: emailOf(nth), consent: 'subscribe-2026-11' }
  await write(api.store, at(nth), streamOf(nth), [{ type: 'ReminderSubscribed', data }])
  for (const [n, event] of then.entries())
    await write(api.store, at(nth + 7 * (n + 1)), streamOf(nth), [event])
}

beforeAll(async () => {
  profile = await api.newProfile('ana', { details: { name: 'Ana', lastname: 'Paz' } })
  odd = await api.newProfile('otra', { details: { name: '=1+1;', lastname: '"Ñandú"' } })
  await subscribe(WAITING, profile.id)
  await subscribe(SENT_TWICE, profile.id, sent('first'), sent('second'))
  const doubt = { ...mail('first'), reason: 'no reply' }
  await subscribe(IN_DOUBT, odd.id, { type: 'ReminderSendUncertain', data: doubt })
  await subscribe(CANCELLED, odd.id, { type: 'ReminderCancelled', data: { by: 'subscriber' } })
  await subscribe(BOUNCED, profile.id, { type: 'ReminderBounced', data: { status: '5.1.1' } })
  await subscribe(CONVERTED, profile.id, { type: 'ReminderConverted', data: { how: 'said' } })
  await subscribe(ERASED, profile.id)
  await api.keys.destroy(streamOf(ERASED))
  const erased = { type: 'SubjectErased', data: { subject: streamOf(ERASED) } } as const
  await write(api.store, at(30), 'erasure-of-a-subscriber', [erased])
  await api.settle()
})

const ask = (query = ''): Promise<Response> =>
  api.call(`/api/admin/reminders${query}`, { token: api.admin.token })
async function listed(query?: string) {
  const response = await ask(query)
  expect(response.status).toBe(200)
  return getAdminReminders.answer.strict().parse(await response.json())
}
const numbersIn = ({ reminders }: Awaited<ReturnType<typeof listed>>) =>
  reminders.map(({ email }) => Number(/\d+/.exec(email)?.[0]))

test('the list of subscriptions shows when reminders were sent, or when they are due', async () => {
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

test('the list is read on by the links of its pages, from one place, and from one of its own order', async () => {
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
  const placeOf = (sort: string) => Buffer.from(`${sort} 1 ${uuid(1)}`).toString('base64url')
  for (const query of [`skip=1&after=${placeOf('-subscribed_at')}`, `after=${placeOf('-created_at')}`])
    await expectRefused(await ask(`?${query}`), 422, 'invalid')
})

testTable([
  ['the profile’s name', 'paz ana', [6, 5, 2, 1]],
  ['its slug', 'otra', [4, 3]],
  ['a subscriber’s whole e-mail', `  ${emailOf(BOUNCED).toUpperCase()}`, [BOUNCED]],
  ['a part of an e-mail, which finds nobody', 'persona-5@', []],
  ['the e-mail of an erased subscriber', emailOf(ERASED), []],
])('the list is searched by profile and by whole e-mail', async (_what, search, numbers) => {
  const found = await listed(`?profile_filter=${encodeURIComponent(search)}`)
  expect([numbersIn(found), found.total]).toEqual([numbers, numbers.length])
})

async function rowsOf(path: string): Promise<string[][]> {
  const response = await api.call(`/api/admin/${path}`, { token: api.admin.token })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  const book = read(Buffer.from(await response.arrayBuffer()), { type: 'buffer', raw: true })
  return utils.sheet_to_json(book.Sheets[book.SheetNames[0]!]!, { header: 1, defval: '' })
}

test('the export has the rows of the list in its order, by its filter, with its data and no formula', async () => {
  const [head, ...rows] = await rowsOf('reminders.csv')
  expect(head).toEqual([
    'Correo',
    'Perfil',
    'Id del perfil',
    'Página',
    'Fecha de suscripción',
    'Estado',
    'Primer recordatorio',
    'Segundo recordatorio',
  ])
  const { reminders } = await listed()
  expect(rows.map(([email]) => email)).toEqual(reminders.map(({ email }) => email))
  const of = (nth: number) => rows.find(([email]) => email === emailOf(nth))?.slice(1)
  const page = (slug: string) => expect.stringMatching(new RegExp(`^https?://.+/pages/${slug}$`)) as string
  const [own, other] = [
    ['Ana Paz', profile.id, page('ana')],
    [`'=1+1; "Ñandú"`, odd.id, page('otra')],
  ]
  expect(of(CANCELLED)).toEqual([...other!, '2026-11-04', 'Cancelado', 'No se envía', 'No se envía'])
  expect(of(IN_DOUBT)).toEqual([
    ...other!,
    '2026-11-03',
    'Activo',
    'Enviado el 2026-11-10',
    'Sale el 2026-11-17',
  ])
  expect(of(WAITING)).toEqual([...own!, '2026-11-01', 'Activo', 'Sale el 2026-11-08', 'Sale el 2026-11-15'])
  const filtered = await rowsOf(`reminders.csv?status_filter=cancelled&profile_filter=${odd.id}`)
  expect(filtered.slice(1).map(([email]) => email)).toEqual([emailOf(CANCELLED)])
})

test('the export of codes has each once, as the list orders them, and who used it', async () => {
  const { token } = api.admin
  const issued = await api.post('/api/admin/activation-codes', { count: 10 }, { token })
  const [code = ''] = postAdminCodes.answer.parse(await issued.json()).codes
  const user = await api.newAccount('=1+1', { email: 'formula@x.example', isActivated: false })
  expect((await api.post('/api/auth/activate', { code }, { token: user.token })).status).toBe(200)
  await api.settle()
  const [head, ...rows] = await rowsOf('activation-codes.csv')
  const list = await api.call('/api/admin/activation-codes', { token })
  const codes = getAdminCodes.answer.parse(await list.json()).map((one) => one.code)
  expect(head).toEqual(['Código', 'Estado', 'Perfiles', 'Creado', 'Usado', 'Usado por', 'Correo'])
  expect(codes).toHaveLength(10)
  expect(rows.map(([one]) => one)).toEqual(codes)
  const [used, free] = [true, false].map((is) => rows.find(([one]) => (one === code) === is)?.slice(1))
  expect(used).toEqual(['Usado', '1', '2026-11-18', '2026-11-18', "'=1+1", 'formula@x.example'])
  expect(free).toEqual(['Disponible', '1', '2026-11-18', '', '', ''])
})
