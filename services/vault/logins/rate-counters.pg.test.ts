import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { waitsForLock } from '../../../tests/support/lock-waits.ts'
import { openVaultPool } from '../testing/vault-pool.ts'
import { createRateCounters, type RateCounter } from './rate-counters.ts'

let ms: number
const pool = await openVaultPool(8)
const counters = createRateCounters(pool, () => new Date(ms))
const QUOTA = { max: 3, seconds: 60 }

beforeEach(() => {
  ms = Date.parse('2026-11-18T15:00:00.000Z')
  return pool.query('delete from vault.rate_counters')
})

const counterOf = (who: string, name = 'test'): RateCounter => ({
  name,
  keyHash: createHash('sha256').update(who).digest(),
})
const ANA = counterOf('ana')
const take = (quota: Parameters<typeof counters.take>[1] = QUOTA) => counters.take(ANA, quota)
const passed = async (tries: number, quota = QUOTA): Promise<number> =>
  (await Promise.all(Array.from({ length: tries }, () => take(quota)))).filter(({ isTaken }) => isTaken)
    .length
const rows = async () => (await pool.query('select from vault.rate_counters')).rowCount

test('a counter accepts as many as its quota until its window ends, and answers when', async () => {
  const windowEnd = new Date(ms + 60_000)
  for (const used of [1, 2, 3]) expect(await take()).toEqual({ isTaken: true, used, windowEnd })
  ms += 59_999
  expect(await take()).toEqual({ isTaken: false, used: 3, windowEnd })
  ms += 1
  expect(await take()).toEqual({ isTaken: true, used: 1, windowEnd: new Date(ms + 60_000) })
})

test('one that slides lets no more through in any time of its length', async () => {
  const sliding = { ...QUOTA, slides: true } as const
  await take(sliding)
  ms += 59_000
  expect(await passed(3, sliding)).toBe(2)
  ms += 59_000
  expect((await take(sliding)).isTaken).toBe(false)
  ms += 1_000
  expect(await passed(4, sliding)).toBe(3)
})

test('of forty tries at once no more pass, and a lowered quota holds at once', async () => {
  expect([await passed(40), await passed(40)]).toEqual([3, 0])
  expect((await take({ max: 2, seconds: 60 })).isTaken).toBe(false)
})

test('a try of its window is refunded, and none of an earlier one', async () => {
  const { windowEnd } = await take()
  await passed(2)
  await counters.refund(ANA, windowEnd)
  expect(await passed(5)).toBe(1)
  ms += 60_000
  await passed(3)
  await counters.refund(ANA, windowEnd)
  expect((await take()).isTaken).toBe(false)
})

test('it begins anew where the clock was set back, as its window would last too long', async () => {
  await passed(4)
  ms -= 3_600_000
  expect(await take()).toEqual({ isTaken: true, used: 1, windowEnd: new Date(ms + 60_000) })
})

test('a window is open from its first try to its end, and is nobody else’s', async () => {
  const usual = counterOf('ana', 'usual')
  expect(await counters.isOpen(usual)).toBe(false)
  await counters.take(usual, { max: 9, seconds: 10, slides: true })
  ms += 5_000
  await counters.take(usual, { max: 9, seconds: 10, slides: true })
  ms += 9_999
  expect([await counters.isOpen(usual), await counters.isOpen(ANA)]).toEqual([true, false])
  ms += 1
  expect(await counters.isOpen(usual)).toBe(false)
})

test('all expired counters are removed, and no others, nor one that starts again meanwhile', async () => {
  await pool.query(
    `insert into vault.rate_counters select 'old', decode(md5(n::text), 'hex'), $1, 1 from generate_series(1, 2500) n`,
    [new Date(ms)],
  )
  await take()
  await counters.forgetOld()
  expect(await rows()).toBe(1)
  ms += 60_000
  const client = await pool.connect()
  // A try has locked the row when the removal comes to it.
  await client.query('begin')
  await client.query('update vault.rate_counters set window_end = $1', [new Date(ms + 60_000)])
  const removing = counters.forgetOld()
  await waitsForLock(pool, removing)
  await client.query('commit')
  client.release()
  await removing
  expect(await rows()).toBe(1)
  ms += 60_000
  await counters.forgetOld()
  expect(await rows()).toBe(0)
})
