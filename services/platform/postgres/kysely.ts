import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import type { Database } from './tables/database.ts'

type Connection = Pick<pg.ClientBase, 'query'>

/** Uses a pool or a transaction's client. Has no resources, so it may be made for a single statement. */
export const createKysely = (db: Connection): Kysely<Database> => {
  const query = async (sql: string, parameters: readonly unknown[]) => {
    // A pool runs each statement on any free connection.
    if (sql === 'begin')
      throw new Error('a transaction is begun by inTransaction, and its client given to createKysely')
    return db.query(sql, [...parameters])
  }
  const client = { query, release: () => undefined } as unknown as PostgresPoolClient
  return new Kysely({
    dialect: new PostgresDialect({ pool: { connect: async () => client, end: async () => undefined } }),
  })
}
