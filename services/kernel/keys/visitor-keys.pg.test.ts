import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { openTestPool } from '../../../tests/support/test-database.ts'
import { createVisitorKeys } from './keyed-ids.ts'

const pool = await openTestPool()
beforeEach(() => pool.query('delete from vault.visitor_salts'))

/** One process, which the test moves in time. */
function openProcess(secret = Buffer.alloc(32, 1), db: pg.Pool = pool) {
  let now = new Date()
  const { keyOfToday } = createVisitorKeys({ db, secret, random: randomBytes, now: () => now })
  return async (instant: string): Promise<string> => {
    now = new Date(instant)
    return (await keyOfToday()).toString('hex')
  }
}
const NOON = '2026-03-02T12:00:00Z'
const salts = async () =>
  (
    await pool.query<{ day: string; salt: Buffer }>(
      'select day::text, salt from vault.visitor_salts order by day',
    )
  ).rows

test('the key of the day is one all day long, and another from midnight in Santiago on', async () => {
  const keyAt = openProcess()
  const first = await keyAt('2026-03-02T03:00:00Z')
  expect(first).toHaveLength(64)
  expect(await keyAt('2026-03-03T02:59:59.999Z')).toBe(first)
  expect(await keyAt('2026-03-03T03:00:00Z')).not.toBe(first)
  expect(new Set((await salts()).map(({ salt }) => salt.toString('hex'))).size).toBe(2)
})

test('it is the same in every process of the day, also in a race, and the database alone is not enough for it', async () => {
  const made = await Promise.all(Array.from({ length: 20 }, () => openProcess()(NOON)))
  expect(new Set(made).size).toBe(1)
  expect(await openProcess()('2026-03-02T23:00:00Z')).toBe(made[0])
  expect(await openProcess(Buffer.alloc(32, 2))(NOON)).not.toBe(made[0])
  expect((await salts()).map(({ salt }) => salt.toString('hex'))).not.toContain(made[0])
})

test('the salt of a day is destroyed after two days, and with it the key [PRIV-7]', async () => {
  const keyAt = openProcess()
  const first = await keyAt('2026-03-01T12:00:00Z')
  await keyAt(NOON)
  await keyAt('2026-03-03T12:00:00Z')
  expect((await salts()).map(({ day }) => day)).toEqual(['2026-03-02', '2026-03-03'])
  expect(await openProcess()('2026-03-01T12:00:00Z')).not.toBe(first)
})

test('a key that could not be loaded is loaded again', async () => {
  let isAway = true
  const query = (...asked: Parameters<pg.Pool['query']>) =>
    isAway ? Promise.reject(new Error('away')) : pool.query(...asked)
  const keyAt = openProcess(Buffer.alloc(32, 1), { query } as unknown as pg.Pool)
  await expect(keyAt(NOON)).rejects.toThrow('away')
  isAway = false
  expect(await keyAt(NOON)).toHaveLength(64)
})
