import { beforeEach, describe, expect, test } from 'vitest'
import { createListStory, NEWEST } from '../testing/list-story.ts'
import { KEYLESS, useReadSide, type Given } from '../testing/read-side.ts'
import { listAccounts } from './queries.ts'
import { accountsModel } from './read-model.ts'

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 20, 10, minute)).toISOString()
const of = (id: string, type: string, data: Given['data'] = {}): Given => ({
  type,
  stream: `account-${id}`,
  at: at(30),
  data,
})
const registered = (id: string, minute: number, name: string, email = `${id}@empresa.example`): Given => ({
  ...of(id, 'AccountRegistered', { name, email }),
  at: at(minute),
})
const slot = (n: number) => ({ profileId: `00000000-0000-4000-8000-00000000000${n}` })

const PEOPLE = [
  registered('ana', 1, 'Ana Núñez'),
  registered('bea', 2, 'Beatriz O’Higgins', 'b.ohiggins@otra.example'),
  registered('caro', 3, 'Carolina Ananías'),
  // The id decides between equal instants.
  registered('dora', 3, 'Dora Paz'),
]
const side = useReadSide()

const { given, ask, finds, ids, idsOfPages } = createListStory({
  side: () => side,
  projections: [accountsModel],
  query: listAccounts,
  all: { ...NEWEST, state: undefined },
  idOf: ({ id }) => id,
})

test('an account in the list has the data of its events', async () => {
  await given(
    ...PEOPLE.slice(0, 1),
    of('ana', 'AccountActivated', { code: 'c', maxProfiles: 3 }),
    ...[1, 2, 3].map((n) => of('ana', 'ProfileSlotTaken', slot(n))),
    of('ana', 'ProfileSlotFreed', slot(1)),
    of('ana', 'ProfileLimitChanged', { maxProfiles: 20 }),
    of('ana', 'AccountDeactivated'),
  )
  expect((await ask()).rows).toEqual([
    {
      id: 'ana',
      name: 'Ana Núñez',
      email: 'ana@empresa.example',
      isBlocked: false,
      isAdmin: false,
      isActive: false,
      isActivated: true,
      profilesCount: 2,
      maxProfiles: 20,
      createdAtMs: Date.parse(at(1)),
    },
  ])
})

test('an account in the list may have one profile and none yet, and an administrator needs no code', async () => {
  await given(...PEOPLE.slice(0, 2), of('bea', 'AdminGranted'))
  expect((await ask()).rows).toMatchObject([
    { id: 'bea', isAdmin: true, isActivated: true },
    { id: 'ana', isActivated: false, profilesCount: 0, maxProfiles: 1 },
  ])
  await given(of('bea', 'AdminRevoked'))
  expect((await ask()).rows).toMatchObject([{ id: 'bea', isAdmin: false, isActivated: false }, {}])
  await given(of('ana', 'AccountErased'))
  expect((await ask()).rows).toMatchObject([{ id: 'bea' }])
})

test('an account whose key is gone before its texts are sealed leaves neither text nor search word', async () => {
  await side.given(PEOPLE[0]!)
  await side.project(accountsModel, 1_000, KEYLESS)
  expect(await side.rows('select words, found_by from read.accounts')).toEqual([
    { words: null, found_by: [] },
  ])
})

describe('the list', () => {
  beforeEach(() => given(...PEOPLE, of('bea', 'ProfileSlotTaken', slot(1)), of('dora', 'AccountDeactivated')))

  test('by each column, in both directions, is the same in pages of any size', async () => {
    for (const [by, isDescending, order] of [
      ['created_at', true, ['dora', 'caro', 'bea', 'ana']],
      ['created_at', false, ['ana', 'bea', 'caro', 'dora']],
      ['profiles_count', true, ['bea', 'dora', 'caro', 'ana']],
      ['profiles_count', false, ['ana', 'caro', 'dora', 'bea']],
      ['standing', true, ['caro', 'bea', 'ana', 'dora']],
      ['standing', false, ['dora', 'ana', 'bea', 'caro']],
      ['name', false, ['ana', 'bea', 'caro', 'dora']],
      ['email', false, ['ana', 'bea', 'caro', 'dora']],
    ] as const) {
      expect(await ids({ by, isDescending }), by).toEqual(order)
      for (const limit of [1, 2, 3]) expect(await idsOfPages({ by, isDescending, limit }), by).toEqual(order)
    }
  })

  test('counts and shows the active ones, or the others', async () => {
    expect(await ask({ state: 'inactive' })).toMatchObject({ rows: [{ id: 'dora' }], total: 1 })
    expect(await ask({ state: 'active', limit: 1 })).toMatchObject({ rows: [{ id: 'caro' }], total: 3 })
    await given(of('dora', 'AccountReactivated'))
    expect(await ask({ state: 'inactive' })).toMatchObject({ rows: [], total: 0 })
    expect((await ask()).total).toBe(4)
  })

  test('shows whoever has used no code yet, and is neither deactivated nor an administrator', async () => {
    await given(of('ana', 'AccountActivated', { code: 'c', maxProfiles: 3 }), of('bea', 'AdminGranted'))
    expect(await ask({ state: 'unactivated' })).toMatchObject({ rows: [{ id: 'caro' }], total: 1 })
    expect(await ids({ by: 'standing' })).toEqual(['bea', 'ana', 'caro', 'dora'])
    expect(await ask({ state: 'active' })).toMatchObject({ total: 3 })
  })

  test('that is searched has accounts with words that begin so', async () => {
    await finds([
      ['ana', ['caro', 'ana']],
      ['ñuñez', ['ana']],
      ['higgins', ['bea']],
      ['empresa', ['dora', 'caro', 'ana']],
    ])
  })
})
