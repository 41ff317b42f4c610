import { withTimeout } from '../../../platform/concurrency/concurrency-limiter.ts'
import { STORE_LIMITS, type AppendResult, conflict, positionOf } from '@app/contracts/event-store.ts'
import type pg from 'pg'
import { appendTimedOut, storeDisposed, tooManyWaiting, type PreparedAppend } from '../open-store.ts'
import { isDataRefused, storeErrorOf, type PostgresReader } from './postgres-reader.ts'
import { destroyConnection } from '../../../platform/postgres/connection.ts'
import { endPool } from '../../../platform/postgres/pool.ts'
import { judgeAppend, revisionBefore } from '../check-append.ts'
import type { Written } from '../window.ts'

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
  readonly onGrown: (written: readonly Written[]) => void
}

const EVENTS_A_COMMIT_MAX = 500
/** One timer for all appends, which may wait this much longer than they asked for. */
const EXPIRY_MS = 50
/** With the second that a pool has to end: less than the three that the port promises. */
const END_MS_MAX = 1_000
interface Committed {
  readonly head: string
  readonly refused: readonly number[]
  readonly recordedAt: Date
}

const APPEND = 'select head, refused from log.append($1, $2, $3)'

/** Appends without an answer. They end by a result, an error, or their time. */
function createUnsettled(onSentLate: () => void) {
  const unsettled = new Set<WaitingAppend>()
  let expiry: NodeJS.Timeout | undefined

  function reject(waiting: WaitingAppend, error: unknown): void {
    unsettled.delete(waiting)
    waiting.reject(error)
  }
  function expire(): void {
    const nowMs = performance.now()
    const late = [...unsettled].filter(({ untilMs }) => untilMs <= nowMs)
    for (const waiting of late)
      reject(waiting, appendTimedOut(waiting.stream, waiting.timeoutMs, waiting.sent))
    if (late.some(({ sent }) => sent)) onSentLate()
    expiry = unsettled.size > 0 ? setTimeout(expire, EXPIRY_MS) : undefined
  }
  return {
    has: (waiting: WaitingAppend): boolean => unsettled.has(waiting),
    add: (waiting: WaitingAppend): void => {
      unsettled.add(waiting)
      expiry ??= setTimeout(expire, EXPIRY_MS)
    },
    isFull: (): boolean => unsettled.size >= STORE_LIMITS.queuedAppendsMax,
    resolve: (waiting: WaitingAppend, result: AppendResult): void => {
      unsettled.delete(waiting)
      waiting.resolve(result)
    },
    reject,
    end: (): void => {
      for (const waiting of unsettled) reject(waiting, storeDisposed(waiting.sent))
      clearTimeout(expiry)
    },
  }
}

/** Group commit without timers: each commit takes the appends that arrived during the last one. */
export function createPostgresWriter({ pool, reader, now, onGrown }: WriterDeps) {
  const { commit, giveUp } = createCommitter(pool, now)
  const unsettled = createUnsettled(giveUp)
  const write = createWrite({ reader, onGrown, unsettled, commit, again: enqueue })
  let queue: WaitingAppend[] = []
  let flushing: Promise<void> | undefined

  function enqueue(waiting: WaitingAppend): void {
    queue.push(waiting)
    // A microtask later, so that one commit takes all appends of this turn.
    flushing ??= Promise.resolve().then(flush)
  }

  async function flush(): Promise<void> {
    while (queue.length > 0) {
      const { batch, later } = nextBatch(queue.filter(unsettled.has))
      queue = later
      await write(batch)
    }
    flushing = undefined
  }

  return {
    append: ({ stream, expected, events, timeoutMs }: PreparedAppend): Promise<AppendResult> =>
      new Promise((resolve, reject) => {
        if (unsettled.isFull()) throw tooManyWaiting()
        const untilMs = performance.now() + timeoutMs
        const waiting = { stream, expected, events, timeoutMs, untilMs, sent: false, resolve, reject }
        unsettled.add(waiting)
        enqueue(waiting)
      }),
    end: async (): Promise<void> => {
      await withTimeout(Promise.allSettled([flushing]), END_MS_MAX, () => undefined)
      unsettled.end()
      await endPool(pool)
    },
  }
}

