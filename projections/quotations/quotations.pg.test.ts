import { expect, test } from 'vitest'
import { createListStory, NEWEST } from '../testing/list-story.ts'
import { erased, useReadSide, type Given } from '../testing/read-side.ts'
import { quotationsModel } from './read-model.ts'
import { listQuotations } from './queries.ts'

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 20, 10, minute)).toISOString()
const idOf = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`
const REQUEST = {
  company: 'Andes Norte',
  contactPerson: 'Ana Núñez',
  email: 'ana@andes.example',
  phone: '+56 9 1234 5678',
  estimatedCards: '11-25',
  comments: 'Para la feria',
  consent: 'quotation-2026-11',
}
const of = (n: number, type: string, data: Given['data'] = {}): Given => ({
  type,
  stream: `quotation-${idOf(n)}`,
  at: at(n),
  data,
})
const requested = (n: number, request: Partial<typeof REQUEST> = {}): Given =>
  of(n, 'QuotationRequested', { ...REQUEST, ...request })
const contacted = (n: number): Given => of(n, 'QuotationContacted')
const completed = (n: number): Given => of(n, 'QuotationCompleted')
const erasedNth = (n: number): Given => erased(`quotation-${idOf(n)}`)

const side = useReadSide()

const { given, ask, finds, ids, idsOfPages } = createListStory({
  side: () => side,
  projections: [quotationsModel],
  query: listQuotations,
  all: { ...NEWEST, status: 'all' },
  idOf: ({ id }) => id,
})

test('a correction replaces words, is found by the new ones only, and returns nobody who was erased', async () => {
  const correction = (n: number): Given =>
    of(n, 'QuotationCorrected', {
      company: 'Sur Austral',
      contactPerson: 'Ana Núñez',
      phone: '+56 9 8765 4321',
      comments: 'Para la feria',
    })
  await given(requested(1), requested(2), erasedNth(2), correction(1), correction(2))
  expect((await ask()).rows.map(({ company, phone, email }) => [company, phone, email])).toEqual([
    ['', '', ''],
    ['Sur Austral', '+56 9 8765 4321', 'ana@andes.example'],
  ])
  expect(await ids({ search: 'austral' })).toEqual([idOf(1)])
  expect(await ids({ search: 'norte' })).toEqual([])
})

test('a request is listed with all its fields', async () => {
  await given(requested(1))
  expect(await ask()).toEqual({
    rows: [
      {
        id: idOf(1),
        company: 'Andes Norte',
        contact_person: 'Ana Núñez',
        email: 'ana@andes.example',
        phone: '+56 9 1234 5678',
        comments: 'Para la feria',
        estimated_cards: '11-25',
        status: 'pending',
        created_at: at(1),
      },
    ],
    next: undefined,
    total: 1,
  })
})

test('a status follows the events, and is counted and filtered by', async () => {
  await given(requested(1), requested(2), requested(3), contacted(1), contacted(2), completed(2))
  expect((await ask()).rows.map(({ status }) => status)).toEqual(['pending', 'completed', 'contacted'])
  expect(await ask({ status: 'completed' })).toMatchObject({ rows: [{ id: idOf(2) }], total: 1 })
  expect((await ask()).total).toBe(3)
  await given(completed(1), completed(3))
  expect(await ask({ status: 'contacted' })).toMatchObject({ rows: [], total: 0 })
  expect((await ask({ status: 'completed' })).total).toBe(3)
})

test('whoever has waited longest comes first, and of what is done the newest', async () => {
  await given(...[1, 2, 3, 4].map((n) => requested(n)), contacted(1), contacted(2), completed(2))
  const due = { by: 'due', isDescending: false } as const
  for (const limit of [1, 4]) expect(await idsOfPages({ ...due, limit })).toEqual([3, 4, 2, 1].map(idOf))
})

test('a request is found by words of the company, the person, the e-mail or the phone, that begin so', async () => {
  const other = { company: 'Ñandú SpA', contactPerson: 'Beatriz Soto', email: 'b@nandu.example' }
  await given(requested(1), requested(2, other), contacted(2))
  await finds([
    ['nunez andes', [idOf(1)]],
    ['nandu', [idOf(2)]],
    ['912345678', [idOf(2), idOf(1)]],
    ['feria', []],
  ])
})

test('a blocked person is found by no word, and by each one after the block [PRIV-15]', async () => {
  await given(requested(1), requested(2))
  await side.superuser(
    `insert into vault.subjects (subject, wrapped_key, wrapped_by, created_at, key_id, is_frozen)
     values ('quotation-${idOf(1)}', '', 1, now(), gen_random_uuid(), true)`,
  )
  expect(await ids({ search: 'andes' })).toEqual([idOf(2)])
  expect((await ask({ search: 'andes' })).total).toBe(1)
  await side.superuser('update vault.subjects set is_frozen = false')
  expect(await ids({ search: 'andes' })).toEqual([2, 1].map(idOf))
})
