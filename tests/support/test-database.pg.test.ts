import { expect, inject, test } from 'vitest'
import { withConnection } from '@app/postgres/connection.ts'
import { createTestDatabase } from './test-database.ts'

const tableNames =
  "select schemaname, tablename from pg_tables where schemaname !~ '^(pg_|information_schema)'"

test('each test database is migrated, and nobody else writes to it', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()])
  await withConnection(one.url, (client) => client.query('create table only_here (n int)'))
  const [inOne, inOther] = await Promise.all(
    [one, other].map(({ url }) =>
      withConnection(url, async (client) => (await client.query(tableNames)).rowCount),
    ),
  )
  expect(inOther).toBeGreaterThan(0)
  expect(inOne).toBe((inOther ?? 0) + 1)
})

test('a dropped test database is removed, with its connections', async () => {
  const { url, drop } = await createTestDatabase()
  await drop()
  await expect(withConnection(url, (client) => client.query('select 1'))).rejects.toMatchObject({
    code: '3D000',
  })
})

test('tests get the seed of the run by both routes', () => {
  expect(inject('seed')).toBe(Number(process.env.TEST_SEED))
})
