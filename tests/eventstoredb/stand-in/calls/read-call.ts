import { status } from '@grpc/grpc-js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { allStartOf, firstFrom } from '../all-position.ts'
import { eventFilterOf } from '../event-filter.ts'
import { openLine, type ReadCall } from '../line.ts'
import type { StoredRecord } from '../log.ts'
import { streamNotFound } from './read-answers.ts'
import { failure, readFromInvalidPosition, refused, streamDeleted } from '../refusals.ts'
import { refusalNow, type ServerState } from '../state.ts'
import { subscribeToAll } from '../subscription.ts'
import { streamOf } from './stream-of.ts'

type Options = streams.ReadReq.Options

/** Read: of a stream or of all, forward or backward; a subscription only to all. */
export function readCall(state: ServerState): (call: ReadCall) => void {
  return (call) => {
    const refusal = refusalNow(state)
    if (refusal !== undefined) return void call.emit('error', refused(refusal))
    serve(state, call, call.request.getOptions()!).catch((error: unknown) => {
      call.emit('error', error instanceof Error ? error : failure(status.UNKNOWN, String(error)))
    })
  }
}

async function serve(state: ServerState, call: ReadCall, options: Options): Promise<void> {
  if (options.hasSubscription()) return subscribeToAll({ state, call, line: openLine(call), options })
  const records = options.hasStream() ? ofStream(state, options) : ofAll(state, options)
  if (records === undefined) call.write(streamNotFound(streamOf(options.getStream()?.getStreamIdentifier())))
  for (const { wire } of records?.slice(0, Number(options.getCount())) ?? []) call.write(wire)
  call.end()
}

const isBackward = (options: Options): boolean =>
  options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS

/** Undefined where the stream is not there, or shows no event. */
function ofStream({ log }: ServerState, options: Options): readonly StoredRecord[] | undefined {
  const asked = options.getStream()!
  const name = streamOf(asked.getStreamIdentifier())
  const { isTombstoned, records, truncateBefore } = log.stream(name)
  if (isTombstoned) throw streamDeleted(name)
  const committed = records.filter(({ index }) => index < log.committed())
  const { length } = committed
  if (length === 0 || truncateBefore >= length) return undefined
  const from = asked.hasRevision() ? Number(asked.getRevision()) : asked.hasEnd() ? length - 1 : 0
  return isBackward(options)
    ? committed.slice(truncateBefore, from + 1).reverse()
    : committed.slice(asked.hasEnd() ? length : Math.max(from, truncateBefore))
}

/** From its start, which a forward read includes and a backward one does not. */
function ofAll({ log }: ServerState, options: Options): readonly StoredRecord[] {
  const first = firstFrom(log, allStartOf(options.getAll()!), 'inclusive')
  if (first === 'invalid') throw readFromInvalidPosition()
  const filter = options.getFilter()
  const matches = filter === undefined ? () => true : eventFilterOf(filter).matches
  const committed = log.records.slice(0, log.committed())
  const asked = isBackward(options) ? committed.slice(0, first).reverse() : committed.slice(first)
  return asked.filter(matches)
}
