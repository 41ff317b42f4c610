import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { NO_DETAILS, profileStream } from '@app/contracts/profiles.ts'
import type { RenderedImage } from '@app/contracts/media.ts'
import { profile } from './profile.ts'
import { load, type Events } from '../kernel/commands.ts'
import { createMemoryLog } from '../kernel/log/testing/memory-store.ts'
import { newId } from '../kernel/log/ids.ts'
import { openMemoryEvents, withLog } from '../kernel/testing/memory-events.ts'
import { createPool } from '../platform/postgres/pool.ts'
import { deleteProfile } from './create-profile.ts'
import type { StoredImages } from '../media/stored-images.ts'
import { createTestImages, pictureOf } from '../media/testing/test-images.ts'
import { createTestDatabase } from '../../tests/support/test-database.ts'
import { removeImage, setImage, type ImagePlace } from './image-routes.ts'
import { uuid, writeProfile } from '../../tests/support/api/test-log.ts'

const START = new Date('2026-11-20T12:00:00.000Z')
const now = (): Date => START
const KIND = 'profile-image'

const [SEA, SUN] = [pictureOf('a'), pictureOf('b')]

let pool: pg.Pool
let store: Events
let storedImages: StoredImages
let place: ImagePlace
beforeAll(async () => {
  const { url } = await createTestDatabase()
  pool = createPool(url, { role: 'svc_app', applicationName: 'change-image', max: 4 })
  storedImages = createTestImages(pool, now)
})
afterAll(() => pool.end())
beforeEach(async () => {
  await pool.query('delete from vault.image_uses')
  await pool.query('delete from vault.images')
  store = await openMemoryEvents(createMemoryLog(), { now, newId })
  const id = uuid(1)
  await writeProfile(store, START, { id, slug: 'ana', ownerId: 'ana', details: NO_DETAILS })
  place = { profileId: id, kind: KIND, actor: { kind: 'owner', id: 'ana' } }
})

const deps = (own: Events = store) => ({ store: own, storedImages, now, newId })
const isThere = async ({ ref }: RenderedImage) => (await storedImages.find(ref)) !== undefined
const shown = async () => {
  const { state } = await load(store, profile, profileStream(place.profileId))
  return state.status === 'created' ? state.images[KIND] : undefined
}

test('a picture whose event could not be written stays until the outcome is known', async () => {
  const append = async () => {
    throw new Error('no log')
  }
  await expect(setImage(deps(withLog(store, { append })), place, SEA)).rejects.toThrow('no log')
  await removeImage(deps(), place) // There is none to remove: the event may still come.
  expect([await shown(), await isThere(SEA)]).toEqual([undefined, true])
  await setImage(deps(), place, SUN)
  expect([await isThere(SEA), await isThere(SUN)]).toEqual([false, true])
})

test('an upload that ends after the profile was deleted leaves no picture', async () => {
  await deleteProfile({ store, now, newId }, place.profileId, place.actor)
  await expect(setImage(deps(), place, SEA)).rejects.toMatchObject({ code: 'not-found' })
  expect(await isThere(SEA)).toBe(false)
})
