import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { openVaultPool } from './testing/vault-pool.ts'
import { createVisitorKeys } from './visitor-keys.ts'

const secret = Buffer.alloc(32, 1)
const pool = await openVaultPool()
beforeEach(() => pool.query('delete from vault.visitor_salts'))

/** One process, whose clock the test moves; the wall clock may be set as well. */
function processAt(instant: string, own = secret) {
  let now = new Date(instant)
  let setByMs = 0
  const { keyOfToday, forgetOld } = createVisitorKeys({
    db: pool,
    secret: own,
    random: randomBytes,
    now: () => now,
    monotonicMs: () => now.getTime() - setByMs,
  })
  const keyAt = async (moment: string): Promise<string> => {
    now = new Date(moment)
    return (await keyOfToday()).toString('hex')
  }
  const setClock = (moment: string): void => {
    setByMs += Date.parse(moment) - now.getTime()
    now = new Date(moment)
  }
  return { keyAt, setClock, forgetOld }
}
const saltDays = async (): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ day: string }>(
    'select day::text from vault.visitor_salts order by visitor_salts.day',
  )
  return rows.map(({ day }) => day)
}

describe('the key of the day', () => {
  test('is one all day long, and another from midnight in Santiago on', async () => {
    const { keyAt } = processAt('2026-03-02T12:00:00Z')
    const first = await keyAt('2026-03-02T03:00:00Z')
    expect(first).toHaveLength(64)
    expect(await keyAt('2026-03-03T02:59:59.999Z')).toBe(first)
    expect(await keyAt('2026-03-03T03:00:00Z')).not.toBe(first)
  })

  test('is the same in every process of the day, also in a race', async () => {
    const processes = Array.from({ length: 20 }, () => processAt('2026-03-02T12:00:00Z'))
    const made = await Promise.all(processes.map(({ keyAt }) => keyAt('2026-03-02T12:00:00Z')))
    expect(new Set(made).size).toBe(1)
    expect(await processAt('2026-03-02T23:00:00Z').keyAt('2026-03-02T23:00:00Z')).toBe(made[0])
  })

  test('needs the installation’s secret as well: the database alone is not enough', async () => {
    const noon = '2026-03-02T12:00:00Z'
    const own = await processAt(noon).keyAt(noon)
    expect(await processAt(noon, Buffer.alloc(32, 2)).keyAt(noon)).not.toBe(own)
    const { rows } = await pool.query<{ salt: Buffer }>('select salt from vault.visitor_salts')
    expect(rows.map(({ salt }) => salt.toString('hex'))).not.toContain(own)
  })
})

describe('the salt of a day', () => {
  test('is destroyed after two days, and with it the key [PRIV-7]', async () => {
    const { keyAt } = processAt('2026-03-01T12:00:00Z')
    const first = await keyAt('2026-03-01T12:00:00Z')
    await keyAt('2026-03-02T12:00:00Z')
    expect(await saltDays()).toEqual(['2026-03-01', '2026-03-02'])
    await keyAt('2026-03-03T12:00:00Z')
    expect(await saltDays()).toEqual(['2026-03-02', '2026-03-03'])
    expect(await processAt('2026-03-01T12:00:00Z').keyAt('2026-03-01T12:00:00Z')).not.toBe(first)
  })

  test('that was not used for long is destroyed as well, at a second check an hour later', async () => {
    await processAt('2025-12-01T12:00:00Z').keyAt('2025-12-01T12:00:00Z')
    const { keyAt, forgetOld } = processAt('2026-03-02T12:00:00Z')
    await keyAt('2026-03-02T12:00:00Z')
    await keyAt('2026-03-02T13:00:00Z')
    await forgetOld()
    expect(await saltDays()).toEqual(['2026-03-02'])
  })

  test('outlives a clock that is set three days forward and back again', async () => {
    const { keyAt, setClock, forgetOld } = processAt('2026-03-02T12:00:00Z')
    const key = await keyAt('2026-03-02T12:00:00Z')
    setClock('2026-03-05T12:00:00Z')
    await keyAt('2026-03-05T18:00:00Z')
    await forgetOld()
    setClock('2026-03-02T18:00:00Z')
    expect(await keyAt('2026-03-02T18:00:00Z')).toBe(key)
  })

  test('outlives a process that starts while the clock is wrong', async () => {
    const key = await processAt('2026-03-02T12:00:00Z').keyAt('2026-03-02T12:00:00Z')
    const { keyAt, setClock, forgetOld } = processAt('2026-03-05T12:00:00Z')
    await keyAt('2026-03-05T12:00:00Z')
    await keyAt('2026-03-05T12:59:59Z')
    await forgetOld()
    setClock('2026-03-02T13:00:00Z')
    expect(await keyAt('2026-03-02T13:00:00Z')).toBe(key)
  })

  test('outlives a clock that is set an hour back', async () => {
    const { keyAt, setClock } = processAt('2026-03-02T03:30:00Z')
    const key = await keyAt('2026-03-02T03:30:00Z')
    setClock('2026-03-02T02:30:00Z')
    await keyAt('2026-03-02T02:30:00Z')
    expect(await keyAt('2026-03-02T03:30:00Z')).toBe(key)
  })

  test('is of 32 random bytes, never the same twice', async () => {
    await processAt('2026-03-02T12:00:00Z').keyAt('2026-03-02T12:00:00Z')
    await processAt('2026-03-03T12:00:00Z').keyAt('2026-03-03T12:00:00Z')
    const { rows } = await pool.query<{ salt: Buffer }>('select salt from vault.visitor_salts')
    expect(rows.map(({ salt }) => salt.length)).toEqual([32, 32])
    expect(new Set(rows.map(({ salt }) => salt.toString('hex'))).size).toBe(2)
  })
})

test('a key that could not be loaded is loaded again', async () => {
  let isAway = true
  const flaky = {
    query: (...asked: Parameters<pg.Pool['query']>) =>
      isAway ? Promise.reject(new Error('away')) : pool.query(...asked),
  } as unknown as pg.Pool
  const now = () => new Date('2026-03-02T12:00:00Z')
  const { keyOfToday } = createVisitorKeys({
    db: flaky,
    secret,
    random: randomBytes,
    now,
    monotonicMs: () => 0,
  })
  await expect(keyOfToday()).rejects.toThrow('away')
  isAway = false
  expect(await keyOfToday()).toHaveLength(32)
})
