import { beforeEach, expect, test } from 'vitest'
import type { Actor } from '@app/contracts/event-store.ts'
import { NO_DETAILS, profileStream } from '@app/contracts/profiles.ts'
import { profile, type CreatedProfile } from './profile.ts'
import { load, type Events, causeBy } from '../kernel/commands.ts'
import { createMemoryLog } from '../kernel/log/testing/memory-store.ts'
import { openMemoryEvents } from '../kernel/testing/memory-events.ts'
import { wholeLog } from '../kernel/testing/whole-log.ts'
import { derivedId, newId } from '../kernel/log/ids.ts'
import { NAMES } from '../kernel/keys/testing/names.ts'
import { dyingAfter, typesIn } from '../kernel/testing/dying-store.ts'
import { changeSlug, slugReaction } from './change-slug.ts'
import { createProfile, deleteProfile } from './create-profile.ts'

const now = (): Date => new Date('2026-11-20T12:00:00.000Z')
const ADMIN: Actor = { kind: 'admin', id: 'root' }
const [ANA, BEA] = [derivedId('ana'), derivedId('bea')]
const neverShred = async (): Promise<never> => {
  throw new Error('nobody is erased here')
}

let store: Events
const create = (profileId: string, slug: string) =>
  createProfile(
    { store, names: NAMES, newId },
    {
      profileId,
      ownerId: 'owner',
      name: '',
      details: NO_DETAILS,
      slug,
      cause: causeBy({ now, newId }, ADMIN),
    },
  )
const change = (profileId: string, slug: string, on = store) =>
  changeSlug({ store: on, names: NAMES, now, newId, shred: neverShred }, { profileId, slug, actor: ADMIN })
const slugOf = async (profileId: string): Promise<string> =>
  ((await load(store, profile, profileStream(profileId))).state as CreatedProfile).slug
const react = async (): Promise<void> => {
  const { types, react: finish } = slugReaction({ shred: neverShred })
  for (const event of await wholeLog(store, types)) await finish({ store, names: NAMES, now, newId }, event)
}
/** The events that a call appends. */
async function appendedBy(call: () => Promise<unknown>): Promise<readonly string[]> {
  const before = (await typesIn(store)).length
  await call()
  return (await typesIn(store)).slice(before)
}

beforeEach(async () => {
  store = await openMemoryEvents(createMemoryLog(), { now, newId })
  await create(ANA, 'ana')
  await create(BEA, 'bea')
})

test('an administrator’s change claims a free slug, then gives it to the profile', async () => {
  const head = await store.log.headPosition()
  expect(await appendedBy(async () => expect((await change(ANA, 'ana-paz')).previous).toBe('ana'))).toEqual([
    'SlugClaimed',
    'ProfileSlugChanged',
  ])
  const { events } = await store.log.readAll(head, { limit: 10 })
  expect(events.map(({ meta }) => meta.actor)).toEqual([ADMIN, ADMIN])
  expect(await slugOf(ANA)).toBe('ana-paz')
})

test('a slug that ever belonged to another profile is refused: present, former or deleted', async () => {
  await change(BEA, 'bea-sol')
  await create(derivedId('gone'), 'gone')
  await deleteProfile({ store, now, newId }, derivedId('gone'), ADMIN)
  for (const slug of ['bea-sol', 'bea', 'gone'])
    expect(
      await appendedBy(() => expect(change(ANA, slug)).rejects.toMatchObject({ code: 'conflict' })),
    ).toEqual([])
})

test('what is no slug, reserved, or of a profile that is not there is refused, and claims nothing', async () => {
  await deleteProfile({ store, now, newId }, BEA, ADMIN)
  for (const [id, slug, code] of [
    ...['al', 'Ana', 'admin', 'demo'].map((slug) => [ANA, slug, 'invalid'] as const),
    ...[BEA, derivedId('nobody')].map((id) => [id, 'free', 'not-found'] as const),
  ])
    expect(await appendedBy(() => expect(change(id, slug)).rejects.toMatchObject({ code }))).toEqual([])
  // A profile gets its own reserved word back.
  await create(derivedId('demo'), 'demo')
  for (const slug of ['antonia', 'demo']) await change(derivedId('demo'), slug)
  expect(await slugOf(derivedId('demo'))).toBe('demo')
})

test('a change that died after its claim is finished by the reaction, once, for the administrator', async () => {
  await expect(change(ANA, 'ana-paz', dyingAfter(1, store))).rejects.toThrow('died')
  expect(await slugOf(ANA)).toBe('ana')
  expect(await appendedBy(react)).toEqual(['ProfileSlugChanged'])
  const [finished] = await wholeLog(store, ['ProfileSlugChanged'])
  expect(finished).toMatchObject({ data: { slug: 'ana-paz', previous: 'ana' }, meta: { actor: ADMIN } })
  expect(finished?.meta.causationId).not.toBeNull()
  expect(await appendedBy(react)).toEqual([])
})
