import { beforeEach, describe, expect, test } from 'vitest'
import { NO_DETAILS } from '@app/contracts/profiles.ts'
import { accountsModel } from '../accounts/read-model.ts'
import { createListStory, NEWEST } from '../testing/list-story.ts'
import { useReadSide, type Given } from '../testing/read-side.ts'
import { tapped } from '../testing/traffic-story.ts'
import { trafficProjection } from '../traffic/projection.ts'
import { listProfiles } from './list-profiles.ts'
import { profilesModel } from './read-model.ts'

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 20, 10, minute)).toISOString()
const idOf = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`
const account = (id: string, type: string, data: Given['data'] = {}): Given => ({
  type,
  stream: `account-${id}`,
  at: at(0),
  data,
})
const registered = (id: string, name: string): Given =>
  account(id, 'AccountRegistered', { name, email: `${id}@correo.example` })
const of = (n: number, type: string, data: Given['data'] = {}, minute = n): Given => ({
  type,
  stream: `profile-${idOf(n)}`,
  at: at(minute),
  data,
})
const created = (n: number, ownerId: string, details: Partial<typeof NO_DETAILS> = {}, minute = n): Given =>
  of(n, 'ProfileCreated', { ownerId, slug: `slug-${n}`, details: { ...NO_DETAILS, ...details } }, minute)

const STORY = [
  registered('ana', 'Ana Núñez'),
  created(1, 'ana', { name: 'Ana', lastname: 'Soto', company: 'Andes Norte' }),
  created(2, 'bea', { name: 'Violeta', company: 'Ñandú SpA' }),
  registered('bea', 'Beatriz O’Higgins'),
  created(3, 'bea', { name: 'Andrés', lastname: 'Paz' }),
  // The id decides between equal instants.
  created(4, 'nobody', { name: 'Carla' }, 3),
  of(2, 'ProfileDeactivated'),
]

const side = useReadSide()

const { given, ask, ids, idsOfPages } = createListStory({
  side: () => side,
  projections: [profilesModel, accountsModel, trafficProjection],
  query: listProfiles,
  all: { ...NEWEST, state: 'all' },
  idOf: ({ id }) => id,
})

test('a profile is listed with its owner’s name and e-mail, and with all its counted visits', async () => {
  await given(
    ...STORY.slice(0, 2),
    created(2, 'gone'),
    tapped({ visitor: idOf(8), profile: idOf(1), at: at(1) }),
    tapped({ visitor: idOf(8), profile: idOf(1), at: at(59) }),
  )
  expect((await ask()).rows).toMatchObject([
    { slug: 'slug-2', visits: 0, user_name: '', user_email: '', is_active: true },
    {
      id: idOf(1),
      slug: 'slug-1',
      name: 'Ana',
      lastname: 'Soto',
      company: 'Andes Norte',
      user_name: 'Ana Núñez',
      user_email: 'ana@correo.example',
      visits: 2,
      is_active: true,
      created_at: at(1),
    },
  ])
})

describe('the list', () => {
  beforeEach(() => given(...STORY))

  test('shows the active ones, or the others', async () => {
    const [active, inactive] = [await ask({ state: 'active', limit: 1 }), await ask({ state: 'inactive' })]
    expect(active).toMatchObject({ rows: [{ id: idOf(4) }], total: 3 })
    expect(inactive).toMatchObject({ rows: [{ id: idOf(2) }], total: 1 })
  })

  test('that is searched has profiles with words that begin so, or their owners’ names and e-mails', async () => {
    for (const [search, found] of [
      ['ana', [1]],
      ['nandu', [2]],
      ['nunez', [1]],
      ['higgins', [3, 2]],
      ['paz beatriz', [3]],
      ['correo', [3, 2, 1]],
      ['  ', [4, 3, 2, 1]],
    ] as const) {
      expect((await ask({ search })).total, search).toBe(found.length)
      expect(await ids({ search }), search).toEqual(found.map(idOf))
      expect(await idsOfPages({ search, limit: 1 }), search).toEqual(found.map(idOf))
    }
  })
})

test('a search finds profiles by the names that they and their owners have now', async () => {
  await given(
    ...STORY,
    of(1, 'ProfileEdited', { changes: { company: 'Cordillera' }, typed: {} }),
    account('bea', 'AccountRenamed', { name: 'Inés' }),
    of(3, 'ProfileSlugChanged', { slug: 'otra-direccion', previous: 'slug-3' }),
  )
  for (const [search, found] of [
    ['otra-direccion', [3]],
    ['ines bea@correo', [3, 2]],
    ['cordillera soto', [1]],
    ['slug-3', []],
    ['norte', []],
    ['beatriz', []],
  ] as const)
    expect(await ids({ search }), search).toEqual(found.map(idOf))
})
