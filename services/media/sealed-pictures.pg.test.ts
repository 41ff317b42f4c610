import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { RenderedImage } from '@app/contracts/fields/image-renditions.ts'
import { createPool } from '../platform/postgres/pool.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { waitsForLock } from '../../tests/support/lock-waits.ts'
import { createTestDatabase } from '../../tests/support/test-database.ts'
import { createStoredImages, type StoredImages } from './stored-images.ts'
import { createKeyVault } from '../kernel/keys/key-vault.ts'
import { wrappingFilesInMemory } from '../kernel/keys/testing/wrapping-files-in-memory.ts'
import { poolOf } from '../kernel/keys/testing/vault-pool.ts'

const [ANA, BEA] = ['0199a000-0000-7000-8000-00000000000a', '0199a000-0000-7000-8000-00000000000b']
const KIND = 'profile-image'
const NOW = new Date('2026-11-21T12:00:00.000Z')

const pictureOf = (sign: string): RenderedImage => ({
  ref: sign.repeat(32),
  width: 224,
  height: 224,
  renditions: (['w112', 'w224'] as const).map((name) => ({
    name,
    contentType: 'image/webp',
    width: Number(name.slice(1)),
    height: Number(name.slice(1)),
    bytes: Buffer.from(`face of ${sign} as ${name} `.repeat(50)),
  })),
})
const [SEA, SUN] = [pictureOf('a'), pictureOf('b')]

const { url } = await createTestDatabase()
const pool = poolOf(url, 8)
const superuser = createPool(url, { role: 'svc_owner', applicationName: 'pictures-owner', max: 1 })
let files: ReturnType<typeof wrappingFilesInMemory>
afterAll(() => superuser.end())
beforeEach(async () => {
  for (const table of ['image_uses', 'images']) await pool.query(`delete from vault.${table}`)
  await pool.query('update vault.wrapping set number = 1')
  files = wrappingFilesInMemory(randomBytes(32))
})

/** Another process on the vault, without cached keys. */
function openProcess(db: Pick<pg.Pool, 'query'> = pool) {
  const deps = { db: db as pg.Pool, random: randomBytes, now: () => NOW }
  const vault = createKeyVault({ ...deps, files })
  const images: StoredImages = createStoredImages({ ...deps, wrapping: vault.wrapping })
  return { ...vault, images }
}

const keepBy = (images: StoredImages, image: RenderedImage, profileId = ANA) =>
  images.changing(profileId, (own) => own.keep(image, KIND))

async function rowsOf(table: string): Promise<string> {
  const { rows } = await pool.query<{ row: string }>(`select to_jsonb(t)::text as row from vault.${table} t`)
  return rows.map(({ row }) => row).join('\n')
}

test('the bytes of a picture are in no table [PRIV-1]', async () => {
  const { images } = openProcess()
  await keepBy(images, SEA)
  const stored = `${await rowsOf('images')}${await rowsOf('image_renditions')}`
  expect(stored).toContain(SEA.ref)
  for (const { bytes } of SEA.renditions) expect(stored).not.toContain(bytes.subarray(0, 20).toString('hex'))
  expect(await images.find(SEA.ref, 'w112')).toEqual(SEA.renditions[0])
})

test.each([
  ['another picture', SUN.ref, 'w112'],
  ['another size', SEA.ref, 'w224'],
])('the bytes of %s do not open in place of others', async (_name, ref, name) => {
  const { images } = openProcess()
  await keepBy(images, SEA)
  await keepBy(images, SUN)
  await pool.query(
    `update vault.image_renditions r set bytes = s.bytes from vault.image_renditions s
     where r.ref = $1 and r.name = 'w112' and s.ref = $2 and s.name = $3`,
    [SEA.ref, ref, name],
  )
  await expect(images.find(SEA.ref, 'w112')).rejects.toThrow('authenticate')
})

describe('another wrapping key', () => {
  test('wraps the keys of pictures anew, and every process continues to show them', async () => {
    const [one, other] = [openProcess(), openProcess()]
    await keepBy(one.images, SEA)
    expect(await other.images.find(SEA.ref, 'w112')).toEqual(SEA.renditions[0])
    expect(await one.rewrap.now()).toMatchObject({ number: 2, rewrapped: 1 })
    for (const { images } of [one, other, openProcess()])
      expect(await images.find(SEA.ref, 'w112')).toEqual(SEA.renditions[0])
    // A second profile uses the picture under its existing key.
    await keepBy(other.images, SEA, BEA)
    await keepBy(other.images, SUN)
    expect(files.kept()).toEqual([2])
    expect(await one.images.find(SEA.ref, 'w112')).toEqual(SEA.renditions[0])
    expect(await one.images.find(SUN.ref, 'w112')).toEqual(SUN.renditions[0])
  })

  test('may be made between the reads of a picture’s row and of its wrapping key', async () => {
    const other = openProcess()
    await keepBy(other.images, SEA)
    let looks = 0
    const { images } = openProcess({
      query: async (text: string, values?: unknown[]) => {
        const found = await pool.query(text, values)
        if (text.includes('vault.images') && (looks += 1) === 1) await other.rewrap.now()
        return found
      },
    } as unknown as pg.Pool)
    expect(await images.find(SEA.ref, 'w112')).toEqual(SEA.renditions[0])
    expect(looks).toBe(2)
  })

  test('waits for a picture that is being stored under the former', async () => {
    const { images } = openProcess()
    const inTheWay = await superuser.connect()
    await inTheWay.query('begin')
    await inTheWay.query('lock table vault.image_uses in exclusive mode')
    const kept = keepBy(images, SEA)
    await waitsForLock(pool, kept)
    const renewing = openProcess().rewrap.now()
    const hasWaited = await waitsForLock(pool, renewing, 2)
    await inTheWay.query('rollback')
    inTheWay.release()
    await Promise.all([kept, renewing])
    expect(hasWaited).toBe(true)
    expect(await openProcess().images.find(SEA.ref, 'w112')).toEqual(SEA.renditions[0])
  })
})
