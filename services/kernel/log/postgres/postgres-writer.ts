import { withTimeout } from '../../../platform/concurrency/with-timeout.ts'
import { STORE_LIMITS, StoreError, type AppendResult } from '@app/contracts/event-store.ts'
import type pg from 'pg'
import { appendTimedOut, storeDisposed, tooManyWaiting } from '../append-refusals.ts'
import { createDeadline, type Deadline } from '../deadline.ts'
import type { PreparedAppend } from '../open-store.ts'
import { answerRefused, commitBatch } from './commit.ts'
import { isDataRefused, storeErrorOf } from './store-errors.ts'
import type { PostgresReader } from './postgres-reader.ts'
import { destroyConnection, farewell } from '../../../platform/postgres/connection.ts'

export interface WaitingAppend extends PreparedAppend {
  readonly deadline: Deadline<AppendResult>
  /** Sent at least once, so that a failure may hide a success. */
  sent: boolean
}

function createLink(connect: () => Promise<pg.Client>) {
  let current: pg.Client | undefined

  async function client(): Promise<pg.Client> {
    if (current !== undefined) return current
    const fresh = await connect()
    fresh.on('error', () => {
      if (current === fresh) current = undefined
    })
    current = fresh
    return fresh
  }

  function destroy(): void {
    const last = current
    current = undefined
    if (last !== undefined) destroyConnection(last)
  }

  async function end(): Promise<void> {
    const last = current
    current = undefined
    if (last !== undefined) await farewell(last)
  }

  return { client, destroy, end }
}

interface WriterDeps {
  readonly connect: () => Promise<pg.Client>
  readonly reader: Pick<PostgresReader, 'findAppended'>
  readonly now: () => Date
  readonly onGrown: (types: ReadonlySet<string>) => void
}

const EVENTS_A_COMMIT_MAX = 500
const END_MS_MAX = 2_000

const noAnswer = (ambiguous: boolean): StoreError =>
  new StoreError('Timeout', 'the event log did not answer', { ambiguous })

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

function createCommitter({ connect, reader, now, onGrown }: WriterDeps, again: (one: WaitingAppend) => void) {
  const link = createLink(connect)
  let current: readonly WaitingAppend[] = []
  let isSilent = false

  function giveUp(): void {
    isSilent = true
    link.destroy()
  }

  async function commit(batch: readonly WaitingAppend[]): Promise<void> {
    const refused = await commitBatch(await link.client(), batch, now())
    if (refused.length < batch.length) onGrown(typesIn(batch))
    for (const waiting of refused) void answerRefused(reader, waiting, again)
  }

  async function write(batch: readonly WaitingAppend[]): Promise<void> {
    current = batch
    try {
      await commit(batch)
    } catch (error) {
      // Refused data fails the whole statement, so each append is tried alone.
      if (isDataRefused(error) && batch.length > 1) {
        for (const waiting of batch) await write([waiting])
        return
      }
      const failure = (sent: boolean): StoreError => (isSilent ? noAnswer(sent) : storeErrorOf(error, sent))
      for (const { deadline, sent } of batch) deadline.reject(failure(sent))
      if (!isDataRefused(error)) link.destroy()
    } finally {
      current = []
      isSilent = false
    }
  }

  return { write, giveUp, close: link.end, current: () => current }
}
