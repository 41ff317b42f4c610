import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '@app/event-store/ids.ts'
import { createPool } from '@app/postgres/pool.ts'
import { createTestDatabase } from '../../tests/support/test-database.ts'
import { createReminderLeases, type ReminderLeases } from './leases.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

let pool: pg.Pool
let leases: ReminderLeases
let ms = Date.parse('2026-11-09T13:00:00.000Z')
beforeAll(async () => {
  const { url } = await createTestDatabase()
  pool = createPool(url, { role: 'svc_app', applicationName: 'leases', max: 2 })
  leases = createReminderLeases(pool, () => new Date(ms))
})
afterAll(() => pool.end())

test('a reminder waits for a day, but no longer where its wait is of before the clock was set back', async () => {
  const subscriptionId = newId()
  const claimed = async (): Promise<boolean> => {
    const [lease, subscriptionIds] = [newId(), [subscriptionId]]
    const isClaimed = (await leases.claim({ subscriptionIds, lease, abandoned: [] })).length > 0
    if (isClaimed) await leases.finish(lease, [{ subscriptionId, ms: DAY_MS, waitsFor: 'retry' }])
    return isClaimed
  }
  expect([await claimed(), await claimed()]).toEqual([true, false])
  ms += DAY_MS
  expect([await claimed(), await claimed()]).toEqual([true, false])
  ms -= 365 * DAY_MS
  expect([await claimed(), await claimed()]).toEqual([true, false])
})
