import {
  STORE_LIMITS,
  StoreError,
  conflict,
  positionOf,
  type AppendResult,
  type Expected,
  type Revision,
} from '@app/contracts/event-store.ts'
import type pg from 'pg'
import { judgeAppend, revisionBefore } from './append-decision.ts'
import type { PreparedEvent } from './check-append.ts'
import { createDeadline, type Deadline } from './deadline.ts'
import { destroyConnection } from './postgres-connection.ts'
import { isDataRefused, storeErrorOf } from './postgres-errors.ts'
import { streamClosed, type PostgresReader } from './postgres-reader.ts'

/** One append on its way to the log. */
interface Waiting {
  readonly stream: string
  readonly expected: Expected
  readonly events: readonly PreparedEvent[]
  readonly deadline: Deadline<AppendResult>
  /** Sent at least once: a failure from now on may hide a success. */
  sent: boolean
}

export interface PostgresWriter {
  append(
    stream: string,
    expected: Expected,
    events: readonly PreparedEvent[],
    timeoutMs: number,
  ): Promise<AppendResult>
  closeStream(stream: string, expected: Revision): Promise<void>
  dispose(): Promise<void>
}

interface WriterDeps {
  readonly connect: () => Promise<pg.Client>
  readonly reader: Pick<PostgresReader, 'head' | 'idsFrom' | 'readStream'>
  readonly now: () => Date
  readonly onGrown: () => void
}

const EVENTS_A_COMMIT_MAX = 500
const DISPOSE_MS_MAX = 2_000
const FAREWELL_MS_MAX = 250

const after = (ms: number): Promise<false> =>
  new Promise((resolve) => {
    setTimeout(() => resolve(false), ms).unref()
  })
const APPEND = `select head, refused from log.append($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`

/** The columns of one commit; `refused` answers with 1-based places in `batch`. */
function columnsOf(batch: readonly Waiting[], recordedAt: Date): unknown[] {
  const rows = batch.flatMap(({ stream, expected, events }, place) =>
    events.map((event, index) => ({
      event,
      stream,
      place: place + 1,
      revision: revisionBefore(expected) + 1n + BigInt(index),
    })),
  )
  return [
    batch.map(({ stream }) => stream),
    batch.map(({ expected }) => revisionBefore(expected)),
    rows.map(({ place }) => place),
    rows.map(({ stream }) => stream),
    rows.map(({ revision }) => revision),
    rows.map(({ event }) => event.id),
    rows.map(({ event }) => event.type),
    rows.map(({ event }) => event.version),
    rows.map(({ event }) => event.dataJson),
    rows.map(({ event }) => event.metaJson),
    recordedAt,
  ]
}

/**
 * The writing half of the Postgres adapter: group commit without timers. What arrives while a commit is under way
 * is written by the next one; each append is answered only after its own events are durable.
 */
