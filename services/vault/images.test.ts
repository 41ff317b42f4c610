import type pg from 'pg'
import { createPool } from '@app/outside/postgres.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../tests/test-database.ts'
import { findJpeg } from './images.ts'

const BYTES = Buffer.from([0xff, 0xd8, 0xff, 0x00, 0x0d, 0x0a])
let pool: pg.Pool
beforeAll(async () => {
  const { url } = await createTestDatabase()
  pool = createPool(url, { role: 'svc_app', applicationName: 'images', max: 2 })
  await pool.query("insert into vault.images values ('a', 'image/jpeg', $1), ('b', 'image/webp', $1)", [
    BYTES,
  ])
})
afterAll(() => pool.end())

test('a JPEG is found by its reference, byte for byte', async () => {
  expect((await findJpeg(pool)('a'))?.equals(BYTES)).toBe(true)
})

test.each(['b', 'c', "a' or true --"])('%s is no JPEG', async (ref) => {
  expect(await findJpeg(pool)(ref)).toBeUndefined()
})
