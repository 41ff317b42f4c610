import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { profileStream, type ImageKind } from '@app/contracts/profiles.ts'
import type { RenderedImage } from '@app/contracts/fields/pictures.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { testTable } from '../../tests/support/every.ts'
import { createGate } from '../../tests/support/gate.ts'
import { hold, waitsForLock } from '../../tests/support/lock-waits.ts'
import { createTestDatabase, poolOf } from '../../tests/support/test-database.ts'
import { createKeyVault } from '../kernel/keys/key-vault.ts'
import { wrappingFilesInMemory } from '../kernel/keys/testing/wrapping-files-in-memory.ts'
import { createStoredImages, type StoredImages } from './stored-images.ts'

const [ANA, BEA] = ['0199a000-0000-7000-8000-00000000000a', '0199a000-0000-7000-8000-00000000000b']
const START = new Date('2026-03-02T12:00:00.000Z')
const KIND = 'profile-image' as ImageKind

const pictureOf = (ref: string): RenderedImage => ({
  ref,
  width: 336,
  height: 336,
  renditions: [
    { name: 'w112', contentType: 'image/webp', width: 112, height: 112, bytes: Buffer.from(`small ${ref}`) },
    { name: 'w336', contentType: 'image/webp', width: 336, height: 336, bytes: Buffer.from(`large ${ref}`) },
    {
      name: 'square',
      contentType: 'image/jpeg',
      width: 400,
      height: 400,
      bytes: Buffer.from([0xff, 0xd8, 0, 0x0d]),
    },
  ],
})
const [SEA, SUN] = [pictureOf('a'.repeat(32)), pictureOf('b'.repeat(32))]

const { url } = await createTestDatabase()
const pool = poolOf(url, 8)
const superuser = new pg.Pool({ connectionString: url, max: 1 })
let files: ReturnType<typeof wrappingFilesInMemory>
let images: StoredImages
let at = START
afterAll(() => superuser.end())
beforeEach(async () => {
  at = START
  await pool.query(
    'delete from vault.image_uses; delete from vault.images; update vault.wrapping set number = 1',
  )
  files = wrappingFilesInMemory(randomBytes(32))
  images = openProcess().images
})

/** Another process on the vault, without cached keys. */
function openProcess(db: Pick<pg.Pool, 'query'> = pool) {
  const deps = { db: db as pg.Pool, random: randomBytes, now: () => at }
  const vault = createKeyVault({ ...deps, files })
  return { ...vault, images: createStoredImages({ ...deps, wrapping: vault.wrapping }) }
}

const keep = (profileId: string, image: RenderedImage, kind = KIND, by = images) =>
  by.changing(profileId, (own) => own.keep(image, kind))
const release = (profileId: string, kind?: ImageKind, except?: string) =>
  images.changing(profileId, (own) => own.release(kind, except))
const isThere = async ({ ref }: RenderedImage) => (await images.find(ref)) !== undefined

describe('a stored picture', () => {
  beforeEach(() => keep(ANA, SEA))

  test('is found by its reference: the largest rendition for pages, the named one, or a square JPEG', async () => {
    expect(await images.find(SEA.ref)).toEqual(SEA.renditions[1])
    for (const rendition of SEA.renditions)
      expect(await images.find(SEA.ref, rendition.name)).toEqual(rendition)
    expect(await images.find(SEA.ref, 'w999')).toBeUndefined()
    expect(await images.find(SUN.ref)).toBeUndefined()
    expect((await images.find(SEA.ref, 'square'))?.bytes).toEqual(SEA.renditions[2]?.bytes)
    expect(await images.find("a' or true --", 'square')).toBeUndefined()
  })

  test('has its bytes in no table [PRIV-1]', async () => {
    const { rows } = await pool.query<{ row: string }>(
      'select to_jsonb(t)::text as row from vault.images i join vault.image_renditions t using (ref)',
    )
    const stored = rows.map(({ row }) => row).join('\n')
    expect(stored).toContain(SEA.ref)
    for (const { bytes } of SEA.renditions)
      expect(stored).not.toContain(bytes.subarray(0, 20).toString('hex'))
  })

  test('is kept back while every profile that uses it is blocked [PRIV-15]', async () => {
    await keep(BEA, SEA)
    const change = (text: string, id: string) => pool.query(text, [profileStream(id)])
    for (const id of [ANA, BEA]) {
      expect(await isThere(SEA)).toBe(true)
      await change(
        "insert into vault.subjects (subject, wrapped_key, created_at, wrapped_by, is_frozen) values ($1, 'key', now(), 1, true)",
        id,
      )
    }
    expect([await isThere(SEA), await images.find(SEA.ref, 'square')]).toEqual([false, undefined])
    await change('update vault.subjects set is_frozen = false where subject = $1', BEA)
    expect(await isThere(SEA)).toBe(true)
    for (const id of [ANA, BEA]) await change('delete from vault.subjects where subject = $1', id)
  })

  test('is removed with its last use', async () => {
    await keep(BEA, SEA)
    await keep(ANA, SEA, 'background-image')
    await release(ANA, KIND)
    await release(BEA)
    expect(await isThere(SEA)).toBe(true)
    await release(ANA)
    expect(await isThere(SEA)).toBe(false)
    expect((await pool.query('select from vault.image_renditions')).rowCount).toBe(0)
  })

  test('stays while it is shown, and the replaced one is removed', async () => {
    await keep(ANA, SUN)
    await release(ANA, KIND, SUN.ref)
    expect([await isThere(SEA), await isThere(SUN)]).toEqual([false, true])
  })
})

