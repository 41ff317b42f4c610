import { DEFAULT_THEME, NO_DETAILS } from '@app/contracts/profiles.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { expect, test } from 'vitest'
import { testTable } from '../../tests/support/every.ts'
import { decides, stateAfter } from '../kernel/testing/specification.ts'
import { profile, type CreateProfile, type Profile, type ProfileCommand } from './profile.ts'
import { created, imageRemoved, imageSet, OWNER } from './testing/profiles.ts'

const decide = decides(profile)
const create: CreateProfile = { type: 'CreateProfile', ...created.data }
const deleted = { type: 'ProfileDeleted', data: {} } as const
const hidden = { type: 'ProfileDeactivated', data: {} } as const
const shown = { type: 'ProfileActivated', data: {} } as const
const [HIDE, SHOW] = [{ type: 'DeactivateProfile' } as const, { type: 'ActivateProfile' } as const]
const DELETE = { type: 'DeleteProfile' } as const
const change = (slug: string) => ({ type: 'ChangeSlug', slug }) as const
const finish = (slug: string) => ({ type: 'FinishSlugChange', slug }) as const
const picture = imageSet('profile-image', 'ref-1')
const set = { type: 'SetImage', ...picture.data } as const
const remove = { type: 'RemoveImage', kind: 'profile-image' } as const
const { details: _details, ...left } = created.data
const createdOfErased = { type: 'ProfileCreated', data: left } as const

decide('a profile is created once: not again after a deletion, or once its owner was erased', [
  [[], create, [created]],
  [[created], { ...create, ownerId: 'owner-2', slug: 'otra' }, []],
  [[createdOfErased], create, []],
  [[created, deleted], create, []],
])

decide('a profile is hidden, shown and deleted once, and takes no change after that', [
  [[created], DELETE, [deleted]],
  [[created, deleted], DELETE, []],
  [[], DELETE, []],
  [[created], HIDE, [hidden]],
  [[created, hidden], HIDE, []],
  [[created, hidden], SHOW, [shown]],
  [[created, hidden, shown], SHOW, []],
  [[created], SHOW, []],
  ...[HIDE, SHOW, change('ana-luz'), finish('ana-luz'), set, remove].flatMap((command) => [
    [[], command, 'not-found'] as const,
    [[created, deleted], command, 'not-found'] as const,
  ]),
])

const FULL = { ...stateAfter(profile, [created]), revision: BigInt(LIMITS.streamEventsMax - 1) } as Profile
const ALMOST = { ...FULL, revision: BigInt(LIMITS.streamEventsMax - 2) } as Profile
const isFull = expect.objectContaining({ code: 'history-full' }) as Error

testTable<ProfileCommand>([
  { type: 'EditProfile', details: { name: 'Bea' }, theme: {} },
  set,
  change('ana-luz'),
  finish('ana-luz'),
])('a profile with as many events as its capacity allows refuses more [LIM-10]', (command) => {
  expect(profile.decide(command, ALMOST)).toHaveLength(1)
  expect(() => profile.decide(command, FULL)).toThrow(isFull)
})

test('a full profile can still lose its pictures, be hidden, and be deleted', () => {
  const pictured = { ...FULL, images: { 'profile-image': 'a' } } as Profile
  for (const command of [remove, HIDE, DELETE]) expect(profile.decide(command, pictured)).toHaveLength(1)
  expect(() => profile.decide(SHOW, { ...FULL, isActive: false } as Profile)).toThrow(isFull)
})

const changed = (previous: string, slug: string) =>
  ({ type: 'ProfileSlugChanged', data: { slug, previous } }) as const
const toLuz = changed('ana-paz', 'ana-luz')
const back = changed('ana-luz', 'ana-paz')
const SLUGS = ['ana-paz', ...Array.from({ length: LIMITS.formerSlugsMax }, (_, n) => `ana-${n}`)]
const CHANGES = SLUGS.slice(1).map((slug, n) => changed(SLUGS[n]!, slug))
const LAST = SLUGS.at(-1)!

decide(
  'another slug replaces the former one, which may be chosen again, up to as many as one profile may have',
  [
    [[created], change('ana-luz'), [toLuz]],
    [[created, toLuz], change('ana-paz'), [back]],
    [[created], change('ana-paz'), []],
    [[created, toLuz], change('ana-luz'), []],
    // Finished after a crash, unless it was the profile's before.
    [[created], finish('ana-luz'), [toLuz]],
    [[created, toLuz], finish('ana-luz'), []],
    [[created, toLuz, back], finish('ana-luz'), []],
    [[created, toLuz, changed('ana-luz', 'ana-sol')], finish('ana-paz'), []],
    [[created, ...CHANGES.slice(0, -1)], change(LAST), [CHANGES.at(-1)!]],
    [[created, ...CHANGES], change('ana-luz'), 'history-full'],
    [[created, ...CHANGES], change('ana-paz'), [changed(LAST, 'ana-paz')]],
    [[created, ...CHANGES], finish('ana-luz'), [changed(LAST, 'ana-luz')]],
  ],
)

decide('an image is set and removed once, and replaced by another one', [
  [[created], set, [picture]],
  [[created, imageSet('profile-image', 'ref-0')], set, [picture]],
  [[created, picture], set, []],
  [[created, picture], remove, [imageRemoved('profile-image')]],
  [[created, picture, imageRemoved('profile-image')], remove, []],
  [[created, imageSet('company-logo', 'ref-1')], remove, []],
])

test('a profile has the state of its last event, at that event’s revision and instant', () => {
  const fresh = { theme: DEFAULT_THEME, images: {}, isActive: true, formerSlugs: [], revision: 0n }
  const createdAt = '2026-11-20T12:00:00.000Z'
  expect(stateAfter(profile, [created])).toEqual({
    status: 'created',
    ...created.data,
    ...fresh,
    createdAt,
    updatedAt: createdAt,
  })
  const events = [
    created,
    { type: 'ProfileEdited', data: { changes: { name: 'Anita' }, typed: {} } },
    imageSet('company-logo', 'ref-1'),
    toLuz,
    back,
    changed('ana-paz', 'anita'),
    hidden,
  ] as const
  expect(stateAfter(profile, events)).toMatchObject({
    details: { ...created.data.details, name: 'Anita' },
    images: { 'company-logo': 'ref-1' },
    slug: 'anita',
    formerSlugs: ['ana-luz', 'ana-paz'],
    isActive: false,
    revision: 6n,
    createdAt,
    updatedAt: '2026-11-20T12:00:06.000Z',
  })
  expect(stateAfter(profile, [...events, shown])).toMatchObject({ isActive: true })
  // Nobody writes to a deleted one, and an erased person's has no words.
  expect(stateAfter(profile, [created, deleted, picture])).toEqual({ status: 'deleted', ownerId: OWNER })
  const erased = [createdOfErased, { type: 'ProfileEdited', data: {} }] as const
  expect(stateAfter(profile, erased)).toMatchObject({ details: NO_DETAILS, revision: 1n })
})
