import type pg from 'pg'
import { isUnanswered } from './connection.ts'

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

/** Assigned numbers begin at 7201000. */
export type LockKey = string | number

export interface AdvisoryLock {
  readonly client: pg.PoolClient
  /** @throws when the connection is lost, because another process may have the lock then */
  assertHeld(): Promise<void>
}

type LockedWork<Result> = (lock: AdvisoryLock) => Promise<Result>

const keyIn = (key: LockKey): string => (typeof key === 'number' ? '$1::bigint' : 'hashtextextended($1, 0)')

/** Waits for the lock, and uses a connection until `work` ends. */
export const withAdvisoryLock = <Result>(
  db: Pick<pg.Pool, 'connect'>,
  key: LockKey,
  work: LockedWork<Result>,
): Promise<Result> =>
  withLockClient(db, async (client) => {
    await client.query(`select pg_advisory_lock(${keyIn(key)})`, [key])
    return work(lockOn(client))
  })

/** Does not wait; answers undefined while another process has the lock. */
export const withFreeAdvisoryLock = <Result>(
  db: Pick<pg.Pool, 'connect'>,
  key: LockKey,
  work: LockedWork<Result>,
): Promise<{ readonly result: Result } | undefined> =>
  withLockClient(db, async (client) => {
    const { rows } = await client.query<{ is_free: boolean }>(
      `select pg_try_advisory_lock(${keyIn(key)}) as is_free`,
      [key],
    )
    return rows[0]?.is_free === true ? { result: await work(lockOn(client)) } : undefined
  })

export async function lockUntilCommit(client: Pick<pg.ClientBase, 'query'>, key: LockKey): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(${keyIn(key)})`, [key])
}

const lockOn = (client: pg.PoolClient): AdvisoryLock => ({
  client,
  assertHeld: async () => void (await client.query('select 1')),
})

async function withLockClient<Result>(
  db: Pick<pg.Pool, 'connect'>,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await db.connect()
  let broken: Error | undefined
  try {
    return await work(client)
  } catch (error) {
    if (isUnanswered(error)) broken = error as Error
    throw error
  } finally {
    // A connection that cannot confirm the release is closed, which releases the lock.
    if (broken === undefined) {
      await client.query('select pg_advisory_unlock_all()').catch((error: Error) => (broken = error))
    }
    client.release(broken)
  }
}