test('a picture whose storing failed halfway is not stored', async () => {
  const broken = { ...SEA, renditions: [...SEA.renditions, { ...SEA.renditions[0]!, width: Number.NaN }] }
  await expect(keep(ANA, broken)).rejects.toThrow(/integer/)
  expect(await isThere(SEA)).toBe(false)
  await keep(ANA, SEA) // the connection goes on
})

testTable([
  [SUN.ref, 'w112'],
  [SEA.ref, 'w336'],
])('the bytes of another picture or size do not open in place of others', async (ref, name) => {
  for (const image of [SEA, SUN]) await keep(ANA, image)
  await pool.query(
    `update vault.image_renditions r set bytes = s.bytes from vault.image_renditions s
     where r.ref = $1 and r.name = 'w112' and s.ref = $2 and s.name = $3`,
    [SEA.ref, ref, name],
  )
  await expect(images.find(SEA.ref, 'w112')).rejects.toThrow('authenticate')
})

/** Rivals of other processes: both sides are paused at the worst moment. */
describe('two processes at one picture', () => {
  test('a release waits for a store that is half done', async () => {
    await keep(ANA, SEA)
    // Another process writes the same rendition, without a lock on the picture itself.
    const inTheWay = await superuser.connect()
    await inTheWay.query("set session_replication_role = 'replica'; begin")
    await inTheWay.query("insert into vault.image_renditions values ($1, 'w999', 'image/webp', 1, 1, '')", [
      SEA.ref,
    ])
    const kept = keep(BEA, { ...SEA, renditions: [{ ...SEA.renditions[0]!, name: 'w999' }] })
    await waitsForLock(pool, kept)
    const released = release(ANA)
    await waitsForLock(pool, released, 2)
    await inTheWay.query('rollback')
    inTheWay.release(true)
    await Promise.all([kept, released])
    expect(await images.find(SEA.ref, 'w112')).toEqual(SEA.renditions[0])
  })

  test('a store after the removal writes the whole picture again', async () => {
    await keep(ANA, SEA)
    const held = await hold(pool, 'delete from vault.image_uses; delete from vault.images')
    const kept = keep(BEA, SEA)
    await waitsForLock(pool, kept)
    await held.commit()
    await kept
    expect(await images.find(SEA.ref, 'w112')).toEqual(SEA.renditions[0])
  })
})

test('changes of a profile’s pictures run one after the other, also behind one that fails', async () => {
  const done: string[] = []
  const [begun, mayEnd] = [createGate(), createGate()]
  const slow = images.changing(ANA, async () => {
    begun.open()
    await mayEnd.opened
    done.push('slow')
    throw new Error('the log is away')
  })
  await begun.opened
  const next = images.changing(ANA, async () => done.push('after it'))
  await waitsForLock(pool, next)
  await images.changing(BEA, async () => done.push('another'))
  mayEnd.open()
  await expect(slow).rejects.toThrow('the log is away')
  await next
  expect(done).toEqual(['another', 'slow', 'after it'])
})

describe('another wrapping key', () => {
  test('wraps the keys of pictures anew, and every process continues to show them', async () => {
    const [one, other] = [openProcess(), openProcess()]
    await keep(ANA, SEA, KIND, one.images)
    expect(await other.images.find(SEA.ref, 'w112')).toEqual(SEA.renditions[0])
    expect(await one.rewrap.now()).toMatchObject({ number: 2, rewrapped: 1 })
    for (const process of [one, other, openProcess()])
      expect(await process.images.find(SEA.ref, 'w112')).toEqual(SEA.renditions[0])
    // A second profile uses the picture under its existing key.
    for (const image of [SEA, SUN]) await keep(BEA, image, KIND, other.images)
    expect(files.kept()).toEqual([2])
    for (const image of [SEA, SUN])
      expect(await one.images.find(image.ref, 'w112')).toEqual(image.renditions[0])
  })

  test('may be made between the reads of a picture’s row and of its wrapping key', async () => {
    await keep(ANA, SEA)
    let looks = 0
    const query = async (text: string, values?: unknown[]) => {
      const found = await pool.query(text, values)
      if (text.includes('vault.images') && (looks += 1) === 1) await openProcess().rewrap.now()
      return found
    }
    const slow = openProcess({ query } as unknown as pg.Pool)
    expect(await slow.images.find(SEA.ref, 'w112')).toEqual(SEA.renditions[0])
    expect(looks).toBe(2)
  })

  test('waits for a picture that is being stored under the former', async () => {
    const held = await hold(superuser, 'lock table vault.image_uses in exclusive mode')
    const kept = keep(ANA, SEA)
    await waitsForLock(pool, kept)
    const renewing = openProcess().rewrap.now()
    const hasWaited = await waitsForLock(pool, renewing, 2)
    await held.rollback()
    await Promise.all([kept, renewing])
    expect(hasWaited).toBe(true)
    expect(await openProcess().images.find(SEA.ref, 'w112')).toEqual(SEA.renditions[0])
  })
})
