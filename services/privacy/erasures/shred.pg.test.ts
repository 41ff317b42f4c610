import { beforeEach, expect, test } from 'vitest'
import type { Actor } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/accounts.ts'
import { visitorSubject } from '@app/contracts/taps.ts'
import { NO_DETAILS, profileStream } from '@app/contracts/profiles.ts'
import { profile } from '../../profiles/profile.ts'
import type { Codec } from '../../kernel/codec.ts'
import { load, type Events, causeBy } from '../../kernel/commands.ts'
import { newId } from '../../kernel/log/ids.ts'
import { withLog } from '../../kernel/testing/memory-events.ts'
import { changeSlug, slugReaction } from '../../profiles/change-slug.ts'
import { createProfile as makeProfile } from '../../profiles/create-profile.ts'
import { eraseProfiles } from './erase-profile.ts'
import { eraseVisitor } from './erase-visitor.ts'
import { finishShredding, shred } from './shred.ts'
import { useErasingSide, STAFF } from '../testing/erasing-side.ts'
import { longTest } from '../../../tests/support/longer-runs.ts'

const side = useErasingSide()

/** Ids of a test's own, so that all can share one log. */
let [accountId, profileId, visitorId] = ['', '', '']

beforeEach(() => {
  accountId = newId()
  profileId = newId()
  visitorId = newId()
})

const register = (name: string) =>
  side.write(accountStream(accountId), {
    type: 'AccountRegistered',
    data: { name, email: 'x@x.example', credentialId: undefined },
  })

const createProfile = (name: string) =>
  side.write(profileStream(profileId), {
    type: 'ProfileCreated',
    data: { ownerId: accountId, slug: `p-${profileId}`, details: { ...NO_DETAILS, name } },
  })

const erasuresOf = async (subject: string) =>
  (await side.events('SubjectErased')).filter(({ data }) => data.subject === subject)

/** Rows in use, and rows built from zero. */
async function expectNowhere(text: string): Promise<void> {
  await side.project()
  expect(await side.placesOf(text)).toEqual([])
  expect(await side.differing()).toEqual([])
}

const NAMES = ['Quintupil in an account', 'Quintupil in a profile', 'Quintupil as a visitor'] as const
const subjects = () => [
  accountStream(accountId),
  profileStream(profileId),
  visitorSubject(profileId, visitorId),
]
async function say([inAccount, inProfile, asVisitor]: readonly [string, string, string]): Promise<void> {
  await register(inAccount)
  const { state } = await load(side.own.store, profile, profileStream(profileId))
  const data = { changes: { bio: inProfile }, typed: {} }
  if (state.status === 'unknown') await createProfile(inProfile)
  else await side.write(profileStream(profileId), { type: 'ProfileEdited', data })
  await side.identify({ profileId, visitorId, fullName: asVisitor })
}
const erasures = () => Promise.all(subjects().map(erasuresOf))

test('a shredded account, profile or visitor is in no table and no event, neither in older rows nor in a build from zero, and returns with new texts only [PRIV-2]', async () => {
  await say(NAMES)
  await side.project()
  // Read models store sealed texts.
  expect(await side.placesOf('Quintupil')).toHaveLength(3)
  for (const subject of subjects()) {
    expect(await shred(side.deps, subject, STAFF)).toBe(true)
    expect(await shred(side.deps, subject, STAFF)).toBe(false)
  }
  for (const ofSubject of await erasures()) expect(ofSubject).toMatchObject([{ meta: { actor: STAFF } }])

  await say(['Huenchumil in an account', 'Huenchumil in a profile', 'Huenchumil as a visitor'])
  await expectNowhere('Quintupil')
  expect(await side.placesOf('Huenchumil')).toHaveLength(3)
})

test('an erasure whose mark failed is not published twice', async () => {
  await register('Ana')
  const subject = accountStream(accountId)
  const forgetful = {
    ...side.deps.keys,
    published: async () => {
      throw new Error('the process died')
    },
  }
  await expect(shred({ ...side.deps, keys: forgetful }, subject, STAFF)).rejects.toThrow('the process died')
  expect(await finishShredding(side.deps, STAFF)).toBe(1)
  expect(await finishShredding(side.deps, STAFF)).toBe(0)
  expect(await erasuresOf(subject)).toHaveLength(1)
})

test('simultaneous shreddings of one person append it once', async () => {
  await register('Ana')
  const subject = accountStream(accountId)
  await Promise.all(Array.from({ length: 6 }, () => shred(side.deps, subject, STAFF)))
  expect(await erasuresOf(subject)).toHaveLength(1)
})

