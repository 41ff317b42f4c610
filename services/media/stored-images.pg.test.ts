import pg from 'pg'
import { profileStream, type ImageKind } from '@app/contracts/profiles/events.ts'
import type { RenderedImage } from '@app/contracts/fields/image-renditions.ts'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createGate } from '../../tests/support/gate.ts'
import { waitsForLock } from '../../tests/support/lock-waits.ts'
import { createTestDatabase } from '../../tests/support/test-database.ts'
import { findJpeg, type Ending, type StoredImages } from './stored-images.ts'
import { createTestImages } from './testing/test-images.ts'
import { poolOf } from '../kernel/keys/testing/vault-pool.ts'

const [ANA, BEA] = ['0199a000-0000-7000-8000-00000000000a', '0199a000-0000-7000-8000-00000000000b']
const NOBODY = '00000000-0000-0000-0000-000000000000'
const START = new Date('2026-03-02T12:00:00.000Z')
const HOUR_MS = 3_600_000
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
let images: StoredImages
let at = START
afterAll(() => superuser.end())
beforeEach(async () => {
  at = START
  images = createTestImages(pool, () => at)
  await pool.query('delete from vault.image_uses')
  await pool.query('delete from vault.images')
})

const keep = (profileId: string, image: RenderedImage, kind = KIND) =>
  images.changing(profileId, (own) => own.keep(image, kind))
const release = (profileId: string, kind?: ImageKind, only?: Ending) =>
  images.changing(profileId, (own) => own.release(kind, only))
const isThere = async ({ ref }: RenderedImage) => (await images.find(ref)) !== undefined

describe('a stored picture', () => {
  beforeEach(() => keep(ANA, SEA))

  test('is found by its reference: the largest rendition for pages, or the named one', async () => {
    expect(await images.find(SEA.ref)).toEqual(SEA.renditions[1])
    for (const rendition of SEA.renditions)
      expect(await images.find(SEA.ref, rendition.name)).toEqual(rendition)
    expect(await images.find(SEA.ref, 'w999')).toBeUndefined()
    expect(await images.find(SUN.ref)).toBeUndefined()
  })

  test('has a square JPEG for contact files', async () => {
    expect(await findJpeg(images)(SEA.ref)).toEqual(SEA.renditions[2]?.bytes)
    expect(await findJpeg(images)("a' or true --")).toBeUndefined()
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
    expect([await isThere(SEA), await findJpeg(images)(SEA.ref)]).toEqual([false, undefined])
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
    const { rows } = await pool.query('select 1 from vault.image_renditions')
    expect(rows).toEqual([])
  })

  test('stays while it is shown, and the replaced one is removed', async () => {
    await keep(ANA, SUN)
    await release(ANA, KIND, { except: SUN.ref })
    expect([await isThere(SEA), await isThere(SUN)]).toEqual([false, true])
  })

  test('stays when it is younger than the limit of the removal', async () => {
    await release(ANA, KIND, { before: START })
    expect(await isThere(SEA)).toBe(true)
    await release(ANA, KIND, { before: new Date(START.getTime() + 1) })
    expect(await isThere(SEA)).toBe(false)
  })
})

test('profiles with old uses are listed page by page, and a use that was stored again is not old', async () => {
  await keep(ANA, SEA)
  await keep(BEA, SUN)
  const before = new Date(START.getTime() + 1)
  expect(await images.profilesUsing(START, { after: NOBODY, max: 9 })).toEqual([])
  expect(await images.profilesUsing(before, { after: NOBODY, max: 1 })).toEqual([ANA])
  expect(await images.profilesUsing(before, { after: ANA, max: 9 })).toEqual([BEA])
  at = new Date(START.getTime() + HOUR_MS)
  await keep(BEA, SUN)
  expect(await images.profilesUsing(before, { after: NOBODY, max: 9 })).toEqual([ANA])
})

test('a picture whose storing failed halfway is not stored', async () => {
  const broken = { ...SEA, renditions: [...SEA.renditions, { ...SEA.renditions[0]!, width: Number.NaN }] }
  await expect(keep(ANA, broken)).rejects.toThrow(/integer/)
  expect(await isThere(SEA)).toBe(false)
  await keep(ANA, SEA) // the connection goes on
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
    const client = await pool.connect()
    await client.query('begin')
    await client.query('delete from vault.image_uses')
    await client.query('delete from vault.images')
    const kept = keep(BEA, SEA)
    await waitsForLock(pool, kept)
    await client.query('commit')
    client.release()
    await kept
    expect(await images.find(SEA.ref, 'w112')).toEqual(SEA.renditions[0])
  })

  test('a dozen store and release it at once, in four processes, and used pictures exist', async () => {
    const rounds = Array.from(
      { length: 12 },
      (_, n) => `0199a000-0000-7000-8000-${String(n).padStart(12, '0')}`,
    )
    await Promise.all(
      rounds.map(async (profileId, n) => {
        await keep(profileId, SEA)
        await keep(profileId, SUN)
        await release(profileId, KIND, n === 7 ? { except: SEA.ref } : {})
      }),
    )
    expect([await isThere(SEA), await isThere(SUN)]).toEqual([true, false])
  })
})

test('changes of a profile’s pictures run one after the other', async () => {
  const done: string[] = []
  const [begun, mayEnd] = [createGate(), createGate()]
  const slow = images.changing(ANA, async () => {
    begun.open()
    await mayEnd.opened
    done.push('slow')
  })
  await begun.opened
  const next = images.changing(ANA, async () => done.push('after it'))
  await waitsForLock(pool, next)
  await images.changing(BEA, async () => done.push('another'))
  mayEnd.open()
  await Promise.all([slow, next])
  expect(done).toEqual(['another', 'slow', 'after it'])
})

test('a change that fails lets the next one in', async () => {
  const failing = images.changing(ANA, async () => {
    throw new Error('the log is away')
  })
  await expect(failing).rejects.toThrow('the log is away')
  await keep(ANA, SEA)
  expect(await isThere(SEA)).toBe(true)
})
