import { Refusal } from '@app/contracts/refusals.ts'
import type { ServerResponse } from 'node:http'
import type pg from 'pg'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { codeOf } from '@app/contracts/start-error.ts'
import { destroyConnection } from '../postgres/connection.ts'
import type { ReadDb } from '../../kernel/models/projection.ts'

interface TurnsOptions {
  readonly msMax: number
  readonly retrySeconds: number
}

function leaving(response: ServerResponse): AbortSignal {
  const left = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) left.abort()
  })
  return left.signal
}

/** No queue: an account or a network has one turn at a time, all together have a few, and what is more is refused. */
export function createTurns({ msMax, retrySeconds }: TurnsOptions) {
  const running = new Map<string, { readonly left: AbortSignal; readonly ended: Promise<unknown> }>()
  /** @param work ends soon after its signal. @throws Refusal busy, unless its turn comes at once */
  return async <Result>(
    key: string,
    response: ServerResponse,
    work: (ending: AbortSignal) => Promise<Result>,
  ): Promise<Result> => {
    const former = running.get(key)
    if (former?.left.aborted === true) await former.ended
    if (running.has(key) || running.size >= LIMITS.heavyReadsAtOnce)
      throw new Refusal('busy', undefined, { retryAfterSeconds: retrySeconds })
    const left = leaving(response)
    const result = work(AbortSignal.any([left, AbortSignal.timeout(msMax)]))
    const ended = result.catch(() => undefined).finally(() => running.delete(key))
    running.set(key, { left, ended })
    return result
  }
}

/** On a busy machine a report takes ten seconds. */
const READS = { msMax: 30_000, retrySeconds: 2 }
const SLOW = 'Esto toma demasiado tiempo. Elige un período más corto, o inténtalo de nuevo en un momento.'
/** The time limit of a statement, and the limit of its files. */
const TOO_LARGE = ['57014', '53400']

export type HeavyReads = ReturnType<typeof createHeavyReads>

/** Work that takes long, or is requested often. @throws Refusal busy at once, unavailable after the time limit */
export function createHeavyReads(pool: pg.Pool) {
  const inTurn = createTurns(READS)
  return <Result>(
    reader: string,
    response: ServerResponse,
    work: (db: ReadDb, ending: AbortSignal) => Promise<Result>,
  ): Promise<Result> =>
    inTurn(reader, response, async (ending) => {
      try {
        return await work(endedBy(pool, ending), ending)
      } catch (error) {
        const isTooLarge = ending.aborted || TOO_LARGE.includes(codeOf(error) ?? '')
        throw isTooLarge ? new Refusal('unavailable', SLOW) : error
      }
    })
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
