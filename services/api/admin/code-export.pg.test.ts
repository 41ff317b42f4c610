import { read, utils } from '@e965/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getAdminCodes, postAdminCodes } from '@app/contracts/api/admin/admin-codes.ts'
import { codePages } from '@app/projections/codes/queries.ts'
import { startTestApi, type TestApi } from '../../../tests/support/api/test-api.ts'
import { expectRefused } from '../../../tests/support/api/test-client.ts'

const MANY = 9
const PHONE = '+56 9 8765 4321'
const FORMULA = '=HYPERLINK("http://x.example";"sí")'

let api: TestApi
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
  api = await startTestApi()
  await issue({ count: MANY })
  usedByPhone = await useBy(PHONE, 'telefono@x.example')
  usedByFormula = await useBy(FORMULA, 'formula@x.example')
  await api.settle()
})
afterAll(() => api?.close())

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

test('another library reads the user of a code as text, never as a formula or a number', async () => {
  const sheet = await sheetOf('?state=used')
  const [, ...rows] = utils.sheet_to_json<string[]>(sheet, { header: 1 })
  const of = (code: string) => rows.find(([first]) => first === code)?.slice(1)
  const used = ['Usado', '7', '2026-11-18', '2026-11-18']
  expect(of(usedByPhone)).toEqual([...used, `'${PHONE}`, 'telefono@x.example'])
  expect(of(usedByFormula)).toEqual([...used, `'${FORMULA}`, 'formula@x.example'])
  const cells = Object.entries(sheet).filter(([name]) => !name.startsWith('!'))
  expect(cells.filter(([, cell]) => (cell as { f?: string }).f !== undefined)).toEqual([])
})

test.each([
  ['?state=used', 2],
  ['?state=available', MANY],
  ['?search=formula@x.example', 1],
  ['?search=telefono&state=available', 0],
  ['?search=nadie', 0],
])('%s has the %i rows of the list', async (query, count) => {
  const [, ...rows] = await rowsOf(query)
  expect(rows).toHaveLength(count)
  expect(rows.map(([code]) => code)).toEqual((await listed(query)).map(({ code }) => code))
})

test('a search for a whole code is that code', async () => {
  const [, ...rows] = await rowsOf(`?search=${usedByPhone.toLowerCase()}`)
  expect(rows.map(([code]) => code)).toEqual([usedByPhone])
})

test.each([1, 4, MANY, MANY + 2, MANY + 3])(
  'in pages of %i the query leaves none out, and has none twice',
  async (rowsMax) => {
    const paged = []
    for await (const page of codePages(api, { search: '', ids: undefined, state: undefined }, rowsMax))
      paged.push(...page.map(({ id }) => id))
    expect(paged).toEqual((await listed()).map(({ id }) => id))
  },
)

test('it is a file with its day, for administrators only', async () => {
  expect((await ask()).headers.get('content-disposition')).toBe('attachment; filename=codigos_2026-11-18.csv')
  await expectRefused(await ask('', api.owner.token), 403, 'forbidden')
  await expectRefused(await ask('?state=usado'), 422, 'invalid')
})

test('a list that cannot be read is refused with a status', async () => {
  await api.db.query('alter view read.codes rename to codes_away')
  try {
    await expectRefused(await ask(), 503, 'unavailable')
  } finally {
    await api.db.query('alter view read.codes_away rename to codes')
  }
  expect((await ask()).status).toBe(200)
})
