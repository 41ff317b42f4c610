import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import type { Database } from './tables/database.ts'

type Connection = Pick<pg.ClientBase, 'query'>

/** Uses a pool or a transaction's client. Has no resources, so it may be made for a single statement. */
export const createKysely = (db: Connection): Kysely<Database> =>
  new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driverOver(db),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })

function driverOver(db: Connection): Driver {
  const connection = connectionOver(db)
  return {
    init: async () => undefined,
    acquireConnection: async () => connection,
    releaseConnection: async () => undefined,
    beginTransaction: refuseTransaction,
    commitTransaction: refuseTransaction,
    rollbackTransaction: refuseTransaction,
    destroy: async () => undefined,
  }
}

/** A pool runs each statement on any free connection. */
async function refuseTransaction(): Promise<never> {
  throw new Error('a transaction is begun by inTransaction, and its client given to createKysely')
}

const connectionOver = (db: Connection): DatabaseConnection => ({
  executeQuery: async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => {
    const { rows, rowCount } = await db.query(sql, [...parameters])
    return { rows: rows as Row[], numAffectedRows: BigInt(rowCount ?? 0) }
  },
  streamQuery: () => {
    throw new Error('rows are read in pages, not streamed')
  },
})
