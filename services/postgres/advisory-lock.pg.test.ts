import { expect, test } from 'vitest'
import { withConnection } from './connection.ts'
import { createPool } from './pool.ts'
import { createTestDatabase } from '../../tests/support/test-database.ts'
import { withFreeAdvisoryLock } from './advisory-lock.ts'

test('work whose lock was lost with its connection is told so before it goes on', async () => {
  const { url } = await createTestDatabase()
  const db = createPool(url, { role: 'svc_app', applicationName: 'test', max: 4 })
  const outcome = withFreeAdvisoryLock(db, 'erasing somebody', async ({ assertHeld }) => {
    await assertHeld()
    await withConnection(url, (client) =>
      client.query(
        `select pg_terminate_backend(pid, 5000) from pg_locks l join pg_database d on d.oid = l.database
         where locktype = 'advisory' and datname = current_database()`,
      ),
    )
    // The next one gets in: nobody holds the lock.
    await expect(withFreeAdvisoryLock(db, 'erasing somebody', async () => 'theirs')).resolves.toEqual({
      result: 'theirs',
    })
    await assertHeld()
    return 'ours'
  })
  await expect(outcome).rejects.toThrow(/terminat|connection|queryable/i)
  await db.end()
})
