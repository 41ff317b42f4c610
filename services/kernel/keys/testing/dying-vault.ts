import type pg from 'pg'
import type { WrappingFiles } from '../wrapping-files.ts'

export const DIED = 'the process died'

/** A process that dies after so many steps; a step is a statement or a change of a file. */
export function dyingVault(steps: number, db: pg.Pool, files: WrappingFiles) {
  let left = steps
  async function step<Result>(work: () => Promise<Result>): Promise<Result> {
    if (left <= 0) throw new Error(DIED)
    left -= 1
    return work()
  }
  type Query = (text: string, values?: unknown[]) => Promise<pg.QueryResult>
  const dyingClient = (client: pg.PoolClient): pg.PoolClient =>
    ({
      query: (text: string, values?: unknown[]) => step(() => (client.query as Query)(text, values)),
      release: (error?: Error | boolean) => client.release(error),
    }) as unknown as pg.PoolClient
  const dyingDb = {
    query: (text: string, values?: unknown[]) => step(() => (db.query as Query)(text, values)),
    connect: async () => dyingClient(await db.connect()),
  } as unknown as pg.Pool
  const dyingFiles: WrappingFiles = {
    find: (number) => step(() => files.find(number)),
    make: (number) => step(() => files.make(number)),
    before: (number) => step(() => files.before(number)),
    destroy: (number) => step(() => files.destroy(number)),
  }
  return { db: dyingDb, files: dyingFiles }
}
