import { Refusal } from '@app/contracts/refusals.ts'
import type pg from 'pg'

/** @throws when the lock was lost with its connection: somebody else may be at it by now */
export type StillAlone = () => Promise<void>

/**
 * Work that is done by one at a time, in all processes; nobody waits. Holds one connection all the while. The lock ends
 * with that connection, as in a crash of the database: work asks whether it holds before what must not happen twice.
 * @throws Refusal in-progress where somebody is at it
 */
export async function alone<Result>(
  db: Pick<pg.Pool, 'connect'>,
  name: string,
  work: (stillAlone: StillAlone) => Promise<Result>,
): Promise<Result> {
  const client = await db.connect()
  try {
    const { rows } = await client.query<{ taken: boolean }>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as taken',
      [name],
    )
    if (rows[0]?.taken !== true) throw new Refusal('in-progress')
    return await work(async () => void (await client.query('select 1')))
  } finally {
    // A connection that can't say that it let go is closed, and its lock with it.
    await client.query('select pg_advisory_unlock_all()').then(
      () => client.release(),
      (error: Error) => client.release(error),
    )
  }
}
