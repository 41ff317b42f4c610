import { beforeEach, expect, test, describe } from 'vitest'
import { NO_DETAILS } from '@app/contracts/profiles.ts'
import { accountsModel } from '../accounts/read-model.ts'
import { erased, useReadSide, type Given } from '../testing/read-side.ts'
import { ANA, BEA, DEMO, tapped } from '../testing/traffic-story.ts'
import { trafficProjection } from '../traffic/projection.ts'
import { profilesModel } from './read-model.ts'
import { countVisits, listOwnProfiles, listProfiles } from './list-profiles.ts'
import { findProfile, findProfileBySlug } from './queries.ts'
import { createListStory, NEWEST } from '../testing/list-story.ts'

const OWNER = 'owner-1'
const stream = `profile-${DEMO}`
const MORNING = '2026-11-20T10:00:00.000Z'
const EVENING = '2026-11-20T20:00:00.000Z'

const created: Given = {
  type: 'ProfileCreated',
  stream,
  at: MORNING,
  data: { ownerId: OWNER, slug: 'ana', details: { ...NO_DETAILS, name: 'Ana', company: 'Andes' } },
}
const changed = (type: string, data: Given['data']): Given => ({ type, stream, at: EVENING, data })

const side = useReadSide()
beforeEach(async () => {
  await side.project(accountsModel)
})

async function after(...events: readonly Given[]) {
  await side.given(created, ...events)
  await side.project(profilesModel)
  return findProfile(side.sealedRows(), DEMO)
}

test('a profile is found by its slug and by its id, with the content of its page', async () => {
  const record = await after()
  expect(record).toMatchObject({
    ownerId: OWNER,
    isActive: true,
    createdAt: MORNING,
    profile: {
      id: DEMO,
      slug: 'ana',
      name: 'Ana',
      company: 'Andes',
      theme_color: 'blue',
      profile_image: null,
    },
  })
  expect(await findProfileBySlug(side.sealedRows(), 'ana')).toEqual(record)
  expect(await findProfileBySlug(side.sealedRows(), 'nobody')).toBeUndefined()
})

const edited = (changes: Record<string, string>, typed: Record<string, string> = {}) =>
  changed('ProfileEdited', { changes, typed })

test('an edit changes the fields that it names, leaves the others, and dates the profile', async () => {
  const record = await after(edited({ name: 'Anita', bio: 'Hola\n¿qué tal?' }))
  expect(record?.profile).toMatchObject({
    name: 'Anita',
    company: 'Andes',
    bio: 'Hola\n¿qué tal?',
    updated_at: EVENING,
  })
})

test('images and theme come and go', async () => {
  const theme = { theme_color: 'dark', background_color: '#000', text_color: '#fff', button_color: '#0af' }
  const set = (kind: string, ref: string) => changed('ProfileImageSet', { kind, ref, width: 1, height: 1 })
  const record = await after(
    set('profile-image', 'a1'),
    set('company-logo', 'b2'),
    changed('ProfileImageRemoved', { kind: 'company-logo' }),
    changed('ThemeApplied', { theme }),
  )
  expect(record?.profile).toMatchObject({ profile_image: 'a1', company_logo: null, ...theme })
})

test('a profile is inactive until it is activated again, and gone once it is deleted', async () => {
  expect((await after(changed('ProfileDeactivated', {})))?.isActive).toBe(false)
  await side.given(changed('ProfileActivated', {}))
  await side.project(profilesModel)
  expect((await findProfile(side.sealedRows(), DEMO))?.isActive).toBe(true)
  await side.given(changed('ProfileDeleted', {}))
  await side.project(profilesModel)
  expect(await findProfile(side.sealedRows(), DEMO)).toBeUndefined()
  expect(await findProfileBySlug(side.sealedRows(), 'ana')).toBeUndefined()
})

