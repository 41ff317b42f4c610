import { beforeEach, expect, test } from 'vitest'
import { NO_DETAILS } from '@app/contracts/profiles.ts'
import { accountsModel } from '../accounts/read-model.ts'
import { erased, useReadSide, type Given } from '../testing/read-side.ts'
import { ANA, BEA, DEMO, tapped } from '../testing/traffic-story.ts'
import { trafficProjection } from '../traffic/projection.ts'
import { profilesModel } from './read-model.ts'
import { countVisits, listOwnProfiles } from './list-profiles.ts'
import { findProfile, findProfileBySlug } from './queries.ts'

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
