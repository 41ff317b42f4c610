import { status } from '@grpc/grpc-js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { allStartOf, indexFrom, type AllStart, type Bound } from '../all-position.ts'
import { eventFilterOf } from '../event-filter.ts'
import { openLine, type Line, type ReadCall } from '../line.ts'
import { openLogReader } from '../log-reader.ts'
import type { LoggedRecord } from '../record-format.ts'
import { streamNotFound } from './read-answers.ts'
import { failure, readFromInvalidPosition, refused, streamDeleted } from '../refusals.ts'
import { isSystemRecord, refusalNow, type ServerState } from '../state.ts'
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
  if (options.hasSubscription()) {
    const subscribe = options.hasStream() ? subscribeToStream : subscribeToAll
    return subscribe({ state, call, line, options })
  }
  const sent = options.hasStream()
    ? readStream(state, line, options)
    : sendAll(state, line, allRecords(state, options), Number(options.getCount()))
  await sent
  call.end()
}

const isBackward = (options: Options): boolean =>
  options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS

async function readStream(state: ServerState, line: Line, options: Options): Promise<void> {
  const name = streamOf(options.getStream()?.getStreamIdentifier())
  const stream = state.log.stream(name)
  if (stream.isTombstoned) throw streamDeleted(name)
  const { records, truncateBefore } = stream
  if (records.length === 0 || truncateBefore >= Math.max(records.length, 1)) {
    await line.send(streamNotFound(name))
    return
  }
  const asked = options.getStream()!
  const from = asked.hasRevision() ? Number(asked.getRevision()) : asked.hasEnd() ? records.length - 1 : 0
  const wanted = isBackward(options)
    ? downFrom(records, Math.min(from, records.length - 1), truncateBefore)
    : upFrom(records, asked.hasEnd() ? records.length : Math.max(from, truncateBefore))
  await sendAll(state, line, wanted, Number(options.getCount()))
}

/** What a read of all may show, from its start on. Backward, the record at the start itself is not read. */
function allRecords(state: ServerState, options: Options): Iterable<LoggedRecord> {
  const { log, traps } = state
  const start: AllStart = allStartOf(options.getAll()!)
  const isBack = isBackward(options)
  const bound: Bound = isBack || traps.has('inclusive-read-all') ? 'inclusive' : 'exclusive'
  const index = indexFrom(log, start, bound)
  if (index === 'invalid') throw readFromInvalidPosition()
  const filter = options.getFilter()
  const matches = filter === undefined ? () => true : eventFilterOf(filter).matches
  const showsSystem = traps.has('system-events')
  return only(
    isBack ? downFrom(log.records, index - 1, 0) : upFrom(log.records, index),
    (record) => matches(record) && (showsSystem || !isSystemRecord(record)),
  )
}

/** Up to the last record of this moment: a read that is no subscription ends. */
function* upFrom(records: readonly LoggedRecord[], index: number): Iterable<LoggedRecord> {
  const end = records.length
  for (let at = index; at < end; at++) yield records[at]!
}

function* downFrom(records: readonly LoggedRecord[], index: number, last: number): Iterable<LoggedRecord> {
  for (let at = index; at >= last; at--) yield records[at]!
}

function* only(
  records: Iterable<LoggedRecord>,
  isWanted: (record: LoggedRecord) => boolean,
): Iterable<LoggedRecord> {
  for (const record of records) if (isWanted(record)) yield record
}

async function sendAll(
  state: ServerState,
  line: Line,
  records: Iterable<LoggedRecord>,
  count: number,
): Promise<void> {
  const bytesOf = openLogReader(state.log)
  let left = count
  for (const record of records) {
    if (left-- <= 0 || !line.isOpen()) return
    const waiting = line.send(bytesOf(record))
    if (waiting !== undefined) await waiting
  }
}