test('a page’s query returns whether the owner is deactivated; an owner without a row is not', async () => {
  const account = `account-${OWNER}`
  const isOwnerActive = async () => {
    await side.project(accountsModel)
    return [
      await findProfile(side.sealedRows(), DEMO),
      await findProfileBySlug(side.sealedRows(), 'ana'),
    ].map((found) => found?.isOwnerActive)
  }
  await after()
  expect(await isOwnerActive()).toEqual([true, true])
  await side.given(
    { type: 'AccountRegistered', stream: account, data: { name: 'Ana', email: 'ana@x.example' } },
    { type: 'AccountDeactivated', stream: account, data: {} },
  )
  expect(await isOwnerActive()).toEqual([false, false])
  await side.given({ type: 'AccountReactivated', stream: account, data: {} })
  expect(await isOwnerActive()).toEqual([true, true])
})

test('an owner’s list has their own profiles only, in the order of making, with all counted visits', async () => {
  const of = (id: string, ownerId: string, at: string): Given => ({
    ...created,
    stream: `profile-${id}`,
    at,
    data: { ...created.data, slug: `of-${id}`, ownerId },
  })
  await side.given(
    of(ANA, OWNER, EVENING),
    of(DEMO, OWNER, MORNING),
    of(BEA, 'somebody', MORNING),
    tapped({ visitor: ANA, at: MORNING }),
    tapped({ visitor: ANA, at: EVENING }),
  )
  for (const projection of [profilesModel, trafficProjection]) await side.project(projection)
  const listed = await listOwnProfiles(side.sealedRows(), OWNER, 10)
  expect(listed.map(({ profile, visits }) => [profile.id, visits])).toEqual([
    [DEMO, 2],
    [ANA, 0],
  ])
  expect(await listOwnProfiles(side.sealedRows(), OWNER, 1)).toHaveLength(1)
  expect([await countVisits(side.reader, DEMO), await countVisits(side.reader, ANA)]).toEqual([2, 0])
})

test('an erased profile is found by the slugs that it gets afterwards alone', async () => {
  await after(erased(stream), changed('ProfileSlugChanged', { slug: 'bea', previous: 'ana' }))
  expect(await side.rows('select subject from read.profile_slugs')).toHaveLength(1)
  expect(await findProfileBySlug(side.sealedRows(), 'ana')).toBeUndefined()
  expect((await findProfileBySlug(side.sealedRows(), 'bea'))?.profile.slug).toBe('bea')
})

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 20, 10, minute)).toISOString()
const idOf = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`
const ofAccount = (id: string, type: string, data: Given['data'] = {}): Given => ({
  type,
  stream: `account-${id}`,
  at: at(0),
  data,
})
const registered = (id: string, name: string): Given =>
  ofAccount(id, 'AccountRegistered', { name, email: `${id}@correo.example` })
const of = (n: number, type: string, data: Given['data'] = {}, minute = n): Given => ({
  type,
  stream: `profile-${idOf(n)}`,
  at: at(minute),
  data,
})
const listedProfile = (
  n: number,
  ownerId: string,
  details: Partial<typeof NO_DETAILS> = {},
  minute = n,
): Given =>
  of(n, 'ProfileCreated', { ownerId, slug: `slug-${n}`, details: { ...NO_DETAILS, ...details } }, minute)

const STORY = [
  registered('ana', 'Ana Núñez'),
  listedProfile(1, 'ana', { name: 'Ana', lastname: 'Soto', company: 'Andes Norte' }),
  listedProfile(2, 'bea', { name: 'Violeta', company: 'Ñandú SpA' }),
  registered('bea', 'Beatriz O’Higgins'),
  listedProfile(3, 'bea', { name: 'Andrés', lastname: 'Paz' }),
  // The id decides between equal instants.
  listedProfile(4, 'nobody', { name: 'Carla' }, 3),
  of(2, 'ProfileDeactivated'),
]

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
    listedProfile(2, 'gone'),
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
    ofAccount('bea', 'AccountRenamed', { name: 'Inés' }),
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
