import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor, EventStore } from '@app/contracts/event-store.ts'
import { NO_DETAILS, profileStream } from '@app/contracts/events/profile-events.ts'
import { newId } from '@app/event-store/ids.ts'
import { causeBy } from '../command-context.ts'
import { changeSlug } from '../profiles/change-slug.ts'
import { createProfile } from '../profiles/create-profile.ts'
import { slugReaction } from '../reactions/finish-slug-change.ts'
import { openErasingSide, STAFF, type ErasingSide } from '../testing/erasing-side.ts'
import { eraseProfiles } from './erase-profile.ts'
import { shred } from './shred.ts'

/** An administrator changes a profile's slug while another one erases the profile. */

let side: ErasingSide
beforeAll(async () => {
  side = await openErasingSide()
})
afterAll(() => side.close())

async function newProfile(): Promise<string> {
  const profileId = newId()
  const wanted = { profileId, ownerId: 'owner', name: '', details: NO_DETAILS, slug: `p-${profileId}` }
  await createProfile(side.deps, { ...wanted, cause: causeBy(side.deps, STAFF) })
  return profileId
}

const shredding = (subject: string, actor: Actor) => shred(side.deps, subject, actor)

/** A store that erases the profile right before its slug is claimed; then its process may die. */
const erasingBeforeClaim = (profileId: string, dies: boolean): EventStore => ({
  ...side.own.store,
  append: async (...args) => {
    const isClaim = args[0].startsWith('slug-')
    if (isClaim) await eraseProfiles(side.deps, [profileId], STAFF)
    const appended = await side.own.store.append(...args)
    if (isClaim && dies) throw new Error('the process died')
    return appended
  },
})

async function expectForgotten(word: string, profileId: string): Promise<void> {
  expect((await side.own.keys.idsOf([profileStream(profileId)])).size).toBe(0)
  await side.project()
  expect(await side.placesOf(word)).toEqual([])
}

test('a slug that is claimed after its profile was erased can be read nowhere', async () => {
  const profileId = await newProfile()
  const deps = { ...side.deps, store: erasingBeforeClaim(profileId, false), shred: shredding }
  const wanted = { profileId, slug: 'nahuelpan-uno', actor: STAFF }
  await expect(changeSlug(deps, wanted)).rejects.toMatchObject({ code: 'not-found' })
  await expectForgotten('nahuelpan', profileId)
})

test('if the process died after the claim, the reaction erases it', async () => {
  const profileId = await newProfile()
  const deps = { ...side.deps, store: erasingBeforeClaim(profileId, true), shred: shredding }
  await expect(changeSlug(deps, { profileId, slug: 'huenchun-dos', actor: STAFF })).rejects.toThrow('died')
  expect(await side.placesOf('huenchun')).not.toEqual([])
  for (const claim of await side.events('SlugClaimed'))
    await slugReaction({ shred: shredding }).react(side.deps, claim)
  await expectForgotten('huenchun', profileId)
})

test('a slug that a profile got before its erasure is erased with it', async () => {
  const profileId = await newProfile()
  const deps = { ...side.deps, shred: shredding }
  await changeSlug(deps, { profileId, slug: 'catrileo-tres', actor: STAFF })
  expect(await side.placesOf('catrileo')).not.toEqual([])
  await eraseProfiles(side.deps, [profileId], STAFF)
  await expectForgotten('catrileo', profileId)
  // Of all three.
  expect(await side.differing()).toEqual([])
})
