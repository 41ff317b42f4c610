import { DEFAULT_THEME, NO_DETAILS } from '@app/contracts/profiles/events.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { describe, expect, test } from 'vitest'
import { profile, type CreateProfile, type Profile } from './profile.ts'
import { created, imageSet, imageRemoved, OWNER } from './testing/profiles.ts'
import { given, stateAfter } from '../kernel/testing/specification.ts'

const create: CreateProfile = { type: 'CreateProfile', ...created.data }
const deleted = { type: 'ProfileDeleted', data: {} } as const

test('creating a profile records its owner, slug and details', () =>
  given(profile)().when(create).then(created))

test('creating a profile: a second time changes nothing: the first stays', () =>
  given(profile)(created)
    .when({ ...create, ownerId: 'owner-2', slug: 'otra' })
    .thenNothing())

test('creating a profile of an owner who was erased is not repeated', () => {
  const { details: _, ...left } = created.data
  given(profile)({ type: 'ProfileCreated', data: left }).when(create).thenNothing()
})

test('creating a profile does not restore a deleted profile', () =>
  given(profile)(created, deleted).when(create).thenNothing())

describe('a profile with as many events as its capacity allows', () => {
  const FULL = { ...stateAfter(profile, [created]), revision: BigInt(LIMITS.streamEventsMax - 1) } as Profile
  const ALMOST = { ...FULL, revision: BigInt(LIMITS.streamEventsMax - 2) } as Profile
  const picture = { type: 'SetImage', kind: 'profile-image', ref: 'a', width: 1, height: 1 } as const
  const edit = { type: 'EditProfile', details: { name: 'Bea' }, theme: {} } as const

  const rename = { type: 'ChangeSlug', slug: 'ana-luz' } as const
  const finish = { type: 'FinishSlugChange', slug: 'ana-luz' } as const

  test.each([edit, picture, rename, finish])('refuses $type [LIM-10]', (command) => {
    expect(profile.decide(command, ALMOST)).toHaveLength(1)
    expect(() => profile.decide(command, FULL)).toThrow(expect.objectContaining({ code: 'history-full' }))
  })

  test('can still lose its pictures, and be deleted', () => {
    const shown = { ...FULL, images: { 'profile-image': 'a' } } as Profile
    expect(profile.decide({ type: 'RemoveImage', kind: 'profile-image' }, shown)).toHaveLength(1)
    expect(profile.decide({ type: 'DeleteProfile' }, FULL)).toHaveLength(1)
  })

  test('can still be hidden, but not shown again', () => {
    expect(profile.decide({ type: 'DeactivateProfile' }, FULL)).toHaveLength(1)
    const show = () => profile.decide({ type: 'ActivateProfile' }, { ...FULL, isActive: false } as Profile)
    expect(show).toThrow(expect.objectContaining({ code: 'history-full' }))
  })
})

test('deleting a profile is recorded once, and a profile that never existed is not deleted', () => {
  given(profile)(created).when({ type: 'DeleteProfile' }).then(deleted)
  given(profile)(created, deleted).when({ type: 'DeleteProfile' }).thenNothing()
  given(profile)().when({ type: 'DeleteProfile' }).thenNothing()
})

test('deleting a profile keeps its owner, and no slug', () =>
  expect(stateAfter(profile, [created, deleted, imageSet('company-logo', 'ref-1')])).toEqual({
    status: 'deleted',
    ownerId: OWNER,
  }))

describe('hiding a profile', () => {
  const hide = { type: 'DeactivateProfile' } as const
  const show = { type: 'ActivateProfile' } as const
  const hidden = { type: 'ProfileDeactivated', data: {} } as const
  const shown = { type: 'ProfileActivated', data: {} } as const

  test('is recorded once, and so is showing it again', () => {
    given(profile)(created).when(hide).then(hidden)
    given(profile)(created, hidden).when(hide).thenNothing()
    given(profile)(created, hidden).when(show).then(shown)
    given(profile)(created, hidden, shown).when(show).thenNothing()
    given(profile)(created).when(show).thenNothing()
  })

  test.each([hide, show])('of none, or of a deleted one, is refused: $type', (command) => {
    given(profile)().when(command).thenRefused('not-found')
    given(profile)(created, deleted).when(command).thenRefused('not-found')
  })
})

