import { setImmediate } from 'node:timers/promises'
import { withTimeout } from '../../../platform/concurrency/concurrency-limiter.ts'
import { type AppendResult, conflict, positionOf } from '@app/contracts/event-store.ts'
import type pg from 'pg'
import { appendTimedOut, storeDisposed, refuseTooMany, type PreparedAppend } from '../open-store.ts'
import { isDataRefused, storeErrorOf } from './postgres-errors.ts'
import type { PostgresReader } from './postgres-reader.ts'
import { destroyConnection } from '../../../platform/postgres/connection.ts'
import { endPool } from '../../../platform/postgres/pool.ts'
import { judgeAppend, revisionBefore } from '../check-append.ts'
import type { Written } from '../newest-events.ts'

interface WaitingAppend {
  readonly append: PreparedAppend
  readonly untilMs: number
  isOpen: boolean
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
/** With the second that a pool has to end: less than the three that the port promises. */
const END_MS_MAX = 1_000
/** An append may be answered this long after its time. */
const SWEEP_EVERY_MS = 20
interface Committed {
  readonly head: string
  readonly refused: readonly number[]
  readonly recordedAt: Date
}

const APPEND = 'select head, refused from log.append($1, $2, $3)'

/** Group commit without timers: each commit takes the appends that arrived during the last one. */
export class PostgresWriter {
  readonly #deps: WriterDeps
  /** Until the next sweep also those with an answer. In a Set, or by a timer each, they would outlive young collections. */
  #appends: WaitingAppend[] = []
  #open = 0
  #sweeping: NodeJS.Timeout | undefined
  #queue: WaitingAppend[] = []
  #flushing: Promise<void> | undefined
  /** It has a commit without an answer. */
  #client: pg.PoolClient | undefined

  constructor(deps: WriterDeps) {
    this.#deps = deps
  }

