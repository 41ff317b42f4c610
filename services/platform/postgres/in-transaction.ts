import type pg from 'pg'
import { isUnanswered } from './database-away.ts'

type TransactionWork<Result> = (
  client: pg.PoolClient,
  begun: pg.QueryResult | readonly pg.QueryResult[],
) => Promise<Result>

/** @param begin `begin`, possibly with the first statements in the same round trip */
export async function inTransaction<Result>(
  db: Pick<pg.Pool, 'connect'> | pg.PoolClient,
  work: TransactionWork<Result>,
  begin = 'begin',
): Promise<Result> {
  if ('release' in db) return onClient(db, work, begin)
  const client = await db.connect()
  let broken: Error | undefined
  try {
    return await onClient(client, work, begin, (cause) => {
      broken = cause
    })
  } finally {
    client.release(broken)
  }
}

/** @param onBroken called when the connection is unusable */
async function onClient<Result>(
  client: pg.PoolClient,
  work: TransactionWork<Result>,
  begin: string,
  onBroken: (cause: Error) => void = () => undefined,
): Promise<Result> {
  try {
    const result = await work(client, await client.query(begin))
    await client.query('commit')
    return result
  } catch (error) {
    if (isUnanswered(error)) onBroken(error as Error)
    else await client.query('rollback').catch(onBroken)
    throw error
  }
}

export const SAVEPOINT = 'savepoint work'

/** Throws the error of `work`. `isSet`: the transaction began with SAVEPOINT, which saves a round trip. */
export async function inSavepoint<Result>(
  client: pg.ClientBase,
  work: () => Promise<Result>,
  isSet = false,
): Promise<Result> {
  if (!isSet) await client.query(SAVEPOINT)
  try {
    const result = await work()
    if (!isSet) await client.query('release savepoint work')
    return result
  } catch (error) {
    // On a lost connection the first error is the cause.
    await client.query('rollback to savepoint work').catch(() => undefined)
    throw error
  }
}
