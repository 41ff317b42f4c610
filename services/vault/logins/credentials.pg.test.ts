import { expect, test } from 'vitest'
import { NOW, openVaultPool } from '../testing/vault-pool.ts'
import { createCredentials } from './credentials.ts'

const pool = await openVaultPool(2)
const { add, find, remove } = createCredentials(pool, () => NOW)

test('hashes are stored unchanged by account and name, stay under a name that is taken, and are removed by name', async () => {
  for (const name of [undefined, 'any']) expect(await find('ana', name)).toBeUndefined()
  expect(await add('ana', 'one', '$2b$10$ana')).toBe(true)
  expect(await add('ana', 'one', 'a stranger’s')).toBe(false)
  await add('ana', 'two', '$2b$10$another')
  await add('luis', 'one', '$2b$10$luis')
  const found = () => Promise.all([find('ana', 'one'), find('ana', 'two'), find('luis', 'one')])
  expect(await found()).toEqual(['$2b$10$ana', '$2b$10$another', '$2b$10$luis'])
  await remove('ana', ['one', 'three'])
  await remove('ana', [])
  expect(await found()).toEqual([undefined, '$2b$10$another', '$2b$10$luis'])
  const { rows } = await pool.query("select changed_at from vault.credentials where account_id = 'luis'")
  expect(rows).toEqual([{ changed_at: NOW }])
})
