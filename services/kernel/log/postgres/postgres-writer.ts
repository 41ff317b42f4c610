import { withTimeout } from '../../../platform/concurrency/concurrency-limiter.ts'
import { STORE_LIMITS, type AppendResult, conflict, positionOf } from '@app/contracts/event-store.ts'
import type pg from 'pg'
import {
  appendTimedOut,
  createDeadline,
  storeDisposed,
  tooManyWaiting,
  type Deadline,
  type PreparedAppend,
} from '../open-store.ts'
import { isDataRefused, storeErrorOf, type PostgresReader } from './postgres-reader.ts'
import { destroyConnection } from '../../../platform/postgres/connection.ts'
import { endPool } from '../../../platform/postgres/pool.ts'
import { judgeAppend, revisionBefore } from '../check-append.ts'

export interface WaitingAppend extends PreparedAppend {
  readonly deadline: Deadline<AppendResult>
  /** Sent at least once, so that a failure may hide a success. */
  sent: boolean
}

interface WriterDeps {
  /** It has one connection, so that each commit follows the last. */
  readonly pool: pg.Pool
  readonly reader: Pick<PostgresReader, 'findAppended'>
  readonly now: () => Date
  readonly onGrown: (types: ReadonlySet<string>) => void
}

const EVENTS_A_COMMIT_MAX = 500
/** With the second that a pool has to end: less than the three that the port promises. */
const END_MS_MAX = 1_000

/** Group commit without timers: each commit takes the appends that arrived during the last one. */
export function createPostgresWriter(deps: WriterDeps) {
  let queue: WaitingAppend[] = []
  let flushing: Promise<void> | undefined
  const { write, giveUp, close, current } = createCommitter(deps, enqueue)

  function enqueue(waiting: WaitingAppend): void {
    queue.push(waiting)
    // A microtask later, so that one commit takes all appends of this turn.
    flushing ??= Promise.resolve().then(flush)
  }

  async function flush(): Promise<void> {
    while (queue.length > 0) {
      const { batch, later } = nextBatch(queue)
      queue = later
      await write(batch)
    }
    flushing = undefined
  }

  function append(request: PreparedAppend): Promise<AppendResult> {
    const { stream, timeoutMs } = request
    if (queue.length >= STORE_LIMITS.queuedAppendsMax) throw tooManyWaiting()
    const deadline = createDeadline<AppendResult>(timeoutMs, () => {
      // An unanswered commit would block all later ones: the next one gets a new connection.
      if (waiting.sent) giveUp()
      return appendTimedOut(stream, timeoutMs, waiting.sent)
    })
    const waiting: WaitingAppend = { ...request, deadline, sent: false }
    enqueue(waiting)
    return deadline.promise
  }

  async function end(): Promise<void> {
    await withTimeout(Promise.allSettled([flushing]), END_MS_MAX, () => undefined)
    for (const { deadline, sent } of [...queue, ...current()]) deadline.reject(storeDisposed(sent))
    queue = []
    await close()
  }

  return { append, end }
}

/** At most one append a stream: the next one depends on its outcome. */
function nextBatch(queue: readonly WaitingAppend[]) {
  const batch: WaitingAppend[] = []
  const later: WaitingAppend[] = []
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
  return { batch, later }
}

const typesIn = (batch: readonly WaitingAppend[]): ReadonlySet<string> =>
  new Set(batch.flatMap(({ events }) => events.map(({ type }) => type)))

function createCommitter({ pool, reader, now, onGrown }: WriterDeps, again: (one: WaitingAppend) => void) {
  let client: pg.PoolClient | undefined
  let current: readonly WaitingAppend[] = []

  async function commit(batch: readonly WaitingAppend[]): Promise<readonly WaitingAppend[]> {
    client = await pool.connect()
    try {
      const refused = await commitBatch(client, batch, now())
      client.release()
      return refused
    } catch (error) {
      client.release(!isDataRefused(error))
      throw error
    } finally {
      client = undefined
    }
  }

  async function write(batch: readonly WaitingAppend[]): Promise<void> {
    current = batch
    try {
      const refused = await commit(batch)
      if (refused.length < batch.length) onGrown(typesIn(batch))
      for (const waiting of refused) void answerRefused(reader, waiting, again)
    } catch (error) {
      // Refused data fails the whole statement, so each append is tried alone.
      if (isDataRefused(error) && batch.length > 1) for (const waiting of batch) await write([waiting])
      else for (const { deadline, sent } of batch) deadline.reject(storeErrorOf(error, sent))
    } finally {
      current = []
    }
  }

  const giveUp = (): void => client && destroyConnection(client)
  return { write, giveUp, close: () => endPool(pool), current: () => current }
}

const APPEND = 'select head, refused from log.append($1, $2, $3)'

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

/** @returns the appends whose streams were not at the expected revision */
async function commitBatch(
  client: pg.Client,
  batch: readonly WaitingAppend[],
  recordedAt: Date,
): Promise<readonly WaitingAppend[]> {
  for (const waiting of batch) waiting.sent = true
  const { rows } = await client.query<{ head: string; refused: number[] }>({
    name: 'append',
    text: APPEND,
    values: [`[${batch.map(rowsOf).join()}]`, batch.every(beginsStream), recordedAt],
  })
  const { head, refused } = rows[0]!
  // Postgres counts from 1.
  const places = new Set(refused.map((place) => place - 1))
  let position = BigInt(head)
  batch.forEach(({ expected, events, deadline }, place) => {
    if (places.has(place)) return
    const count = BigInt(events.length)
    position += count
    const revision = revisionBefore(expected) + count
    deadline.resolve({ revision, position: positionOf(position), replayed: false })
  })
  return batch.filter((_waiting, place) => places.has(place))
}

/** Distinguishes a retry from a conflict. `again` takes an append that has become possible since its refusal. */
async function answerRefused(
  reader: Pick<PostgresReader, 'findAppended'>,
  waiting: WaitingAppend,
  again: (waiting: WaitingAppend) => void,
): Promise<void> {
  const { stream, expected, events, deadline } = waiting
  try {
    const { head, after } = await reader.findAppended(stream, revisionBefore(expected) + 1n, events.length)
    const stored = { head, idsAfterExpected: after.map(({ id }) => id) }
    const ids = events.map(({ id }) => id)
    const verdict = judgeAppend(stored, expected, ids)
    if (verdict.kind === 'conflict') deadline.reject(conflict(stream, expected, verdict.actual))
    else if (verdict.kind === 'write') again(waiting)
    else {
      const { position } = after[ids.length - 1]!
      deadline.resolve({ revision: verdict.lastRevision, position, replayed: true })
    }
  } catch (error) {
    deadline.reject(storeErrorOf(error, false))
  }
}
