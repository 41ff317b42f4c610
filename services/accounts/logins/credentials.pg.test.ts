import { expect, test } from 'vitest'
import { NOW, openVaultPool } from '../../kernel/keys/testing/vault-pool.ts'
import { createCredentials } from './credentials.ts'

const pool = await openVaultPool(2)
const credentials = createCredentials(pool, () => NOW)

const namesOf = async (accountId: string): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ credential_id: string }>(
    'select credential_id from vault.credentials where account_id = $1 order by credential_id',
    [accountId],
  )
  return rows.map(({ credential_id }) => credential_id)
}

test('an account without a password has none under any name', async () => {
  expect(await credentials.find('nobody', undefined)).toBeUndefined()
  expect(await credentials.find('nobody', 'any')).toBeUndefined()
})

test('hashes are stored unchanged, by account and name, with the time', async () => {
  await credentials.add('ana', 'one', '$2b$10$ana')
  await credentials.add('ana', 'two', '$2b$10$another')
  await credentials.add('luis', 'one', '$2b$10$luis')
  expect(await credentials.find('ana', 'one')).toBe('$2b$10$ana')
  expect(await credentials.find('ana', 'two')).toBe('$2b$10$another')
  expect(await credentials.find('luis', 'one')).toBe('$2b$10$luis')
  const { rows } = await pool.query("select changed_at from vault.credentials where account_id = 'luis'")
  expect(rows).toEqual([{ changed_at: NOW }])
})

test('a name that is taken keeps its hash, and the second writer gets an error', async () => {
  expect(await credentials.add('eva', 'one', 'hers')).toBe(true)
  expect(await credentials.add('eva', 'one', 'a stranger’s')).toBe(false)
  expect(await credentials.find('eva', 'one')).toBe('hers')
})

test('those that are named are removed, and no others', async () => {
  for (const name of ['one', 'two', 'three']) await credentials.add('iris', name, name)
  await credentials.add('rosa', 'one', 'hers')
  await credentials.remove('iris', ['one', 'three', 'four'])
  await credentials.remove('iris', [])
  expect(await namesOf('iris')).toEqual(['two'])
  expect(await namesOf('rosa')).toEqual(['one'])
})
