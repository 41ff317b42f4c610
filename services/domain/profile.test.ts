import type { PastEvent } from '@app/contracts/events/catalogue.ts'
import { NO_DETAILS } from '@app/contracts/events/profile.ts'
import { test } from 'vitest'
import { profile, type CreateProfile } from './profile.ts'
import { given } from './testing/specification.ts'

const create: CreateProfile = {
  type: 'CreateProfile',
  ownerId: 'owner-1',
  slug: 'ana-paz',
  details: { ...NO_DETAILS, name: 'Ana', lastname: 'Paz' },
}
const { type: _, ...data } = create
const created: PastEvent & { type: 'ProfileCreated'; data: typeof data } = { type: 'ProfileCreated', data }

test('a profile is created with its owner, slug and details', () =>
  given(profile)().when(create).then(created))

test('a profile created twice is created once', () => given(profile)(created).when(create).thenNothing())

test('what was said first stands: a second creation changes nothing', () =>
  given(profile)(created)
    .when({ ...create, ownerId: 'owner-2', slug: 'otra' })
    .thenNothing())

test('a profile whose owner was forgotten is still there', () => {
  const { details: _details, ...left } = data
  given(profile)({ type: 'ProfileCreated', data: left }).when(create).thenNothing()
})

test('events of other kinds create nothing', () =>
  given(profile)({ type: 'SlugClaimed', data: { profileId: 'p' } })
    .when(create)
    .then(created))
