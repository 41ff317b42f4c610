import { withTimeout } from '@app/concurrency/with-timeout.ts'
import {
  STORE_LIMITS,
  StoreError,
  type AppendResult,
  type EventStore,
  type Expected,
  type OnGrown,
} from '@app/contracts/event-store.ts'
import type { PreparedEvent } from '../check-append.ts'
import { createDeadline, type Deadline } from '../deadline.ts'
import type { Calls } from './calls.ts'
import type { Connection } from './client.ts'
import { appendIdOf, eventDataOf, positionOfRecorded } from './events.ts'
import type { EventStoreDbReader } from './reader.ts'

export interface EventStoreDbWriter {
  append(
    stream: string,
    expected: Expected,
    events: readonly PreparedEvent[],
    timeoutMs: number,
  ): Promise<AppendResult>
  readonly close: EventStore['close']
  /** Waiting appends fail with Disposed; sent ones may get their answer within this time. */
  end(withinMs: number): Promise<void>
}

interface WriterDeps {
  readonly connection: Connection
  readonly calls: Calls
  readonly reader: Pick<EventStoreDbReader, 'recordedAt'>
  readonly newId: () => string
  readonly onGrown: OnGrown
}

interface WaitingAppend {
  readonly stream: string
  readonly expected: Expected
  readonly events: readonly PreparedEvent[]
  readonly deadline: Deadline<AppendResult>
  /** Monotonic clock. */
  readonly untilMs: number
  sent: boolean
}

/** A server takes about 100 calls a connection; more would queue there unseen. */
const SENT_MAX = 64

export function createEventStoreDbWriter(deps: WriterDeps): EventStoreDbWriter {
  const line = createLine(deps)
  return {
    append: async (stream, expected, events, timeoutMs) => {
      const deadline = createDeadline<AppendResult>(timeoutMs, (): StoreError => late(one, timeoutMs))
      const untilMs = performance.now() + timeoutMs
      const one: WaitingAppend = { stream, expected, events, deadline, untilMs, sent: false }
      line.push(one)
      return deadline.promise
    },
    close: (stream, expected) => closeStream(deps, stream, expected),
    end: line.end,
  }
}

function createLine(deps: WriterDeps) {
  const waiting: WaitingAppend[] = []
  const underWay = new Set<Promise<void>>()
  let ended = false

  function pump(): void {
    while (underWay.size < SENT_MAX) {
      const next = waiting.shift()
      if (next === undefined) return
      if (next.deadline.settled) continue
      const sending = send(deps, next).finally(() => {
        underWay.delete(sending)
        pump()
      })
      underWay.add(sending)
    }
  }

  function push(one: WaitingAppend): void {
    if (ended) one.deadline.reject(disposed())
    else if (waiting.length >= STORE_LIMITS.queuedAppendsMax)
      one.deadline.reject(new StoreError('Unavailable', 'too many appends are waiting'))
    else waiting.push(one)
    pump()
  }

  async function end(withinMs: number): Promise<void> {
    ended = true
    for (const { deadline } of waiting.splice(0)) deadline.reject(disposed())
    await withTimeout(Promise.allSettled(underWay), withinMs, () => undefined)
  }

  return { push, end }
}

async function send(deps: WriterDeps, one: WaitingAppend): Promise<void> {
  one.sent = true
  try {
    one.deadline.resolve(await appendNow(deps, one))
    deps.onGrown(new Set(one.events.map(({ type }) => type)))
  } catch (error) {
    one.deadline.reject(error)
  }
}

const disposed = (): StoreError => new StoreError('Disposed', 'the event store is disposed')

const late = ({ stream, sent }: WaitingAppend, timeoutMs: number): StoreError =>
  new StoreError('Timeout', `append to ${stream}: no answer within ${timeoutMs} ms`, {
    ambiguous: sent,
    facts: { stream },
  })

/** The answer lacks the last event's position and whether this was a retry: both come from reading it back. */
async function appendNow(
  { connection, calls, reader, newId }: WriterDeps,
  { stream, expected, events, untilMs }: WaitingAppend,
): Promise<AppendResult> {
  const appendId = newId()
  const leftMs = Math.max(1, Math.ceil(untilMs - performance.now()))
  const options = {
    ...connection.asked,
    expectedRevision: expected === 'noStream' ? ('no_stream' as const) : expected,
    deadline: leftMs,
  }
  const { nextExpectedRevision: revision } = await calls.ask({ stream, expected, writes: true }, leftMs, () =>
    connection.client.appendToStream(stream, eventDataOf(events, appendId), options),
  )
  const last = await reader
    .recordedAt(stream, revision)
    .catch((error: unknown) => Promise.reject(inDoubt(error)))
  if (last === undefined) throw inDoubt(new Error(`stream ${stream}: what was written cannot be read`))
  return { revision, position: positionOfRecorded(last), replayed: appendIdOf(last) !== appendId }
}

/** The events are written: a retry of the same append will answer where. */
const inDoubt = (cause: unknown): StoreError =>
  new StoreError('Unavailable', 'written, but the event store could not be asked where', {
    ambiguous: true,
    cause,
  })

/** Final (a tombstone); the events stay in the log. */
async function closeStream(
  { connection, calls }: WriterDeps,
  stream: string,
  expected: bigint,
): Promise<void> {
  const timeoutMs = STORE_LIMITS.appendTimeoutMs
  const options = { ...connection.asked, expectedRevision: expected, deadline: timeoutMs }
  await calls.ask({ stream, expected, writes: true }, timeoutMs, () =>
    connection.client.tombstoneStream(stream, options),
  )
}
