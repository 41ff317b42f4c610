import type pg from 'pg'

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
