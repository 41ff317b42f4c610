import { withTimeout } from '@app/concurrency/with-timeout.ts'
import { STORE_LIMITS, StoreError, type AppendResult, type Expected } from '@app/contracts/event-store.ts'
import type pg from 'pg'
import { appendTimedOut, storeDisposed, tooManyWaiting } from '../append-refusals.ts'
import type { PreparedEvent } from '../check-append.ts'
import { createDeadline } from '../deadline.ts'
import { answerRefused, commitBatch } from './commit.ts'
import { isDataRefused, storeErrorOf } from './store-errors.ts'
import type { PostgresReader } from './postgres-reader.ts'
import { createAppendQueue, type WaitingAppend } from '../waiting-append.ts'
import { destroyConnection, farewell } from '@app/postgres/connection.ts'

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
  readonly reader: Pick<PostgresReader, 'lastRevision' | 'idsFrom' | 'readStream'>
  readonly now: () => Date
  readonly onGrown: (types: ReadonlySet<string>) => void
}

const EVENTS_A_COMMIT_MAX = 500
const DISPOSE_MS_MAX = 2_000

const noAnswer = (ambiguous: boolean): StoreError =>
  new StoreError('Timeout', 'the event log did not answer', { ambiguous })

/** Group commit without timers: each commit takes the appends that arrived during the last one. */
export function createPostgresWriter(deps: WriterDeps) {
  const queue = createAppendQueue()
  const { write, giveUp, end, underWay } = createCommitter(deps, enqueue)
  const flusher = createFlusher(queue, write)
  let disposed = false

  function enqueue(waiting: WaitingAppend): void {
    queue.push(waiting)
    flusher.wake()
  }

  function append(stream: string, expected: Expected, events: readonly PreparedEvent[], timeoutMs: number) {
    if (disposed) return Promise.reject(storeDisposed(false))
    if (queue.size >= STORE_LIMITS.queuedAppendsMax) {
      return Promise.reject(tooManyWaiting())
    }
    const deadline = createDeadline<AppendResult>(timeoutMs, () => {
      // An unanswered commit would block all later ones: the next one gets a new connection.
      if (waiting.sent) giveUp()
      return appendTimedOut(stream, timeoutMs, waiting.sent)
    })
    const waiting: WaitingAppend = { stream, expected, events, deadline, sent: false }
    enqueue(waiting)
    return deadline.promise
  }

  async function dispose(): Promise<void> {
    disposed = true
    await withTimeout(Promise.allSettled([flusher.running()]), DISPOSE_MS_MAX, () => undefined)
    queue.rejectAll(({ sent }) => storeDisposed(sent))
    for (const { deadline } of underWay()) deadline.reject(storeDisposed(true))
    await end()
  }

  return { append, dispose }
}

/** Writes batch after batch until the queue is empty. */
function createFlusher(
  queue: ReturnType<typeof createAppendQueue>,
  write: (batch: readonly WaitingAppend[]) => Promise<void>,
) {
  let flushing: Promise<void> | undefined

  async function flush(): Promise<void> {
    for (;;) {
      const batch = queue.take(EVENTS_A_COMMIT_MAX)
      if (batch.length === 0) return
      await write(batch)
    }
  }

  function wake(): void {
    // A microtask later, so that one commit takes all appends of this turn.
    flushing ??= Promise.resolve()
      .then(flush)
      .finally(() => {
        flushing = undefined
        // Appends that were queued after the last `take`.
        if (queue.size > 0) wake()
      })
  }

  return { wake, running: () => flushing }
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

  return { write, giveUp, end: link.end, underWay: () => current }
}
