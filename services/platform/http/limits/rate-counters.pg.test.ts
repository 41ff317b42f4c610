import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { waitsForLock } from '../../../../tests/support/lock-waits.ts'
import { openVaultPool } from '../../../kernel/keys/testing/vault-pool.ts'
import { createRateCounters, type RateCounter } from './rate-counters.ts'

let ms: number
const pool = await openVaultPool(8)
const counters = createRateCounters(pool, () => new Date(ms))
const QUOTA = { max: 3, seconds: 60 }
const START = Date.parse('2026-11-18T15:00:00.000Z')

beforeEach(() => {
  ms = START
  return pool.query('delete from vault.rate_counters')
})

const counterOf = (who: string, name = 'test'): RateCounter => ({
  name,
  keyHash: createHash('sha256').update(who).digest(),
})
const take = (who = 'ana', quota = QUOTA) => counters.take(counterOf(who), quota)
const takeMany = (tries: number, who = 'ana', quota = QUOTA) =>
  Promise.all(Array.from({ length: tries }, () => take(who, quota)))
const passed = (counted: readonly { readonly isTaken: boolean }[]): number =>
  counted.filter(({ isTaken }) => isTaken).length
const rows = async () => (await pool.query('select from vault.rate_counters')).rowCount

describe('a counter', () => {
  test('accepts as many as its quota until its window ends, and answers when', async () => {
    const windowEnd = new Date(ms + 60_000)
    for (const used of [1, 2, 3]) expect(await take()).toEqual({ isTaken: true, used, windowEnd })
    ms += 59_999
    expect(await take()).toEqual({ isTaken: false, used: 3, windowEnd })
    ms += 1
    expect(await take()).toEqual({ isTaken: true, used: 1, windowEnd: new Date(ms + 60_000) })
  })

  test('that slides lets no more through in any time of its length', async () => {
    const sliding = { ...QUOTA, slides: true } as const
    await take('ana', sliding)
    ms += 59_000
    expect(passed(await takeMany(3, 'ana', sliding))).toBe(2)
    ms += 59_000
    expect((await take('ana', sliding)).isTaken).toBe(false)
    ms += 1_000
    expect(passed(await takeMany(4, 'ana', sliding))).toBe(3)
  })

  test('of forty tries at once lets through no more', async () => {
    expect(passed(await takeMany(40))).toBe(3)
    expect(passed(await takeMany(40))).toBe(0)
  })

  test('refunds a try of its window', async () => {
    const [first] = await takeMany(3)
    await counters.refund(counterOf('ana'), first!.windowEnd)
    expect(passed(await takeMany(5))).toBe(1)
  })

  test('refunds no try of an earlier window', async () => {
    const { windowEnd } = await take()
    ms += 60_000
    await takeMany(3)
    await counters.refund(counterOf('ana'), windowEnd)
    expect((await take()).isTaken).toBe(false)
  })

  test('begins anew where the clock was set back, as its window would last too long', async () => {
    await takeMany(4)
    ms -= 3_600_000
    expect(await take()).toEqual({ isTaken: true, used: 1, windowEnd: new Date(ms + 60_000) })
  })

  test('obeys a lowered quota at once', async () => {
    await takeMany(3)
    expect((await take('ana', { max: 2, seconds: 60 })).isTaken).toBe(false)
  })
})

test('a window is open from its first try to its end, and is nobody else’s', async () => {
  const usual = counterOf('ana', 'usual')
  expect(await counters.isOpen(usual)).toBe(false)
  await counters.take(usual, { max: 9, seconds: 10, slides: true })
  ms += 5_000
  await counters.take(usual, { max: 9, seconds: 10, slides: true })
  ms += 9_999
  expect([await counters.isOpen(usual), await counters.isOpen(counterOf('ana'))]).toEqual([true, false])
  ms += 1
  expect(await counters.isOpen(usual)).toBe(false)
})

describe('expired counters are removed', () => {
  test('all of them, and no others', async () => {
    await pool.query(
      `insert into vault.rate_counters select 'old', decode(md5(n::text), 'hex'), $1, 1 from generate_series(1, 2500) n`,
      [new Date(ms)],
    )
    await take()
    await counters.forgetOld()
    expect(await rows()).toBe(1)
    ms += 60_000
    await counters.forgetOld()
    expect(await rows()).toBe(0)
  })

  test('but not a counter that starts again meanwhile', async () => {
    await take()
    ms += 60_000
    const client = await pool.connect()
    try {
      // A try has locked the row when the removal comes to it.
      await client.query('begin')
      await client.query('update vault.rate_counters set window_end = $1', [new Date(ms + 60_000)])
      const removing = counters.forgetOld()
      await waitsForLock(pool, removing)
      await client.query('commit')
      await removing
    } finally {
      client.release()
    }
    expect(await rows()).toBe(1)
  })
})
