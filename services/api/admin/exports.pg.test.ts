import { read, utils } from '@e965/xlsx'
import { beforeAll, expect, test, describe } from 'vitest'
import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { subscriptionStream } from '@app/contracts/events/subscription-events.ts'
import { listReminders, reminderPages } from '@app/projections/subscriptions/list-reminders.ts'
import { useTestApi } from '../../../tests/support/api/test-api.ts'
import { uuid, write, type TestProfile } from '../../../tests/support/api/test-log.ts'
import { getAdminCodes, postAdminCodes } from '@app/contracts/api/admin/admin-codes.ts'
import { codePages } from '@app/projections/codes/queries.ts'
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

const ask = (query = '', token = api.admin.token) => api.call(`/api/admin/reminders.csv${query}`, { token })

async function rowsOf(query?: string): Promise<string[][]> {
  const response = await ask(query)
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

testTable([1, 4, 5, 6, 12, 13])(
  'the query leaves none out in pages of any size, and has none twice',
  async (rowsMax) => {
    const whole = (await listReminders(api, { skip: 0, limit: 100, search: '' })).rows
    for (const search of ['', many.id, many.id.slice(0, 8), many.id.slice(-8)]) {
      const paged = []
      for await (const page of reminderPages(api, { search, status: undefined }, rowsMax)) paged.push(...page)
      expect(paged).toEqual(whole.filter(({ profileId }) => profileId.includes(search)))
    }
  },
)

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

describe('the export of codes:', () => {
  const MANY = 9
  const PHONE = '+56 9 8765 4321'
  const FORMULA = '=HYPERLINK("http://x.example";"sí")'
  let usedByPhone: string
  let usedByFormula: string

  async function issue(body: object): Promise<readonly string[]> {
    const response = await api.post('/api/admin/activation-codes', body, { token: api.admin.token })
    return postAdminCodes.answer.parse(await response.json()).codes
  }
  async function useBy(name: string, email: string): Promise<string> {
    const [code = ''] = await issue({ max_profiles: 7 })
    const { token } = await api.newAccount(name, { email, isActivated: false })
    expect((await api.post('/api/auth/activate', { code }, { token })).status).toBe(200)
    return code
  }

  beforeAll(async () => {
    await issue({ count: MANY })
    usedByPhone = await useBy(PHONE, 'telefono@x.example')
    usedByFormula = await useBy(FORMULA, 'formula@x.example')
    await api.settle()
  })

  const ask = (query = '', token = api.admin.token) =>
    api.call(`/api/admin/activation-codes.csv${query}`, { token })
  async function listed(query = '') {
    const response = await api.call(`/api/admin/activation-codes${query}`, { token: api.admin.token })
    return getAdminCodes.answer.parse(await response.json())
  }

  async function sheetOf(query?: string) {
    const response = await ask(query)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    const book = read(Buffer.from(await response.arrayBuffer()), { type: 'buffer', raw: true })
    return book.Sheets[book.SheetNames[0]!]!
  }
  const rowsOf = async (query?: string): Promise<string[][]> =>
    utils.sheet_to_json(await sheetOf(query), { header: 1, defval: '' })

  test('all codes are in it once, as the list orders them, under their columns', async () => {
    const [head, ...rows] = await rowsOf()
    expect(head).toEqual(['Código', 'Estado', 'Perfiles', 'Creado', 'Usado', 'Usado por', 'Correo'])
    const all = await listed()
    expect(all).toHaveLength(MANY + 2)
    expect(rows.map(([code]) => code)).toEqual(all.map(({ code }) => code))
    expect(rows.find(([code]) => code !== usedByPhone && code !== usedByFormula)?.slice(1)).toEqual([
      'Disponible',
      '1',
      '2026-11-18',
      '',
      '',
      '',
    ])
  })

  testTable([1, 4, MANY, MANY + 2, MANY + 3])(
    'the query leaves none out in pages of any size, and has none twice',
    async (rowsMax) => {
      const paged = []
      for await (const page of codePages(api, { search: '', id: undefined, state: undefined }, rowsMax))
        paged.push(...page.map(({ id }) => id))
      expect(paged).toEqual((await listed()).map(({ id }) => id))
    },
  )
})