/** An administrator changes a profile's slug while another one erases the profile. */
async function newProfile(): Promise<void> {
  const wanted = { profileId, ownerId: 'owner', name: '', details: NO_DETAILS, slug: `p-${profileId}` }
  await makeProfile(side.deps, { ...wanted, cause: causeBy(side.deps, STAFF) })
}

const shredding = (subject: string, actor: Actor) => shred(side.deps, subject, actor)

/** A store that erases the profile right before its slug is claimed; then its process may die. */
const erasingBeforeClaim = (dies: boolean): Events => {
  const { store } = side.own
  const isClaim = (stream: string): boolean => stream.startsWith('slug-')
  const encrypt: Codec['encrypt'] = async (stream, event) => {
    if (isClaim(stream)) await eraseProfiles(side.deps, [profileId], STAFF)
    return store.codec.encrypt(stream, event)
  }
  const dying = withLog(store, {
    append: async (...args) => {
      const appended = await store.log.append(...args)
      if (isClaim(args[0]) && dies) throw new Error('the process died')
      return appended
    },
  })
  return { ...dying, codec: { ...store.codec, encrypt } }
}

async function expectForgotten(word: string): Promise<void> {
  expect((await side.own.keys.idsOf([profileStream(profileId)])).size).toBe(0)
  await side.project()
  expect(await side.placesOf(word)).toEqual([])
}

longTest('a slug that is claimed after its profile was erased can be read nowhere', async () => {
  await newProfile()
  const deps = { ...side.deps, store: erasingBeforeClaim(false), shred: shredding }
  const wanted = { profileId, slug: 'nahuelpan-uno', actor: STAFF }
  await expect(changeSlug(deps, wanted)).rejects.toMatchObject({ code: 'not-found' })
  await expectForgotten('nahuelpan')
})

test('if the process died after the claim, the reaction erases it', async () => {
  await newProfile()
  const deps = { ...side.deps, store: erasingBeforeClaim(true), shred: shredding }
  await expect(changeSlug(deps, { profileId, slug: 'huenchun-dos', actor: STAFF })).rejects.toThrow('died')
  expect(await side.placesOf('huenchun')).not.toEqual([])
  for (const claim of await side.events('SlugClaimed'))
    await slugReaction({ shred: shredding }).react(side.deps, claim)
  await expectForgotten('huenchun')
})

const ids = () => ({ profileId: newId(), visitorId: newId() })

const erase = (visitor: { profileId: string; visitorId: string }, store: Events = side.own.store) =>
  eraseVisitor({ ...side.deps, store }, visitor, { kind: 'visitor', id: visitor.visitorId })

const keysOf = async ({ profileId, visitorId }: { profileId: string; visitorId: string }) =>
  (await side.own.keys.forReading([visitorSubject(profileId, visitorId)])).size

const erasuresOfVisitor = async ({ profileId, visitorId }: { profileId: string; visitorId: string }) =>
  (await erasuresOf(visitorSubject(profileId, visitorId))).length

/** Runs an action right before each of the first erasures is recorded. */
function meeting(times: number, work: () => Promise<unknown>): Events {
  const { store } = side.own
  let left = times
  return withLog(store, {
    append: async (stream, expected, events) => {
      if (events[0]?.type === 'SubjectErased' && (left -= 1) >= 0) await work()
      return store.log.append(stream, expected, events)
    },
  })
}

longTest('texts that a visitor sends during the erasure are erased too', async () => {
  const visitor = ids()
  const identify = () => side.identify({ ...visitor, fullName: 'Rayen Meanwhile' })
  await identify()
  await erase(visitor, meeting(2, identify))
  expect(await keysOf(visitor)).toBe(0)
  expect(await erasuresOfVisitor(visitor)).toBe(3)
  await side.project()
  expect(await side.placesOf('Meanwhile')).toEqual([])
})

test('an erasure that never ends is abandoned as unavailable', async () => {
  const visitor = ids()
  const identify = () => side.identify({ ...visitor, fullName: 'Rayen Endless' })
  await expect(erase(visitor, meeting(100, identify))).rejects.toMatchObject({ code: 'unavailable' })
  await erase(visitor)
  expect(await side.placesOf('Endless')).toEqual([])
})

test('a visitor without texts is erased as well', async () => {
  const visitor = ids()
  await erase(visitor)
  expect([await keysOf(visitor), await erasuresOfVisitor(visitor)]).toEqual([0, 1])
})
