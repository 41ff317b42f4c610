import type pg from 'pg'
import { createPool } from '@app/outside/postgres.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase } from '../../tests/test-database.ts'
import { createCredentials, type Credentials } from './credentials.ts'

let pool: pg.Pool
let credentials: Credentials
let now = new Date('2026-03-02T12:00:00.000Z')
beforeAll(async () => {
  const { url } = await createTestDatabase()
  pool = createPool(url, { role: 'svc_app', applicationName: 'credentials', max: 2 })
  credentials = createCredentials(pool, () => now)
})
afterAll(() => pool.end())

test('an account without a password has none', async () => {
  expect(await credentials.find('nobody')).toBeUndefined()
})

test('a password hash is kept as it was given, account by account', async () => {
  await credentials.set('ana', '$2b$10$ana')
  await credentials.set('luis', '$2b$10$luis')
  expect([await credentials.find('ana'), await credentials.find('luis')]).toEqual([
    '$2b$10$ana',
    '$2b$10$luis',
  ])
})

test('a new password takes the place of the old, and the clock that was passed in says when', async () => {
  await credentials.set('eva', 'old')
  now = new Date('2026-03-03T12:00:00.000Z')
  await credentials.set('eva', 'new')
  const { rows } = await pool.query("select * from vault.credentials where account_id = 'eva'")
  expect(rows).toEqual([{ account_id: 'eva', password_hash: 'new', changed_at: now }])
})
