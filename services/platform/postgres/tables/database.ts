import type { Device } from '@app/contracts/traffic/kinds.ts'
import { nullable, SQL_TYPES, word, type TableOf } from './columns.ts'
import { READ_VIEWS } from './read.ts'
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely'
import type pg from 'pg'

const { bigint, bytea, integer, text, timestamp, uuid } = SQL_TYPES

export const COLUMNS = {
  ...READ_VIEWS,
  'vault.credentials': { account_id: text, credential_id: text, password_hash: text, changed_at: timestamp },
  'vault.sessions': {
    id: uuid,
    account_id: text,
    session_version: integer,
    device: word<Device>(),
    began_at: timestamp,
    seen_at: timestamp,
    ends_at: timestamp,
  },
  'vault.sessions_to_fetch': { id_hash: bytea, account_id: text, expires_at: timestamp, browser_hash: bytea },
  'kernel.checkpoints': { name: text, position: bigint },
  'kernel.parked': { name: text, position: bigint, type: nullable(text) },
}

export type Database = { readonly [Name in keyof typeof COLUMNS]: TableOf<(typeof COLUMNS)[Name]> }

type Connection = Pick<pg.ClientBase, 'query'>

/** Uses a pool or a transaction's client. Has no resources, so it may be made for a single statement. */
export const createKysely = (db: Connection): Kysely<Database> => {
  const query = async (sql: string, parameters: readonly unknown[]) => {
    // A pool runs each statement on any free connection.
    if (sql === 'begin')
      throw new Error('a transaction is begun by inTransaction, and createKysely takes its client')
    return db.query(sql, [...parameters])
  }
  const client = { query, release: () => undefined } as unknown as PostgresPoolClient
  return new Kysely({
    dialect: new PostgresDialect({ pool: { connect: async () => client, end: async () => undefined } }),
  })
}
