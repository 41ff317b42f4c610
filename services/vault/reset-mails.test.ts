import type pg from 'pg'
import { createPool } from '@app/outside/postgres.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../tests/test-database.ts'
import { createResetMails } from './reset-mails.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let pool: pg.Pool
let nowMs = Date.parse('2026-11-18T15:00:00.000Z')
let mayMail: (accountId: string) => Promise<boolean>
beforeAll(async () => {
  const { url } = await createTestDatabase()
  pool = createPool(url, { role: 'svc_app', applicationName: 'reset-mails', max: 8 })
  mayMail = createResetMails(pool, () => new Date(nowMs))
})
afterAll(() => pool.end())

test('five mails may go to a mailbox, and to each its own five', async () => {
  for (let mail = 1; mail <= 5; mail += 1) expect(await mayMail('ana'), `mail ${mail}`).toBe(true)
  expect(await mayMail('ana')).toBe(false)
  expect(await mayMail('luis')).toBe(true)
})

test('of forty that are asked for at once five go', async () => {
  const asked = await Promise.all(Array.from({ length: 40 }, () => mayMail('eva')))
  expect(asked.filter(Boolean)).toHaveLength(5)
})

test('no hour holds more than five, wherever it begins', async () => {
  const sent: number[] = []
  // One early, four late in the hour, and then as many as an hour that begins with the first would give anew.
  for (const minutes of [0, 56, 1, 1, 1, 2, 1, 1, 1, 1, 1, 30, 30, 1, 1, 1, 1, 1, 200]) {
    nowMs += minutes * MINUTE_MS
    if (await mayMail('sol')) sent.push(nowMs)
  }
  for (const from of sent)
    expect(sent.filter((at) => at >= from && at < from + HOUR_MS).length).toBeLessThanOrEqual(5)
  expect(sent.length).toBeGreaterThan(10)
})

test('the counter names nobody', async () => {
  const { rows } = await pool.query<{ line: string }>(
    'select row_to_json(c)::text as line from vault.rate_counters c',
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const { line } of rows) expect(line).not.toMatch(/ana|luis|eva|sol/)
})
