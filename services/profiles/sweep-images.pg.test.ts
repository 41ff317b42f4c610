import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { NO_DETAILS, profileStream, type ImageKind } from '@app/contracts/profiles.ts'
import type { RenderedImage } from '@app/contracts/fields/pictures.ts'
import { profile, type ProfileCommand } from './profile.ts'
import { handle, load, type Events } from '../kernel/commands.ts'
import { createMemoryLog } from '../kernel/log/testing/memory-store.ts'
import { derivedId, newId } from '../kernel/log/ids.ts'
import { openMemoryEvents, withLog } from '../kernel/testing/memory-events.ts'
import { createPool } from '../platform/postgres/pool.ts'
import type { StoredImages } from '../media/stored-images.ts'
import { createTestImages, pictureOf } from '../media/testing/test-images.ts'
import { waitsForLock } from '../../tests/support/lock-waits.ts'
import { createTestDatabase } from '../../tests/support/test-database.ts'
import { deleteProfile } from './create-profile.ts'
import { removeImage, setImage, type ImagePlace } from './image-routes.ts'
import { sweepImages } from './sweep-images.ts'

const START = new Date('2026-11-20T12:00:00.000Z')
const MINUTE_MS = 60_000
const [ANA, BEA] = [derivedId('ana'), derivedId('bea')]
const KIND = 'profile-image'

const [SEA, SUN] = [pictureOf('a'), pictureOf('b')]

let pool: pg.Pool
let store: Events
let storedImages: StoredImages
let at = START
const now = (): Date => at

beforeAll(async () => {
  const { url } = await createTestDatabase()
  pool = createPool(url, { role: 'svc_app', applicationName: 'sweep', max: 4 })
})
afterAll(() => pool.end())
beforeEach(async () => {
  at = START
  await pool.query('delete from vault.image_uses')
  await pool.query('delete from vault.images')
  store = await openMemoryEvents(createMemoryLog(), { now, newId })
  storedImages = createTestImages(pool, now)
  for (const id of [ANA, BEA])
    await tell(id, { type: 'CreateProfile', ownerId: 'ana', slug: 'ana', details: NO_DETAILS })
})

const tell = (id: string, command: ProfileCommand) =>
  handle(store, profile, {
    stream: profileStream(id),
    command,
    cause: { actor: { kind: 'owner', id: 'ana' }, occurredAt: now().toISOString(), correlationId: 'c' },
    newId,
  })
const keep = (id: string, image: RenderedImage, kind: ImageKind = KIND) =>
  storedImages.changing(id, (own) => own.keep(image, kind))
const set = (id: string, { ref }: RenderedImage, kind: ImageKind = KIND) =>
  tell(id, { type: 'SetImage', kind, ref, width: 112, height: 112 })
const sweepAfter = (minutes: number) => {
  at = new Date(START.getTime() + minutes * MINUTE_MS)
  return sweepImages({ store, storedImages, now, assertHeld: async () => undefined })
}
const areThere = () =>
  Promise.all([SEA, SUN].map(async ({ ref }) => (await storedImages.find(ref)) !== undefined))

test('shown pictures of each kind stay, and others are removed after an hour', async () => {
  await keep(ANA, SEA)
  await keep(ANA, SUN) // and then the process died
  await keep(ANA, SEA, 'company-logo')
  await set(ANA, SEA)
  await sweepAfter(59)
  expect(await areThere()).toEqual([true, true])
  await sweepAfter(61)
  expect(await areThere()).toEqual([true, false])
  const { rows } = await pool.query('select profile_id, kind from vault.image_uses')
  expect(rows).toEqual([{ profile_id: ANA, kind: KIND }])
})

test('pictures of a deleted profile are removed', async () => {
  for (const kind of ['profile-image', 'background-image'] as const) {
    await keep(ANA, SEA, kind)
    await set(ANA, SEA, kind)
  }
  await tell(ANA, { type: 'DeleteProfile' })
  await sweepAfter(61)
  expect(await areThere()).toEqual([false, false])
})

test('a sweep in the middle of an upload, however slow it is, waits for its event', async () => {
  let sweep: Promise<void> | undefined
  await storedImages.changing(ANA, async (own) => {
    await own.keep(SEA, KIND)
    sweep = sweepAfter(61)
    await waitsForLock(pool, sweep)
    await set(ANA, SEA)
  })
  await sweep
  expect(await areThere()).toEqual([true, false])
})

const PLACE: ImagePlace = { profileId: ANA, kind: KIND, actor: { kind: 'owner', id: 'ana' } }
const deps = (own: Events = store) => ({ store: own, storedImages, now, newId })
const isThere = async ({ ref }: RenderedImage) => (await storedImages.find(ref)) !== undefined
const shown = async () => {
  const { state } = await load(store, profile, profileStream(ANA))
  return state.status === 'created' ? state.images[KIND] : undefined
}

test('a picture whose event could not be written stays until the outcome is known', async () => {
  const append = async () => {
    throw new Error('no log')
  }
  await expect(setImage(deps(withLog(store, { append })), PLACE, SEA)).rejects.toThrow('no log')
  await removeImage(deps(), PLACE) // There is none to remove: the event may still come.
  expect([await shown(), await isThere(SEA)]).toEqual([undefined, true])
  await setImage(deps(), PLACE, SUN)
  expect([await isThere(SEA), await isThere(SUN)]).toEqual([false, true])
})

test('an upload that ends after the profile was deleted leaves no picture', async () => {
  await deleteProfile({ store, now, newId }, ANA, PLACE.actor)
  await expect(setImage(deps(), PLACE, SEA)).rejects.toMatchObject({ code: 'not-found' })
  expect(await isThere(SEA)).toBe(false)
})
