import { read, utils } from '@e965/xlsx'
import { beforeAll, expect, test } from 'vitest'
import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { subscriptionStream } from '@app/contracts/reminders/events.ts'
import { useTestApi } from '../../../tests/support/api/test-api.ts'
import { uuid, write, type TestProfile } from '../../../tests/support/api/test-log.ts'
import { getAdminCodes, postAdminCodes } from '@app/contracts/codes/admin-codes.ts'
import { testTable } from '../../../tests/support/every.ts'

const MANY = 10
const HEAD = [
  'Correo',
  'Perfil',
  'Id del perfil',
  'Página',
  'Fecha de suscripción',
  'Estado',
  'Primer recordatorio',
  'Segundo recordatorio',
]

const api = useTestApi()
let many: TestProfile
let odd: TestProfile

async function subscribe(nth: number, profileId: string, ...then: readonly DomainEvent[]): Promise<void> {
  // Many at one instant: a page may end between two of them.
  const at = new Date(`2026-11-${String(1 + Math.floor(nth / 6)).padStart(2, '0')}T18:00:00.000Z`)
  const data = { profileId, email: `persona-${nth}@empresa.example`, consent: 'subscribe-2026-11' }
  const stream = subscriptionStream(uuid(0x5b0000 + nth))
  await write(api.store, at, stream, [{ type: 'ReminderSubscribed', data }, ...then])
}

beforeAll(async () => {
  many = await api.newProfile('many', { details: { name: 'Ana', lastname: 'Paz' } })
  odd = await api.newProfile('odd', { details: { name: '=1+1;', lastname: '"Ñandú"' } })
  for (let nth = 0; nth < MANY; nth += 1) await subscribe(nth, many.id)
  await subscribe(MANY, odd.id, { type: 'ReminderCancelled', data: { by: 'subscriber' } })
  await subscribe(MANY + 1, odd.id, {
    type: 'ReminderSent',
    data: { reminder: 'first', messageId: 'first@mail.example' },
  })
  await subscribe(
    MANY + 2,
    odd.id,
    { type: 'ReminderSent', data: { reminder: 'first', messageId: 'first@mail.example' } },
    { type: 'ReminderSkipped', data: { reminder: 'second', reason: 'late' } },
  )
  await api.settle()
})

async function rowsOf(query = '', path = '/api/admin/reminders.csv'): Promise<string[][]> {
  const response = await api.call(`${path}${query}`, { token: api.admin.token })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
  const book = read(Buffer.from(await response.arrayBuffer()), { type: 'buffer', raw: true })
  return utils.sheet_to_json(book.Sheets[book.SheetNames[0]!]!, { header: 1, defval: '' })
}

test('all subscriptions are in it once, newest first, under their columns', async () => {
  const [head, ...rows] = await rowsOf()
  expect(head).toEqual(HEAD)
  const answer = await api.call('/api/admin/reminders?limit=100', { token: api.admin.token })
  const { reminders } = (await answer.json()) as { reminders: { email: string }[] }
  const listed = reminders.map(({ email }) => email)
  expect(listed).toHaveLength(MANY + 3)
  expect(rows.map(([email]) => email)).toEqual(listed)
})

test('a row has the data of the list, and no formula', async () => {
  const [, ...rows] = await rowsOf(`?profile_filter=${odd.id}`)
  const of = (nth: number) => rows.find(([email]) => email === `persona-${nth}@empresa.example`)?.slice(1)
  const profile = [`'=1+1; "Ñandú"`, odd.id, expect.stringMatching(/^https?:\/\/.+\/pages\/odd$/)]
  expect(of(MANY)).toEqual([...profile, '2026-11-02', 'Cancelado', 'No se envía', 'No se envía'])
  expect(of(MANY + 1)).toEqual([
    ...profile,
    '2026-11-02',
    'Activo',
    'Enviado el 2026-11-02',
    'Sale el 2026-11-16',
  ])
  expect(of(MANY + 2)).toEqual([
    ...profile,
    '2026-11-03',
    'Completado',
    'Enviado el 2026-11-03',
    'No se envía',
  ])
  expect(rows).toHaveLength(3)
})

testTable([
  ['?status_filter=cancelled', 1],
  ['?status_filter=active', MANY + 1],
])('an export has the rows of its filter', async (query, count) =>
  expect(await rowsOf(query)).toHaveLength(1 + count),
)

test('the export of codes has each once, as the list orders them, and who used it', async () => {
  const { token } = api.admin
  const issued = await api.post('/api/admin/activation-codes', { count: MANY }, { token })
  const [code = ''] = postAdminCodes.answer.parse(await issued.json()).codes
  const user = await api.newAccount('=1+1', { email: 'formula@x.example', isActivated: false })
  expect((await api.post('/api/auth/activate', { code }, { token: user.token })).status).toBe(200)
  await api.settle()
  const [head, ...rows] = await rowsOf('', '/api/admin/activation-codes.csv')
  const list = await api.call('/api/admin/activation-codes', { token })
  const listed = getAdminCodes.answer.parse(await list.json())
  expect(head).toEqual(['Código', 'Estado', 'Perfiles', 'Creado', 'Usado', 'Usado por', 'Correo'])
  expect(listed).toHaveLength(MANY)
  expect(rows.map(([one]) => one)).toEqual(listed.map((one) => one.code))
  const [used, free] = [true, false].map((is) => rows.find(([one]) => (one === code) === is)?.slice(1))
  expect(used).toEqual(['Usado', '1', '2026-11-18', '2026-11-18', "'=1+1", 'formula@x.example'])
  expect(free).toEqual(['Disponible', '1', '2026-11-18', '', '', ''])
})
