import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTestDatabase, openTestPool } from '../../../tests/support/test-database.ts'
import { withConnection } from './connection.ts'
import { createPool, endPool } from './pool.ts'
import { createKysely } from './tables/database.ts'

const FOREIGN = {
  synchronous_commit: 'off',
  datestyle: 'German',
  intervalstyle: 'sql_standard',
  bytea_output: 'escape',
  extra_float_digits: '-3',
  array_nulls: 'off',
  standard_conforming_strings: 'off',
  default_transaction_isolation: 'serializable',
  lock_timeout: '1ms',
  timezone: 'America/Santiago',
}

test('a connection commits durably, reads and writes alike in a database of any settings [LOG-1]', async () => {
  const { url } = await createTestDatabase()
  await withConnection(url, async (client) => {
    for (const [name, value] of Object.entries(FOREIGN))
      await client.query(`alter database "${new URL(url).pathname.slice(1)}" set ${name} = '${value}'`)
  })
  const at = new Date('2026-03-02T23:30:00.125Z')
  const given = [at, 0.1 + 0.2, Buffer.from([0, 92, 255]), [null, '\\n'], 'a\\nb']
  for (const role of ['svc_owner', 'svc_app', 'svc_reader'] as const) {
    const db = createPool(url, { role, applicationName: 'test', max: 1 })
    const { rows } = await db.query(
      `select $1::timestamptz as at, $2::float8 as sum, $3::bytea as bytes, $4::text[] as texts, 'a\\nb' as text,
         '1 day'::interval::text as span, current_setting('synchronous_commit') as commits,
         current_setting('transaction_isolation') as isolation, current_setting('lock_timeout') as waits`,
      given.slice(0, 4),
    )
    const read = Object.values(rows[0] as object)
    expect(read).toEqual([...given, '1 day', 'on', 'read committed', '0'])
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

const db = await openTestPool(2)

test('a transaction of its own is refused, because a pool would use several connections', async () => {
  const begun = createKysely(db)
    .transaction()
    .execute((tx) => tx.deleteFrom('vault.sessions').execute())
  await expect(begun).rejects.toThrow(/inTransaction/)
})