describe('another slug', () => {
  const change = (slug: string) => ({ type: 'ChangeSlug', slug }) as const
  const finish = (slug: string) => ({ type: 'FinishSlugChange', slug }) as const
  const changed = (previous: string, slug: string) =>
    ({ type: 'ProfileSlugChanged', data: { slug, previous } }) as const
  const toLuz = changed('ana-paz', 'ana-luz')
  const back = changed('ana-luz', 'ana-paz')

  test('replaces the former one, which may be chosen again', () => {
    given(profile)(created).when(change('ana-luz')).then(toLuz)
    given(profile)(created, toLuz).when(change('ana-paz')).then(back)
  })

  test('that is the present one changes nothing', () => {
    given(profile)(created).when(change('ana-paz')).thenNothing()
    given(profile)(created, toLuz).when(change('ana-luz')).thenNothing()
  })

  test('is finished after a crash, unless it was the profile’s before', () => {
    given(profile)(created).when(finish('ana-luz')).then(toLuz)
    given(profile)(created, toLuz).when(finish('ana-luz')).thenNothing()
    given(profile)(created, toLuz, back).when(finish('ana-luz')).thenNothing()
    given(profile)(created, toLuz, changed('ana-luz', 'ana-sol')).when(finish('ana-paz')).thenNothing()
  })

  test('keeps each former one once', () =>
    expect(stateAfter(profile, [created, toLuz, back, toLuz, changed('ana-luz', 'ana-sol')])).toMatchObject({
      slug: 'ana-sol',
      formerSlugs: ['ana-paz', 'ana-luz'],
    }))

  test('is refused once as many lead to the profile as one may have; a former one and a claimed one are not', () => {
    const slugs = ['ana-paz', ...Array.from({ length: LIMITS.formerSlugsMax }, (_, n) => `ana-${n}`)]
    const changes = slugs.slice(1).map((slug, n) => changed(slugs[n]!, slug))
    const last = slugs.at(-1)!
    given(profile)(created, ...changes.slice(0, -1))
      .when(change(last))
      .then(changes.at(-1)!)
    given(profile)(created, ...changes)
      .when(change('ana-luz'))
      .thenRefused('history-full')
    given(profile)(created, ...changes)
      .when(change('ana-paz'))
      .then(changed(last, 'ana-paz'))
    given(profile)(created, ...changes)
      .when(finish('ana-luz'))
      .then(changed(last, 'ana-luz'))
  })

  test.each([change('ana-luz'), finish('ana-luz')])(
    'of none, or of a deleted one, is refused: $type',
    (command) => {
      given(profile)().when(command).thenRefused('not-found')
      given(profile)(created, deleted).when(command).thenRefused('not-found')
    },
  )
})

const set = { type: 'SetImage', ...imageSet('profile-image', 'ref-1').data } as const
const remove = { type: 'RemoveImage', kind: 'profile-image' } as const

test('an image is set, and replaced by another one', () => {
  given(profile)(created).when(set).then(imageSet('profile-image', 'ref-1'))
  given(profile)(created, imageSet('profile-image', 'ref-0'))
    .when(set)
    .then(imageSet('profile-image', 'ref-1'))
})

test('an image set twice is set once', () =>
  given(profile)(created, imageSet('profile-image', 'ref-1')).when(set).thenNothing())

test('an image is removed once, and not where there is none', () => {
  const first = imageSet('profile-image', 'ref-1')
  given(profile)(created, first).when(remove).then(imageRemoved('profile-image'))
  given(profile)(created, first, imageRemoved('profile-image')).when(remove).thenNothing()
  given(profile)(created, imageSet('company-logo', 'ref-1')).when(remove).thenNothing()
})

test.each([set, remove])('an image of no profile, or of a deleted one, is refused: $type', (command) => {
  given(profile)().when(command).thenRefused('not-found')
  given(profile)(created, deleted).when(command).thenRefused('not-found')
})

test('a profile is active, in the default theme and without images when it is new', () =>
  expect(stateAfter(profile, [created])).toEqual({
    status: 'created',
    ...created.data,
    formerSlugs: [],
    theme: DEFAULT_THEME,
    images: {},
    isActive: true,
    revision: 0n,
    createdAt: '2026-11-20T12:00:00.000Z',
    updatedAt: '2026-11-20T12:00:00.000Z',
  }))

test('a profile has the state of its last event, at that event’s revision and instant', () => {
  const state = stateAfter(profile, [
    created,
    { type: 'ProfileEdited', data: { changes: { name: 'Anita' }, typed: {} } },
    imageSet('company-logo', 'ref-1'),
    { type: 'ProfileSlugChanged', data: { slug: 'anita', previous: 'ana-paz' } },
    { type: 'ProfileDeactivated', data: {} },
  ])
  expect(state).toMatchObject({
    details: { ...created.data.details, name: 'Anita' },
    images: { 'company-logo': 'ref-1' },
    slug: 'anita',
    formerSlugs: ['ana-paz'],
    isActive: false,
    revision: 4n,
    createdAt: '2026-11-20T12:00:00.000Z',
    updatedAt: '2026-11-20T12:00:04.000Z',
  })
  expect(
    stateAfter(profile, [
      created,
      { type: 'ProfileDeactivated', data: {} },
      { type: 'ProfileActivated', data: {} },
    ]),
  ).toMatchObject({ isActive: true })
})

test('a profile of an erased person has no details, and can be read on', () => {
  const { details: _, ...left } = created.data
  const state = stateAfter(profile, [
    { type: 'ProfileCreated', data: left },
    { type: 'ProfileEdited', data: {} },
  ])
  expect(state).toMatchObject({ details: NO_DETAILS, revision: 1n })
})
