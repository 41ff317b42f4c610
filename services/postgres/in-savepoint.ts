import type pg from 'pg'

export const SAVEPOINT = 'savepoint work'

/**
 * Work of which nothing stays when it fails, while the transaction around it goes on. Its error is thrown.
 * @param isSet whether the transaction was begun with `SAVEPOINT`, which spares a round trip
 */
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
    // A connection that is lost can undo nothing: what was lost with it is said by the first error.
    await client.query('rollback to savepoint work').catch(() => undefined)
    throw error
  }
}
