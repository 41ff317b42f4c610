import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../tests/support/test-database.ts'
import { withConnection } from './connection.ts'
import { createPool, endPool } from './pool.ts'

test('an answered commit is on disk, even in a database with asynchronous commits by default [LOG-1]', async () => {
  const { url } = await createTestDatabase()
  await withConnection(url, (client) =>
    client.query(`alter database "${new URL(url).pathname.slice(1)}" set synchronous_commit = off`),
  )
  for (const role of ['svc_owner', 'svc_app', 'svc_reader'] as const) {
    const db = createPool(url, { role, applicationName: 'test', max: 1 })
    expect((await db.query('show synchronous_commit')).rows).toEqual([{ synchronous_commit: 'on' }])
    await db.end()
  }
})

test.each([
  ['a minute', 1_500, '1min'],
  ['the time limit of its statements', 30 * 60_000, '30min'],
])('a transaction whose process has gone silent ends after %s', async (_time, statementTimeoutMs, ended) => {
  const { url } = await createTestDatabase()
  const db = createPool(url, { role: 'svc_app', applicationName: 'test', statementTimeoutMs, max: 1 })
  const { rows } = await db.query('show idle_in_transaction_session_timeout')
  expect(rows).toEqual([{ idle_in_transaction_session_timeout: ended }])
  await db.end()
})

test('a pool ends while a statement still runs, and the statement fails', async () => {
  const { url } = await createTestDatabase()
  const db = createPool(url, { role: 'svc_app', applicationName: 'test', max: 1 })
  await db.query('select 1')
  const slow = expect(db.query('select pg_sleep(30)')).rejects.toThrow(/terminated/)
  await setImmediate() // sends it
  await endPool(db, 0)
  await slow
  await expect(db.query('select 1')).rejects.toThrow(/after calling end/)
  await endPool(db)
})
