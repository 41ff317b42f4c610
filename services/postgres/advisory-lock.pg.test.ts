import { expect, test } from 'vitest'
import { withConnection } from './connection.ts'
import { createPool } from './pool.ts'
import { createTestDatabase } from '../../tests/support/test-database.ts'
import { alone } from './advisory-lock.ts'

test('work whose lock was lost with its connection is told so before it goes on', async () => {
  const { url } = await createTestDatabase()
  const db = createPool(url, { role: 'svc_app', applicationName: 'test', max: 4 })
  const outcome = alone(db, 'erasing somebody', async (stillAlone) => {
    await stillAlone()
    await withConnection(url, (client) =>
      client.query(
        `select pg_terminate_backend(pid, 5000) from pg_locks l join pg_database d on d.oid = l.database
         where locktype = 'advisory' and datname = current_database()`,
      ),
    )
    // Whoever comes next is let in: nobody holds the lock.
    await expect(alone(db, 'erasing somebody', async () => 'theirs')).resolves.toBe('theirs')
    await stillAlone()
    return 'ours'
  })
  await expect(outcome).rejects.toThrow(/terminat|connection|queryable/i)
  await db.end()
})
