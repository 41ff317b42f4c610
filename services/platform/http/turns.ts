import { Refusal } from '@app/contracts/refusals.ts'
import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import type pg from 'pg'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { codeOf } from '@app/contracts/start-error.ts'
import type { Ctx } from '../ctx.ts'
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

/** How long a download lasts is its receiver's choice. A list of a million rows needs half of it. */
const DOWNLOADS = { msMax: 5 * 60_000, retrySeconds: 15 }

/** A receiver that reads nothing for so long has gone. */
const STALLED_MS_MAX = 30_000

interface Download {
  readonly accountId: string
  readonly name: string
  readonly extension: string
  readonly type: string
}

export function createDownloads({ now, log }: Pick<Ctx, 'now'> & { readonly log: Pick<Ctx['log'], 'warn'> }) {
  const inTurn = createTurns(DOWNLOADS)
  /** Errors break the file off, so that it is not taken for whole. @throws Refusal busy, or the first chunk's error */
  return (response: Response, file: Download, chunks: AsyncGenerator<string>): Promise<void> =>
    inTurn(file.accountId, response, async (signal) => {
      const first = await chunks.next()
      response.attachment(`${file.name}_${dayInSantiago(now().getTime())}.${file.extension}`)
      response.type(file.type)
      response.setTimeout(STALLED_MS_MAX, () => response.destroy())
      try {
        await pipeline(Readable.from(resumed(first, chunks)), response, { signal })
      } catch (error) {
        log.warn({ err: error }, 'a download ended early')
      }
    })
}

async function* resumed(
  first: IteratorResult<string, unknown>,
  rest: AsyncGenerator<string>,
): AsyncGenerator<string> {
  if (first.done !== true) yield first.value
  yield* rest
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
