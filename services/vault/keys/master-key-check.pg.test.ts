import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { awayPool, openVaultPool } from '../testing/vault-pool.ts'
import { isMasterKey } from './master-key-check.ts'

const masterKey = Buffer.alloc(32, 1)
const otherKey = Buffer.alloc(32, 2)
const pool = await openVaultPool()
const nowhere = awayPool()
beforeEach(() => pool.query('delete from vault.checks'))

test('the first key becomes the database’s, and others are refused', async () => {
  expect(await isMasterKey(pool, masterKey, randomBytes)).toBe(true)
  expect(await isMasterKey(pool, otherKey, randomBytes)).toBe(false)
  expect(await isMasterKey(pool, masterKey, randomBytes)).toBe(true)
})

test('of two first keys at once one is the database’s', async () => {
  const [one, other] = await Promise.all([
    isMasterKey(pool, masterKey, randomBytes),
    isMasterKey(pool, otherKey, randomBytes),
  ])
  expect([one, other].filter(Boolean)).toHaveLength(1)
})

test('a changed check fits no key', async () => {
  await isMasterKey(pool, masterKey, randomBytes)
  await pool.query("update vault.checks set sealed = '\\x00'")
  expect(await isMasterKey(pool, masterKey, randomBytes)).toBe(false)
})

test('a database that cannot be queried is not reported to have another key', async () => {
  await expect(isMasterKey(nowhere, masterKey, randomBytes)).rejects.toThrow()
})