export function createPostgresWriter({ connect, reader, now, onGrown }: WriterDeps): PostgresWriter {
  let queue: Waiting[] = []
  let underWay: readonly Waiting[] = []
  let client: pg.Client | undefined
  let flushing: Promise<void> | undefined
  let disposed = false

  /** At most one append a stream a commit: the next one has to see what this one did. */
  function takeBatch(): Waiting[] {
    const batch: Waiting[] = []
    const later: Waiting[] = []
    const streams = new Set<string>()
    let events = 0
    for (const waiting of queue) {
      if (waiting.deadline.settled) continue
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

  async function connected(): Promise<pg.Client> {
    if (client !== undefined) return client
    const fresh = await connect()
    fresh.on('error', () => dropClient(fresh))
    client = fresh
    return fresh
  }

  function dropClient(broken: pg.Client): void {
    if (client === broken) client = undefined
    broken.end().catch(() => undefined)
  }

  async function answerRefused({ stream, expected, events, deadline }: Waiting): Promise<void> {
    try {
      const before = revisionBefore(expected)
      const [head, idsAfterExpected] = await Promise.all([
        reader.head(stream),
        reader.idsFrom(stream, before + 1n, events.length),
      ])
      const closed = head === 'closed'
      const verdict = judgeAppend(
        { closed, head: typeof head === 'bigint' ? head : -1n, idsAfterExpected },
        expected,
        events.map(({ id }) => id),
      )
      if (verdict.kind === 'closed') {
        deadline.reject(streamClosed(stream))
      } else if (verdict.kind === 'replayed') {
        const [last] = await reader.readStream(stream, { from: verdict.lastRevision, limit: 1 })
        const position = last?.position ?? positionOf(0n)
        deadline.resolve({ revision: verdict.lastRevision, position, replayed: true })
      } else {
        // 'write' cannot be: streams only grow, and this one had not the expected head a moment ago.
        const actual = verdict.kind === 'conflict' ? verdict.actual : 'noStream'
        deadline.reject(conflict(stream, expected, actual))
      }
    } catch (error) {
      deadline.reject(storeErrorOf(error, false))
    }
  }

  function answerWritten(batch: readonly Waiting[], head: bigint, refused: ReadonlySet<number>): void {
    let position = head
    batch.forEach(({ expected, events, deadline }, place) => {
      if (refused.has(place + 1)) return
      position += BigInt(events.length)
      const revision = revisionBefore(expected) + BigInt(events.length)
      deadline.resolve({ revision, position: positionOf(position), replayed: false })
    })
  }

  async function commit(batch: readonly Waiting[]): Promise<void> {
    const connection = await connected()
    for (const waiting of batch) waiting.sent = true
    const values = columnsOf(batch, now())
    const { rows } = await connection.query<{ head: string; refused: number[] }>({
      name: 'append',
      text: APPEND,
      values,
    })
    const { head, refused } = rows[0]!
    const refusedPlaces = new Set(refused)
    answerWritten(batch, BigInt(head), refusedPlaces)
    if (refusedPlaces.size < batch.length) onGrown()
    for (const place of refused) void answerRefused(batch[place - 1]!)
  }

  async function flushBatch(batch: readonly Waiting[]): Promise<void> {
    try {
      await commit(batch)
    } catch (error) {
      // Data that Postgres refuses fails the whole statement: each append is tried alone, so that it fails alone.
      if (isDataRefused(error) && batch.length > 1) {
        for (const waiting of batch) await flushBatch([waiting])
        return
      }
      for (const { deadline, sent } of batch) deadline.reject(storeErrorOf(error, sent))
      if (client !== undefined && !isDataRefused(error)) dropClient(client)
    }
  }

  async function flush(): Promise<void> {
    for (let batch = takeBatch(); batch.length > 0; batch = takeBatch()) {
      underWay = batch
      await flushBatch(batch)
      underWay = []
    }
  }

  function wake(): void {
    if (flushing !== undefined) return
    // A microtask later, so that everything appended in this turn goes into one commit.
    flushing = Promise.resolve()
      .then(flush)
      .finally(() => {
        flushing = undefined
        if (queue.some(({ deadline }) => !deadline.settled)) wake()
      })
  }

  function append(stream: string, expected: Expected, events: readonly PreparedEvent[], timeoutMs: number) {
    if (disposed) return Promise.reject(new StoreError('Disposed', 'the event store is disposed'))
    if (queue.length >= STORE_LIMITS.queuedAppendsMax) {
      return Promise.reject(new StoreError('Unavailable', 'too many appends are waiting'))
    }
    const deadline = createDeadline<AppendResult>(timeoutMs, () => {
      // A commit that is never answered would hold up all that follow: the next one gets a new connection.
      if (waiting.sent && client !== undefined) destroy(client)
      return new StoreError('Timeout', `append to ${stream}: no answer within ${timeoutMs} ms`, {
        ambiguous: waiting.sent,
        facts: { stream },
      })
    })
    const waiting: Waiting = { stream, expected, events, deadline, sent: false }
    queue.push(waiting)
    wake()
    return deadline.promise
  }

  function destroy(stuck: pg.Client): void {
    if (client === stuck) client = undefined
    destroyConnection(stuck)
  }

  async function closeStream(stream: string, expected: Revision): Promise<void> {
    if (disposed) throw new StoreError('Disposed', 'the event store is disposed')
    const connection = await connect().catch((error: unknown) => Promise.reject(storeErrorOf(error, false)))
    try {
      const { rows } = await connection.query<{ actual: string | null; was_closed: boolean }>(
        'select actual, was_closed from log.close_stream($1, $2, $3)',
        [stream, expected, now()],
      )
      const { actual, was_closed } = rows[0]!
      if (was_closed) throw streamClosed(stream)
      if (actual !== String(expected))
        throw conflict(stream, expected, actual === '-1' ? 'noStream' : BigInt(actual ?? 0))
    } catch (error) {
      throw storeErrorOf(error, true)
    } finally {
      connection.end().catch(() => undefined)
    }
  }

  async function dispose(): Promise<void> {
    disposed = true
    const done = (flushing ?? Promise.resolve()).then(() => true)
    const isDone = await Promise.race([done, after(DISPOSE_MS_MAX)])
    for (const { deadline, sent } of [...queue, ...underWay]) {
      deadline.reject(new StoreError('Disposed', 'the event store is disposed', { ambiguous: sent }))
    }
    const last = client
    if (last === undefined) return
    if (isDone) await Promise.race([last.end().catch(() => undefined), after(FAREWELL_MS_MAX)])
    destroy(last)
  }

  return { append, closeStream, dispose }
}