  append(append: PreparedAppend): Promise<AppendResult> {
    return new Promise((resolve, reject) => {
      refuseTooMany(this.#open)
      const untilMs = performance.now() + append.timeoutMs
      const waiting = { append, untilMs, isOpen: true, sent: false, resolve, reject }
      this.#open += 1
      this.#appends.push(waiting)
      this.#sweeping ??= setInterval(() => this.#sweep(), SWEEP_EVERY_MS)
      this.#enqueue(waiting)
    })
  }

  async end(): Promise<void> {
    await withTimeout(Promise.allSettled([this.#flushing]), END_MS_MAX, () => undefined)
    for (const waiting of this.#appends) this.#settle(waiting).reject(storeDisposed(waiting.sent))
    await endPool(this.#deps.pool)
  }

  #settle(waiting: WaitingAppend): WaitingAppend {
    if (waiting.isOpen) this.#open -= 1
    waiting.isOpen = false
    return waiting
  }

  #sweep(): void {
    this.#appends = this.#appends.filter(({ isOpen }) => isOpen)
    const nowMs = performance.now()
    for (const waiting of this.#appends) {
      if (waiting.untilMs > nowMs) continue
      const { append, sent } = waiting
      this.#settle(waiting).reject(appendTimedOut(append.stream, append.timeoutMs, sent))
      // An unanswered commit would block all later ones: the next one gets a new connection.
      if (sent && this.#client !== undefined) destroyConnection(this.#client)
    }
    if (this.#open > 0) return
    clearInterval(this.#sweeping)
    this.#sweeping = undefined
  }

  #enqueue(waiting: WaitingAppend): void {
    this.#queue.push(waiting)
    this.#flushing ??= this.#flush()
  }

  async #flush(): Promise<void> {
    // Each commit costs as much as 20 of its events: it takes all requests that have arrived by now.
    for (await setImmediate(); this.#queue.length > 0; await setImmediate()) {
      const { batch, later } = nextBatch(this.#queue.filter(({ isOpen }) => isOpen))
      this.#queue = later
      await this.#write(batch)
    }
    this.#flushing = undefined
  }

  async #write(batch: readonly WaitingAppend[]): Promise<void> {
    if (batch.length === 0) return
    try {
      const written = this.#acknowledge(batch, await this.#commit(batch))
      if (written.length > 0) this.#deps.onGrown(written)
    } catch (error) {
      // Refused data fails the whole statement, so each append is tried alone.
      if (isDataRefused(error) && batch.length > 1) for (const waiting of batch) await this.#write([waiting])
      else for (const waiting of batch) this.#settle(waiting).reject(storeErrorOf(error, waiting.sent))
    }
  }

  async #commit(batch: readonly WaitingAppend[]): Promise<Committed> {
    const client = (this.#client = await this.#deps.pool.connect())
    try {
      for (const waiting of batch) waiting.sent = true
      const recordedAt = this.#deps.now()
      const values = [`[${batch.map(rowsOf).join()}]`, batch.every(beginsStream), recordedAt]
      const { rows } = await client.query<Committed>({ name: 'append', text: APPEND, values })
      client.release()
      return { ...rows[0]!, recordedAt }
    } catch (error) {
      client.release(!isDataRefused(error))
      throw error
    } finally {
      this.#client = undefined
    }
  }

  #acknowledge(batch: readonly WaitingAppend[], { head, refused, recordedAt }: Committed): Written[] {
    const written: Written[] = []
    let position = positionOf(head)
    batch.forEach((waiting, place) => {
      // Postgres counts from 1.
      if (refused.includes(place + 1)) return void this.#answerRefused(waiting)
      const { stream, expected, events } = waiting.append
      let revision = revisionBefore(expected)
      for (const prepared of events) {
        position = positionOf(position + 1n)
        revision += 1n
        written.push({ prepared, stream, revision, position, recordedAt })
      }
      this.#settle(waiting).resolve({ revision, position, replayed: false })
    })
    return written
  }

  /** Distinguishes a retry from a conflict. An append that has become possible since its refusal is written. */
  async #answerRefused(waiting: WaitingAppend): Promise<void> {
    const { stream, expected, events } = waiting.append
    const before = revisionBefore(expected)
    try {
      const { head, after } = await this.#deps.reader.findAppended(stream, before + 1n, events.length)
      const ids = events.map(({ id }) => id)
      const verdict = judgeAppend({ head, idsAfterExpected: after.map(({ id }) => id) }, expected, ids)
      if (verdict.kind === 'write') return this.#enqueue(waiting)
      if (verdict.kind === 'conflict') throw conflict(stream, expected, verdict.actual)
      const { position } = after[ids.length - 1]!
      this.#settle(waiting).resolve({ revision: verdict.lastRevision, position, replayed: true })
    } catch (error) {
      this.#settle(waiting).reject(storeErrorOf(error, false))
    }
  }
}

/** At most one append a stream: the next one depends on its outcome. */
function nextBatch(queue: readonly WaitingAppend[]) {
  const batch: WaitingAppend[] = []
  const later: WaitingAppend[] = []
  const streams = new Set<string>()
  let count = 0
  for (const waiting of queue) {
    const { stream, events } = waiting.append
    const fits = count + events.length <= EVENTS_A_COMMIT_MAX || batch.length === 0
    if (fits && !streams.has(stream)) {
      batch.push(waiting)
      streams.add(stream)
      count += events.length
    } else later.push(waiting)
  }
  return { batch, later }
}

/** Names, ids and types are checked, so that they need no escape. */
function rowsOf({ append: { stream, expected, events } }: WaitingAppend, place: number): string {
  const of = `{"append":${place + 1},"stream":"${stream}","expected":${revisionBefore(expected)}`
  return events
    .map(
      ({ id, type, version, dataJson, metaJson }) =>
        `${of},"id":"${id}","type":"${type}","version":${version},"data":${dataJson},"meta":${metaJson}}`,
    )
    .join()
}

const beginsStream = ({ append }: WaitingAppend): boolean =>
  append.expected === 'noStream' && append.events.length === 1
