import { DEFAULT_THEME, NO_DETAILS } from '@app/contracts/profiles/events.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { expect, test } from 'vitest'
import { testTable } from '../../tests/support/every.ts'
import { profile, type CreateProfile, type Profile, type ProfileCommand } from './profile.ts'
import { created, imageSet, imageRemoved, OWNER } from './testing/profiles.ts'
import { given, stateAfter } from '../kernel/testing/specification.ts'

const after = given(profile)
const create: CreateProfile = { type: 'CreateProfile', ...created.data }
const deleted = { type: 'ProfileDeleted', data: {} } as const
const hidden = { type: 'ProfileDeactivated', data: {} } as const
const shown = { type: 'ProfileActivated', data: {} } as const
const hide = { type: 'DeactivateProfile' } as const
const show = { type: 'ActivateProfile' } as const
const change = (slug: string) => ({ type: 'ChangeSlug', slug }) as const
const finish = (slug: string) => ({ type: 'FinishSlugChange', slug }) as const
const picture = imageSet('profile-image', 'ref-1')
const set = { type: 'SetImage', ...picture.data } as const
const remove = { type: 'RemoveImage', kind: 'profile-image' } as const
const { details: _details, ...left } = created.data
const createdOfErased = { type: 'ProfileCreated', data: left } as const

test('a profile is created once: not again after a deletion, or once its owner was erased', () => {
  after().when(create).then(created)
  after(created)
    .when({ ...create, ownerId: 'owner-2', slug: 'otra' })
    .thenNothing()
  after(createdOfErased).when(create).thenNothing()
  after(created, deleted).when(create).thenNothing()
})

const FULL = { ...stateAfter(profile, [created]), revision: BigInt(LIMITS.streamEventsMax - 1) } as Profile
const ALMOST = { ...FULL, revision: BigInt(LIMITS.streamEventsMax - 2) } as Profile

testTable<ProfileCommand>([
  { type: 'EditProfile', details: { name: 'Bea' }, theme: {} },
  set,
  change('ana-luz'),
  finish('ana-luz'),
])('a profile with as many events as its capacity allows refuses more [LIM-10]', (command) => {
  expect(profile.decide(command, ALMOST)).toHaveLength(1)
  expect(() => profile.decide(command, FULL)).toThrow(expect.objectContaining({ code: 'history-full' }))
})

test('a profile with as many events as its capacity allows can still lose its pictures, be hidden, and be deleted', () => {
  const pictured = { ...FULL, images: { 'profile-image': 'a' } } as Profile
  for (const command of [remove, hide, { type: 'DeleteProfile' } as const])
    expect(profile.decide(command, pictured)).toHaveLength(1)
  const again = () => profile.decide(show, { ...FULL, isActive: false } as Profile)
  expect(again).toThrow(expect.objectContaining({ code: 'history-full' }))
})

test('deleting a profile is recorded once, keeps its owner, and no slug', () => {
  after(created).when({ type: 'DeleteProfile' }).then(deleted)
  after(created, deleted).when({ type: 'DeleteProfile' }).thenNothing()
  after().when({ type: 'DeleteProfile' }).thenNothing()
  expect(stateAfter(profile, [created, deleted, imageSet('company-logo', 'ref-1')])).toEqual({
    status: 'deleted',
    ownerId: OWNER,
  })
})

test('hiding a profile is recorded once, and so is showing it again', () => {
  after(created).when(hide).then(hidden)
  after(created, hidden).when(hide).thenNothing()
  after(created, hidden).when(show).then(shown)
  after(created, hidden, shown).when(show).thenNothing()
  after(created).when(show).thenNothing()
})

testTable<ProfileCommand>([hide, show, change('ana-luz'), finish('ana-luz'), set, remove])(
  'a change of no profile, or of a deleted one, is refused',
  (command) => {
    after().when(command).thenRefused('not-found')
    after(created, deleted).when(command).thenRefused('not-found')
  },
)

const changed = (previous: string, slug: string) =>
  ({ type: 'ProfileSlugChanged', data: { slug, previous } }) as const
const toLuz = changed('ana-paz', 'ana-luz')
const back = changed('ana-luz', 'ana-paz')

test('another slug replaces the former one, which may be chosen again, and the present one changes nothing', () => {
  after(created).when(change('ana-luz')).then(toLuz)
  after(created, toLuz).when(change('ana-paz')).then(back)
  after(created).when(change('ana-paz')).thenNothing()
  after(created, toLuz).when(change('ana-luz')).thenNothing()
})

test('another slug is finished after a crash, unless it was the profile’s before', () => {
  after(created).when(finish('ana-luz')).then(toLuz)
  after(created, toLuz).when(finish('ana-luz')).thenNothing()
  after(created, toLuz, back).when(finish('ana-luz')).thenNothing()
  after(created, toLuz, changed('ana-luz', 'ana-sol')).when(finish('ana-paz')).thenNothing()
})

test('another slug keeps each former one once', () =>
  expect(stateAfter(profile, [created, toLuz, back, toLuz, changed('ana-luz', 'ana-sol')])).toMatchObject({
    slug: 'ana-sol',
    formerSlugs: ['ana-paz', 'ana-luz'],
  }))

test('another slug is refused once as many lead to the profile as one may have; a former one and a claimed one are not', () => {
  const slugs = ['ana-paz', ...Array.from({ length: LIMITS.formerSlugsMax }, (_, n) => `ana-${n}`)]
  const changes = slugs.slice(1).map((slug, n) => changed(slugs[n]!, slug))
  const last = slugs.at(-1)!
  after(created, ...changes.slice(0, -1))
    .when(change(last))
    .then(changes.at(-1)!)
  const full = after(created, ...changes)
  full.when(change('ana-luz')).thenRefused('history-full')
  full.when(change('ana-paz')).then(changed(last, 'ana-paz'))
  full.when(finish('ana-luz')).then(changed(last, 'ana-luz'))
})

test('an image is set and removed once, and replaced by another one', () => {
  for (const before of [[], [imageSet('profile-image', 'ref-0')]])
    after(created, ...before)
      .when(set)
      .then(picture)
  after(created, picture).when(set).thenNothing()
  after(created, picture).when(remove).then(imageRemoved('profile-image'))
  after(created, picture, imageRemoved('profile-image')).when(remove).thenNothing()
  after(created, imageSet('company-logo', 'ref-1')).when(remove).thenNothing()
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
  const events = [
    created,
    { type: 'ProfileEdited', data: { changes: { name: 'Anita' }, typed: {} } },
    imageSet('company-logo', 'ref-1'),
    changed('ana-paz', 'anita'),
    hidden,
  ] as const
  expect(stateAfter(profile, events)).toMatchObject({
    details: { ...created.data.details, name: 'Anita' },
    images: { 'company-logo': 'ref-1' },
    slug: 'anita',
    formerSlugs: ['ana-paz'],
    isActive: false,
    revision: 4n,
    createdAt: '2026-11-20T12:00:00.000Z',
    updatedAt: '2026-11-20T12:00:04.000Z',
  })
  expect(stateAfter(profile, [...events, shown])).toMatchObject({ isActive: true })
})

test('a profile of an erased person has no details, and can be read on', () => {
  const state = stateAfter(profile, [createdOfErased, { type: 'ProfileEdited', data: {} }])
  expect(state).toMatchObject({ details: NO_DETAILS, revision: 1n })
})
