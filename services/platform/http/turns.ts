import { Refusal } from '@app/contracts/refusals.ts'
import type { ServerResponse } from 'node:http'
import type { Response } from 'express'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import type { Log } from '../observability/log.ts'
import type pg from 'pg'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { codeOf } from '@app/contracts/start-error.ts'
import { destroyConnection } from '../postgres/connection.ts'
import type { ReadDb } from '../../kernel/models/projection.ts'

interface TurnsOptions {
  readonly atOnce: number
  /** A turn may outlast it while nobody else waits. */
  readonly turnMs: number
  readonly retrySeconds: number
  readonly monotonicMs: () => number
}

interface Turn {
  readonly endsMs: number
  readonly left: AbortSignal
  readonly ending: AbortController
  readonly ended: Promise<unknown>
}

/** No queue: what cannot run at once is refused. */
export function createTurns({ atOnce, turnMs, retrySeconds, monotonicMs }: TurnsOptions) {
  const running = new Map<string, Turn>()

  function take(key: string): void {
    const now = monotonicMs()
    const overdue = [...running].filter(([, { endsMs }]) => endsMs <= now).map(([one]) => one)
    const isOwn = running.has(key) && !overdue.includes(key)
    if (isOwn || running.size - overdue.length >= atOnce)
      throw new Refusal('busy', undefined, { retryAfterSeconds: retrySeconds })
    const replaced = running.has(key) || running.size < atOnce ? key : overdue[0]!
    running.get(replaced)?.ending.abort()
    running.delete(replaced)
  }

  /**
   * @param key an account or a network: it has one turn at a time
   * @param left when nobody waits for the work any more
   * @param work ends soon after its signal
   * @throws Refusal busy, unless its turn comes at once
   */
  return async <Result>(
    key: string,
    left: AbortSignal,
    work: (ending: AbortSignal) => Promise<Result>,
  ): Promise<Result> => {
    const former = running.get(key)
    // A former turn without a client is ending.
    if (former?.left.aborted === true) await former.ended
    take(key)
    const ending = new AbortController()
    const result = work(AbortSignal.any([left, ending.signal]))
    const turn = { endsMs: monotonicMs() + turnMs, left, ending, ended: result.catch(() => undefined) }
    running.set(key, turn)
    try {
      return await result
    } finally {
      if (running.get(key) === turn) running.delete(key)
    }
  }
}

/** A receiver that reads nothing for so long has gone. */
const STALLED_MS_MAX = 30_000
const DOWNLOAD_MS_MAX = 10 * 60_000

const DOWNLOAD_TURN_MS = 60_000
const DOWNLOAD_RETRY_SECONDS = 15

/** Aborts when a response's client goes before its end. */
function leaving(response: ServerResponse): AbortSignal {
  const left = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) left.abort()
  })
  return left.signal
}

/**
 * One at a time: it reads all rows, while visitors wait for pages. How long it lasts is its receiver's choice, so others
 * end it after its turn.
 */
export function createDownloadTurns(monotonicMs: () => number, turnMs = DOWNLOAD_TURN_MS) {
  const inTurn = createTurns({ atOnce: 1, turnMs, retrySeconds: DOWNLOAD_RETRY_SECONDS, monotonicMs })
  return (accountId: string, response: ServerResponse, work: (ending: AbortSignal) => Promise<void>) =>
    inTurn(accountId, leaving(response), work)
}

interface Download {
  /** The file is named after it and the day. */
  readonly name: string
  readonly extension: string
  readonly type: string
  readonly at: Date
  /** When somebody else's turn begins. */
  readonly ending: AbortSignal
  readonly log: Pick<Log, 'warn'>
}

/** A long file: an error breaks it off, so that it is not taken for whole. */
export async function sendDownload(
  response: Response,
  { name, extension, type, at, ending, log }: Download,
  write: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  response.attachment(`${name}_${dayInSantiago(at.getTime())}.${extension}`)
  response.type(type)
  response.setTimeout(STALLED_MS_MAX, () => response.destroy())
  try {
    await write(AbortSignal.any([ending, AbortSignal.timeout(DOWNLOAD_MS_MAX)]))
  } catch (error) {
    log.warn({ err: error }, 'a download ended early')
  }
}

/** A long file ends with the rights of whom it is sent to. @throws what `check` throws, before the next item */
export async function* whileAllowed<Item>(
  items: AsyncIterable<Item>,
  check: () => Promise<unknown>,
): AsyncGenerator<Item, void> {
  for await (const item of items) {
    await check()
    yield item
  }
}

/** A report that draws for longer ends once somebody else comes. On a busy machine one takes ten seconds. */
const TURN_MS = 30_000
const RETRY_SECONDS = 2
const SLOW = 'Esto toma demasiado tiempo. Elige un período más corto, o inténtalo de nuevo en un momento.'
/** The time limit of a statement, and the limit of its temporary files. */
const TOO_LARGE = ['57014', '53400']

export type HeavyReads = ReturnType<typeof createHeavyReads>

/** Filtered figures, reports, comparisons, drawings, a mailbox's page: what one person may press often, and what takes long. */
export function createHeavyReads(pool: pg.Pool, monotonicMs: () => number) {
  const inTurn = createTurns({
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
      inTurn(reader, leaving(response), async (ending) => {
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
