import {
  STORE_LIMITS,
  StoreError,
  type AppendResult,
  type EventStore,
  type OnGrown,
} from '@app/contracts/event-store.ts'
import { createAppendLine } from './append-line.ts'
import type { Calls } from '../grpc-calls.ts'
import type { Connection } from '../client.ts'
import { withoutDuplicates, type AskedAppend } from './duplicate-appends.ts'
import { appendIdOf, positionOfRecorded } from '../events.ts'
import type { KnownHead } from '../known-head.ts'
import { positionFrom } from '../log-position.ts'
import type { EventStoreDbReader } from '../eventstoredb-reader.ts'
import { createSentAppend, type SentAppend, type Written } from './sent-append.ts'

export interface EventStoreDbWriter {
  append(asked: AskedAppend): Promise<AppendResult>
  readonly close: EventStore['close']
  /** Waiting appends fail with Disposed; sent ones may get their answer within this time. */
  end(withinMs: number): Promise<void>
}

interface WriterDeps {
  readonly connection: Connection
  readonly calls: Calls
  readonly reader: Pick<EventStoreDbReader, 'recordedAt'>
  readonly known: KnownHead
  readonly newId: () => string
  readonly onGrown: OnGrown
}

export function createEventStoreDbWriter(deps: WriterDeps): EventStoreDbWriter {
  const { connection, calls, known, newId, onGrown } = deps
  const line = createAppendLine({
    connection,
    calls,
    onSend: (append) => (append.knownBefore ??= known.position),
    onWritten: (append, written) => {
      onGrown(new Set(append.events.map(({ type }) => type)))
      resultOf(deps, append, written).then(append.deadline.resolve, append.deadline.reject)
    },
  })
  let turns = 0
  return {
    append: withoutDuplicates(async ({ timeoutMs, mayBeRetry, ...asked }) => {
      const append = { ...asked, id: newId(), turn: (turns += 1), needsProof: mayBeRetry }
      const sent = createSentAppend(append, timeoutMs, line.drop)
      line.push(sent)
      return sent.deadline.promise
    }),
    close: (stream, expected) => closeStream(deps, stream, expected),
    end: line.end,
  }
}

/** A position at or before the head known when sending means a retry. */
async function resultOf(
  deps: WriterDeps,
  append: SentAppend,
  { revision, position: at }: Written,
): Promise<AppendResult> {
  if (at === undefined) return resultByReading(deps, append, revision)
  const position = positionFrom(at)
  deps.known.saw(position)
  const replayed = append.knownBefore !== undefined && position <= append.knownBefore
  if (append.needsProof && !replayed) return resultByReading(deps, append, revision)
  return { revision, position, replayed }
}

/** The last event has the id of the append that wrote it. */
async function resultByReading(
  { reader, known }: WriterDeps,
  { stream, id }: SentAppend,
  revision: bigint,
): Promise<AppendResult> {
  const last = await reader
    .recordedAt(stream, revision)
    .catch((error: unknown) => Promise.reject(writtenSomewhere(error)))
  if (last === undefined) throw writtenSomewhere(new Error(`stream ${stream}: its events are not shown`))
  const position = positionOfRecorded(last)
  known.saw(position)
  return { revision, position, replayed: appendIdOf(last) !== id }
}

/** The events are written: a retry of the same append returns their position. */
const writtenSomewhere = (cause: unknown): StoreError =>
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
