import { status } from '@grpc/grpc-js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { allStartOf, firstFrom, type AllStart, type Bound } from '../all-position.ts'
import { eventFilterOf } from '../event-filter.ts'
import { openLine, type Line, type ReadCall } from '../line.ts'
import { openLogReader, type Located } from '../log-reader.ts'
import { wireAt } from '../record-format.ts'
import { streamNotFound } from './read-answers.ts'
import { failure, readFromInvalidPosition, refused, streamDeleted } from '../refusals.ts'
import { refusalNow, type ServerState } from '../state.ts'
import { subscribeToAll, subscribeToStream } from '../subscription.ts'
import { streamOf } from '../wire-event.ts'

type Options = streams.ReadReq.Options

/** Read: of a stream or of all, forward or backward, some events or a subscription. */
export function readCall(state: ServerState): (call: ReadCall) => void {
  return (call) => {
    const refusal = refusalNow(state)
    if (refusal !== undefined) return void call.emit('error', refused(state, refusal))
    serve(state, call, call.request.getOptions()!).catch((error: unknown) => {
      call.emit('error', error instanceof Error ? error : failure(status.UNKNOWN, String(error)))
    })
  }
}

async function serve(state: ServerState, call: ReadCall, options: Options): Promise<void> {
  const line = openLine(call)
  const located = openLogReader(state.log)
  if (options.hasSubscription()) {
    const subscribe = options.hasStream() ? subscribeToStream : subscribeToAll
    return subscribe({ state, call, line, located, options })
  }
  const reading: Reading = { state, line, located, options }
  await (options.hasStream() ? readStream(reading) : sendAll(reading, allRecords(reading)))
  call.end()
}

interface Reading {
  readonly state: ServerState
  readonly line: Line
  readonly located: Located
  readonly options: Options
}

const isBackward = (options: Options): boolean =>
  options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS

async function readStream(reading: Reading): Promise<void> {
  const { state, line, options } = reading
  const { log } = state
  const name = streamOf(options.getStream()?.getStreamIdentifier())
  const { isTombstoned, records, truncateBefore } = log.stream(name)
  if (isTombstoned) throw streamDeleted(name)
  const length = committedLength(records, log.committed())
  if (length === 0 || truncateBefore >= length) {
    await line.send(streamNotFound(name))
    return
  }
  const asked = options.getStream()!
  const from = asked.hasRevision() ? Number(asked.getRevision()) : asked.hasEnd() ? length - 1 : 0
  const revisions = isBackward(options)
    ? downFrom(Math.min(from, length - 1), truncateBefore)
    : upFrom(asked.hasEnd() ? length : Math.max(from, truncateBefore), length)
  await sendAll(reading, recordsAt(records, revisions))
}

function committedLength(records: readonly number[], committed: number): number {
  let length = records.length
  while (length > 0 && records[length - 1]! >= committed) length--
  return length
}

/** The records of a read of all, from its start. A backward read excludes the record at the start. */
function allRecords({ state, located, options }: Reading): Iterable<number> {
  const { log, traps } = state
  const start: AllStart = allStartOf(options.getAll()!)
  const isBack = isBackward(options)
  const bound: Bound = isBack || traps.has('inclusive-read-all') ? 'inclusive' : 'exclusive'
  const first = firstFrom(log, start, bound)
  if (first === 'invalid') throw readFromInvalidPosition()
  const filter = options.getFilter()
  const matches = filter === undefined ? () => true : eventFilterOf(log, located, filter).matches
  const showsSystem = traps.has('system-events')
  return only(
    isBack ? downFrom(Math.min(first, log.committed()) - 1, 0) : upFrom(first, log.committed()),
    (record) => matches(record) && (showsSystem || !log.records.isSystem(record)),
  )
}

/** Up to the last record of this moment. */
function* upFrom(first: number, end: number): Iterable<number> {
  for (let at = first; at < end; at++) yield at
}

function* downFrom(first: number, last: number): Iterable<number> {
  for (let at = first; at >= last; at--) yield at
}

function* recordsAt(records: readonly number[], revisions: Iterable<number>): Iterable<number> {
  for (const revision of revisions) yield records[revision]!
}

function* only(records: Iterable<number>, isWanted: (record: number) => boolean): Iterable<number> {
  for (const record of records) if (isWanted(record)) yield record
}

async function sendAll({ line, located, options }: Reading, records: Iterable<number>): Promise<void> {
  let left = Number(options.getCount())
  if (left === 0) return
  for (const record of records) {
    if (!line.isOpen()) return
    const waiting = line.send(located(record, wireAt))
    if (waiting !== undefined) await waiting
    if (--left === 0) return
  }
}
