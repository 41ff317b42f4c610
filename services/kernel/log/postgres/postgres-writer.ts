import { withTimeout } from '../../../platform/concurrency/concurrency-limiter.ts'
import { STORE_LIMITS, type AppendResult, conflict, positionOf } from '@app/contracts/event-store.ts'
import type pg from 'pg'
import { appendTimedOut, storeDisposed, tooManyWaiting, type PreparedAppend } from '../open-store.ts'
import { isDataRefused, storeErrorOf, type PostgresReader } from './postgres-reader.ts'
import { destroyConnection } from '../../../platform/postgres/connection.ts'
import { endPool } from '../../../platform/postgres/pool.ts'
import { judgeAppend, revisionBefore } from '../check-append.ts'

interface WaitingAppend extends PreparedAppend {
  readonly untilMs: number
  /** Sent at least once, so that a failure may hide a success. */
  sent: boolean
  readonly resolve: (result: AppendResult) => void
  readonly reject: (error: unknown) => void
}

interface WriterDeps {
  /** It has one connection, so that each commit follows the last. */
  readonly pool: pg.Pool
  readonly reader: Pick<PostgresReader, 'findAppended'>
  readonly now: () => Date
  readonly onGrown: (types: ReadonlySet<string>) => void
}

const EVENTS_A_COMMIT_MAX = 500
/** One timer for all appends, which may wait this much longer than they asked for. */
const EXPIRY_MS = 50
/** With the second that a pool has to end: less than the three that the port promises. */
const END_MS_MAX = 1_000
const APPEND = 'select head, refused from log.append($1, $2, $3)'

