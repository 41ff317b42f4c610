import type { ServerResponse } from 'node:http'
import type pg from 'pg'
import { createTurns } from '../concurrency/turns.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { codeOf } from '@app/contracts/start-error.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { destroyConnection } from '../postgres/connection.ts'
import { leaving } from './send-download.ts'
import type { ReadDb } from '../../kernel/models/read-db.ts'

/** A report that draws for longer ends once somebody else comes. On a busy machine one takes ten seconds. */
const TURN_MS = 30_000
const RETRY_SECONDS = 2
const SLOW = 'Esto toma demasiado tiempo. Elige un período más corto, o inténtalo de nuevo en un momento.'
/** The time limit of a statement, and the limit of its temporary files. */
const TOO_LARGE = ['57014', '53400']

export type HeavyReads = ReturnType<typeof createHeavyReads>

/** Filtered figures, reports, comparisons, drawings, a mailbox's page: what one person may press often, and what takes long. */
export function createHeavyReads(pool: pg.Pool, monotonicMs: () => number) {
  const turns = createTurns({
    atOnce: LIMITS.heavyReadsAtOnce,
    turnMs: TURN_MS,
    retrySeconds: RETRY_SECONDS,
    monotonicMs,
  })
  return {
    /**
     * @param reader an account or a network
     * @param response ends the work when its client goes
     * @throws Refusal busy at once; unavailable, with a sentence, after the time limit of `db`
     */
    run: <Result>(
      reader: string,
      response: ServerResponse,
      work: (db: ReadDb, ending: AbortSignal) => Promise<Result>,
    ): Promise<Result> =>
      turns.run(reader, leaving(response), async (ending) => {
        try {
          return await work(endedBy(pool, ending), ending)
        } catch (error) {
          if (ending.aborted) throw new Refusal('busy', undefined, { retryAfterSeconds: RETRY_SECONDS })
          throw TOO_LARGE.includes(codeOf(error) ?? '') ? new Refusal('unavailable', SLOW) : error
        }
      }),
  }
}

/** A statement in the middle ends with its connection. */
function endedBy(pool: pg.Pool, ending: AbortSignal): ReadDb {
  const query = async (statement: pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> => {
    const client = await pool.connect()
    const end = (): void => destroyConnection(client)
    ending.addEventListener('abort', end)
    try {
      ending.throwIfAborted()
      return await client.query(statement, values)
    } finally {
      ending.removeEventListener('abort', end)
      client.release(ending.aborted)
    }
  }
  return { query: query as ReadDb['query'] }
}
