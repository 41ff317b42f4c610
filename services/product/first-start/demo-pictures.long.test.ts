import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  createTestClock,
  openTestBackend,
  type TestBackend,
} from '../../../tests/support/api/test-backend.ts'
import { removeImage } from '../../profiles/image-routes.ts'
import { IMAGE_KINDS, profileStream, type ImageKind } from '@app/contracts/profiles.ts'
import { profile } from '../../profiles/profile.ts'
import { load } from '../../kernel/commands.ts'
import { newId } from '../../kernel/log/ids.ts'
import { createImages } from '../../media/images.ts'
import { DEMO_PROFILE_ID } from '@app/contracts/product.ts'
import { ensureDemoProfile, ensureDemoPictures } from './first-content.ts'
import { readDemoPicture, writeDemoPictures } from './rendered-pictures.ts'

const clock = createTestClock()
const stream = profileStream(DEMO_PROFILE_ID)
let backend: TestBackend
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'app-demo-pictures-'))
  await writeDemoPictures(folder, createImages())
  return () => rm(folder, { recursive: true })
})
beforeEach(async () => {
  backend = await openTestBackend(clock, 'nothing')
  const { store, names, now } = backend
  await ensureDemoProfile({ store, names, now, newId }, 'admin')
  return () => backend.close()
})

const deps = () => ({
  store: backend.store,
  storedImages: backend.storedImages,
  now: backend.now,
  newId,
  pictureOf: (kind: ImageKind) => readDemoPicture(folder, kind),
})
const ensure = (): Promise<void> => ensureDemoPictures(deps())
async function shown() {
  const { state } = await load(backend.store, profile, stream)
  const images = state.status === 'created' ? state.images : {}
  return Object.fromEntries(Object.entries(images).filter(([, ref]) => ref !== undefined))
}

describe('the demo profile', () => {
  test('gets a portrait, a logo and a cover once, each small enough for a phone', async () => {
    await ensure()
    const refs = await shown()
    expect(Object.keys(refs).sort()).toEqual([...IMAGE_KINDS].sort())
    const head = await backend.store.log.headPosition()
    await ensure()
    expect(await backend.store.log.headPosition()).toBe(head)
    for (const [kind, rendition, bytesMax] of [
      ['profile-image', 'w336', 25_000],
      ['company-logo', 'w280', 8_000],
      ['background-image', 'w720', 60_000],
    ] as const) {
      const found = await backend.storedImages.find(refs[kind]!, rendition)
      expect([kind, found!.bytes.length <= bytesMax]).toEqual([kind, true])
      const { entropy } = await sharp(found!.bytes).stats()
      expect([kind, entropy > 1]).toEqual([kind, true])
    }
  })

  test('does not regain a picture that an administrator removed', async () => {
    await ensure()
    const actor = { kind: 'admin', id: 'admin' } as const
    await removeImage(deps(), { profileId: DEMO_PROFILE_ID, kind: 'company-logo', actor })
    await ensure()
    expect(Object.keys(await shown()).sort()).toEqual(['background-image', 'profile-image'])
  })
})