/** Group commit without timers: each commit takes the appends that arrived during the last one. */
export function createPostgresWriter({ pool, reader, now, onGrown }: WriterDeps) {
  const unsettled = new Set<WaitingAppend>()
  let queue: WaitingAppend[] = []
  let flushing: Promise<void> | undefined
  let client: pg.PoolClient | undefined
  let expiry: NodeJS.Timeout | undefined

  function enqueue(waiting: WaitingAppend): void {
    queue.push(waiting)
    // A microtask later, so that one commit takes all appends of this turn.
    flushing ??= Promise.resolve().then(flush)
  }

  async function flush(): Promise<void> {
    while (queue.length > 0) await write(nextBatch())
    flushing = undefined
  }

  /** At most one append a stream: the next one depends on its outcome. */
  function nextBatch(): readonly WaitingAppend[] {
    const batch: WaitingAppend[] = []
    const later: WaitingAppend[] = []
    const streams = new Set<string>()
    let events = 0
    for (const waiting of queue) {
      if (!unsettled.has(waiting)) continue
      const fits = events + waiting.events.length <= EVENTS_A_COMMIT_MAX || batch.length === 0
      if (fits && !streams.has(waiting.stream)) {
        batch.push(waiting)
        streams.add(waiting.stream)
        events += waiting.events.length
      } else later.push(waiting)
    }
    queue = later
    return batch
  }

  async function write(batch: readonly WaitingAppend[]): Promise<void> {
    try {
      const refused = await commit(batch)
      if (refused.length < batch.length) onGrown(typesIn(batch))
      for (const waiting of refused) void answerRefused(waiting)
    } catch (error) {
      // Refused data fails the whole statement, so each append is tried alone.
      if (isDataRefused(error) && batch.length > 1) for (const waiting of batch) await write([waiting])
      else for (const waiting of batch) reject(waiting, storeErrorOf(error, waiting.sent))
    }
  }

  /** @returns the appends whose streams were not at the expected revision */
  async function commit(batch: readonly WaitingAppend[]): Promise<readonly WaitingAppend[]> {
    if (batch.length === 0) return []
    client = await pool.connect()
    try {
      for (const waiting of batch) waiting.sent = true
      const { rows } = await client.query<{ head: string; refused: number[] }>({
        name: 'append',
        text: APPEND,
        values: [`[${batch.map(rowsOf).join()}]`, batch.every(beginsStream), now()],
      })
      client.release()
      return acknowledge(batch, rows[0]!)
    } catch (error) {
      client.release(!isDataRefused(error))
      throw error
    } finally {
      client = undefined
    }
  }

  function acknowledge(
    batch: readonly WaitingAppend[],
    { head, refused }: { readonly head: string; readonly refused: readonly number[] },
  ): readonly WaitingAppend[] {
    // Postgres counts from 1.
    const places = new Set(refused)
    let position = BigInt(head)
    return batch.filter((waiting, place) => {
      if (places.has(place + 1)) return true
      const count = BigInt(waiting.events.length)
      position += count
      const revision = revisionBefore(waiting.expected) + count
      resolve(waiting, { revision, position: positionOf(position), replayed: false })
      return false
    })
  }

  /** Distinguishes a retry from a conflict. An append that has become possible since its refusal is written. */
  async function answerRefused(waiting: WaitingAppend): Promise<void> {
    const { stream, expected, events } = waiting
    try {
      const { head, after } = await reader.findAppended(stream, revisionBefore(expected) + 1n, events.length)
      const stored = { head, idsAfterExpected: after.map(({ id }) => id) }
      const ids = events.map(({ id }) => id)
      const verdict = judgeAppend(stored, expected, ids)
      if (verdict.kind === 'write') return enqueue(waiting)
      if (verdict.kind === 'conflict') throw conflict(stream, expected, verdict.actual)
      const { position } = after[ids.length - 1]!
      resolve(waiting, { revision: verdict.lastRevision, position, replayed: true })
    } catch (error) {
      reject(waiting, storeErrorOf(error, false))
    }
  }

  function resolve(waiting: WaitingAppend, result: AppendResult): void {
    unsettled.delete(waiting)
    waiting.resolve(result)
  }

  function reject(waiting: WaitingAppend, error: unknown): void {
    unsettled.delete(waiting)
    waiting.reject(error)
  }

  function expire(): void {
    const nowMs = performance.now()
    const late = [...unsettled].filter(({ untilMs }) => untilMs <= nowMs)
    for (const waiting of late)
      reject(waiting, appendTimedOut(waiting.stream, waiting.timeoutMs, waiting.sent))
    // An unanswered commit would block all later ones: the next one gets a new connection.
    if (client !== undefined && late.some(({ sent }) => sent)) destroyConnection(client)
    expiry = unsettled.size > 0 ? setTimeout(expire, EXPIRY_MS) : undefined
  }

  return {
    append: ({ stream, expected, events, timeoutMs }: PreparedAppend): Promise<AppendResult> =>
      new Promise((resolve, reject) => {
        if (unsettled.size >= STORE_LIMITS.queuedAppendsMax) throw tooManyWaiting()
        const untilMs = performance.now() + timeoutMs
        const waiting = { stream, expected, events, timeoutMs, untilMs, sent: false, resolve, reject }
        unsettled.add(waiting)
        expiry ??= setTimeout(expire, EXPIRY_MS)
        enqueue(waiting)
      }),
    end: async (): Promise<void> => {
      await withTimeout(Promise.allSettled([flushing]), END_MS_MAX, () => undefined)
      for (const waiting of unsettled) reject(waiting, storeDisposed(waiting.sent))
      clearTimeout(expiry)
      await endPool(pool)
    },
  }
}

const typesIn = (batch: readonly WaitingAppend[]): ReadonlySet<string> => {
  const types = new Set<string>()
  for (const { events } of batch) for (const { type } of events) types.add(type)
  return types
}

/** Names, ids and types are checked, so that they need no escape. */
function rowsOf({ stream, expected, events }: WaitingAppend, place: number): string {
  const of = `{"append":${place + 1},"stream":"${stream}","expected":${revisionBefore(expected)}`
  return events
    .map(
      ({ id, type, version, dataJson, metaJson }) =>
        `${of},"id":"${id}","type":"${type}","version":${version},"data":${dataJson},"meta":${metaJson}}`,
    )
    .join()
}

const beginsStream = ({ expected, events }: WaitingAppend): boolean =>
  expected === 'noStream' && events.length === 1
