import type pg from 'pg'
import { lockUntilCommit } from '@app/services/platform/postgres/advisory-lock.ts'
import { inTransaction } from '@app/services/platform/postgres/in-transaction.ts'
import { BUILDS_LOCK } from '@app/services/kernel/models/builds.ts'

/** The state of one projection after a crash before any flush: empty, at the start. */
export const loseRows = (db: pg.Pool, projection: string): Promise<void> =>
  inTransaction(db, async (client) => {
    // In the order in which followers lock.
    await lockUntilCommit(client, BUILDS_LOCK)
    const { rows: builds } = await client.query<{ build: string }>(
      'select build from projection.builds join kernel.checkpoints on name = build where projection = $1 for update',
      [projection],
    )
    const schemas = builds.map(({ build }) => build)
    const { rows } = await client.query<{ table: string }>(
      "select format('%I.%I', schemaname, tablename) as table from pg_tables where schemaname = any($1)",
      [schemas],
    )
    await client.query(`truncate ${rows.map(({ table }) => table).join(', ')}`)
    await client.query('update kernel.checkpoints set position = 0 where name = any($1)', [schemas])
    await client.query('delete from kernel.parked where name = any($1)', [schemas])
  })
