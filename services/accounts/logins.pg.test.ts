import { createHash, randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { hold, waitsForLock } from '../../tests/support/lock-waits.ts'
import { openTestPool } from '../../tests/support/test-database.ts'
import { createCredentials, createSessionsToFetch } from './credentials.ts'
import { createRateCounters, type RateCounter } from '../platform/http/rate-counters.ts'

const PARALLEL = 20
const START = Date.parse('2026-11-18T15:00:00.000Z')
let ms: number
const now = () => new Date(ms)
const pool = await openTestPool(PARALLEL)
const counters = createRateCounters(pool, now)
const sessions = createSessionsToFetch({ db: pool, random: randomBytes, now })
const credentials = createCredentials(pool, now)

beforeEach(async () => {
  ms = START
  for (const table of ['rate_counters', 'sessions_to_fetch']) await pool.query(`delete from vault.${table}`)
})

test('a password’s hash is stored under its account and name with the time, once, and removed by its name', async () => {
  for (const name of [undefined, 'any']) expect(await credentials.find('nobody', name)).toBeUndefined()
  expect(await credentials.add('ana', 'one', 'hers')).toBe(true)
  expect(await credentials.add('ana', 'one', 'a stranger’s')).toBe(false)
  for (const name of ['two', 'three']) await credentials.add('ana', name, name)
  await credentials.add('luis', 'one', 'his')
  expect(await credentials.find('ana', 'one')).toBe('hers')
  for (const name of ['one', 'three', 'four']) await credentials.remove('ana', name)
  const { rows } = await pool.query(
    'select account_id, password_hash, changed_at from vault.credentials order by account_id',
  )
  expect(rows).toEqual([
    { account_id: 'ana', password_hash: 'two', changed_at: now() },
    { account_id: 'luis', password_hash: 'his', changed_at: now() },
  ])
})

const QUOTA = { max: 3, seconds: 60 }
const SLIDING = { ...QUOTA, slides: true }
const counterOf = (who: string, name = 'test'): RateCounter => ({
  name,
  keyHash: createHash('sha256').update(who).digest(),
})
const take = (quota = QUOTA) => counters.take(counterOf('ana'), quota)
const passed = async (tries: number, quota = QUOTA): Promise<number> =>
  (await Promise.all(Array.from({ length: tries }, () => take(quota)))).filter(({ isTaken }) => isTaken)
    .length
const rows = async () => (await pool.query('select from vault.rate_counters')).rowCount

test('a counter accepts as many as its quota until its window ends, however many at once, and answers when', async () => {
  const windowEnd = new Date(ms + 60_000)
  for (const used of [1, 2, 3]) expect(await take()).toEqual({ isTaken: true, used, windowEnd })
  ms += 59_999
  expect(await take()).toEqual({ isTaken: false, used: 3, windowEnd })
  ms += 1
  expect(await take()).toEqual({ isTaken: true, used: 1, windowEnd: new Date(ms + 60_000) })
  ms += 60_000
  expect([await passed(40), await passed(40)]).toEqual([3, 0])
  // A lowered quota counts at once, and a window that lasts too long began before the clock was set back.
  expect((await take({ max: 2, seconds: 60 })).isTaken).toBe(false)
  ms -= 3_600_000
  expect(await take()).toEqual({ isTaken: true, used: 1, windowEnd: new Date(ms + 60_000) })
})

test('a counter that slides lets no more through in any time of its length', async () => {
  await take(SLIDING)
  ms += 59_000
  expect(await passed(3, SLIDING)).toBe(2)
  ms += 59_000
  expect((await take(SLIDING)).isTaken).toBe(false)
  ms += 1_000
  expect(await passed(4, SLIDING)).toBe(3)
})

test('a counter refunds a try of its window, and of no earlier one', async () => {
  const { windowEnd } = await take()
  await passed(2)
  await counters.refund(counterOf('ana'), windowEnd)
  expect(await passed(5)).toBe(1)
  ms += 60_000
  await passed(3)
  await counters.refund(counterOf('ana'), windowEnd)
  expect((await take()).isTaken).toBe(false)
})

test('a window of tries is open for its time after the last one, for its own account alone', async () => {
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

test('expired counters are removed, and neither others nor one that starts again meanwhile', async () => {
  await pool.query(
    `insert into vault.rate_counters select 'old', decode(md5(n::text), 'hex'), $1, 1 from generate_series(1, 2500) n`,
    [now()],
  )
  await take()
  await counters.forgetOld()
  expect(await rows()).toBe(1)
  ms += 60_000
  // A try has locked the row when the removal comes to it.
  const later = [new Date(ms + 60_000)]
  const held = await hold(pool, 'update vault.rate_counters set window_end = $1', later)
  const removing = counters.forgetOld()
  await waitsForLock(pool, removing)
  await held.commit()
  await removing
  expect(await rows()).toBe(1)
  ms += 60_000
  await counters.forgetOld()
  expect(await rows()).toBe(0)
})

test('a session is fetched by its id of 256 bits once, among 20 at once, in its own browser alone', async () => {
  const { sessionId, browser } = await sessions.put('ana')
  const other = await sessions.put('ana')
  for (const secret of [sessionId, browser]) expect(secret).toMatch(/^[\w-]{43}$/)
  for (const wrong of [undefined, '', other.browser])
    expect(await sessions.take(sessionId, wrong)).toBeUndefined()
  const taken = await Promise.all(Array.from({ length: PARALLEL }, () => sessions.take(sessionId, browser)))
  expect(taken.filter((accountId) => accountId !== undefined)).toEqual(['ana'])
  for (const id of ['', 'x', "' or true --"]) expect(await sessions.take(id, browser)).toBeUndefined()
})

test('a session to fetch is valid for two minutes, removed with the next login, and useless to a reader of its row', async () => {
  const [early, late] = [await sessions.put('ana'), await sessions.put('luis')]
  const { rows: stored } = await pool.query<{ id_hash: Buffer }>('select * from vault.sessions_to_fetch')
  const bytes = JSON.stringify(stored.map((row) => Object.values(row).map(String)))
  for (const secret of [early, late].flatMap((one) => [one.sessionId, one.browser]))
    expect(bytes).not.toContain(secret)
  for (const { id_hash } of stored)
    expect(await sessions.take(id_hash.toString('base64url'), early.browser)).toBeUndefined()
  ms += 119_999
  expect(await sessions.take(early.sessionId, early.browser)).toBe('ana')
  ms += 1
  expect(await sessions.take(late.sessionId, late.browser)).toBeUndefined()
  await sessions.put('eva')
  ms += 600_000
  await sessions.put('rosa')
  const { rows: left } = await pool.query('select account_id from vault.sessions_to_fetch')
  expect(left).toEqual([{ account_id: 'rosa' }])
})