interface Writing extends Pick<WriterDeps, 'reader' | 'onGrown'> {
  readonly unsettled: ReturnType<typeof createUnsettled>
  readonly commit: ReturnType<typeof createCommitter>['commit']
  readonly again: (waiting: WaitingAppend) => void
}

function createWrite({ reader, onGrown, unsettled, commit, again }: Writing) {
  return write

  async function write(batch: readonly WaitingAppend[]): Promise<void> {
    if (batch.length === 0) return
    try {
      const written = acknowledge(batch, await commit(batch))
      if (written.length > 0) onGrown(written)
    } catch (error) {
      // Refused data fails the whole statement, so each append is tried alone.
      if (isDataRefused(error) && batch.length > 1) for (const waiting of batch) await write([waiting])
      else for (const waiting of batch) unsettled.reject(waiting, storeErrorOf(error, waiting.sent))
    }
  }

  function acknowledge(batch: readonly WaitingAppend[], { head, refused, recordedAt }: Committed) {
    const written: Written[] = []
    let position = positionOf(head)
    batch.forEach((waiting, place) => {
      // Postgres counts from 1.
      if (refused.includes(place + 1)) return void answerRefused(waiting)
      let revision = revisionBefore(waiting.expected)
      for (const prepared of waiting.events) {
        position = positionOf(position + 1n)
        revision += 1n
        written.push({ prepared, stream: waiting.stream, revision, position, recordedAt })
      }
      unsettled.resolve(waiting, { revision, position, replayed: false })
    })
    return written
  }

  /** Distinguishes a retry from a conflict. An append that has become possible since its refusal is written. */
  async function answerRefused(waiting: WaitingAppend): Promise<void> {
    const { stream, expected, events } = waiting
    try {
      const { head, after } = await reader.findAppended(stream, revisionBefore(expected) + 1n, events.length)
      const stored = { head, idsAfterExpected: after.map(({ id }) => id) }
      const ids = events.map(({ id }) => id)
      const verdict = judgeAppend(stored, expected, ids)
      if (verdict.kind === 'write') return again(waiting)
      if (verdict.kind === 'conflict') throw conflict(stream, expected, verdict.actual)
      const { position } = after[ids.length - 1]!
      unsettled.resolve(waiting, { revision: verdict.lastRevision, position, replayed: true })
    } catch (error) {
      unsettled.reject(waiting, storeErrorOf(error, false))
    }
  }
}

function createCommitter(pool: pg.Pool, now: () => Date) {
  let client: pg.PoolClient | undefined
  return {
    commit: async (batch: readonly WaitingAppend[]): Promise<Committed> => {
      client = await pool.connect()
      try {
        for (const waiting of batch) waiting.sent = true
        const recordedAt = now()
        const values = [`[${batch.map(rowsOf).join()}]`, batch.every(beginsStream), recordedAt]
        const { rows } = await client.query<Committed>({ name: 'append', text: APPEND, values })
        client.release()
        return { ...rows[0]!, recordedAt }
      } catch (error) {
        client.release(!isDataRefused(error))
        throw error
      } finally {
        client = undefined
      }
    },
    /** An unanswered commit would block all later ones: the next one gets a new connection. */
    giveUp: (): void => client && destroyConnection(client),
  }
}

/** At most one append a stream: the next one depends on its outcome. */
function nextBatch(queue: readonly WaitingAppend[]) {
  const batch: WaitingAppend[] = []
  const later: WaitingAppend[] = []
  const streams = new Set<string>()
  let events = 0
  for (const waiting of queue) {
    const fits = events + waiting.events.length <= EVENTS_A_COMMIT_MAX || batch.length === 0
    if (fits && !streams.has(waiting.stream)) {
      batch.push(waiting)
      streams.add(waiting.stream)
      events += waiting.events.length
    } else later.push(waiting)
  }
  return { batch, later }
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
