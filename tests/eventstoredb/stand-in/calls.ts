import type { Http2Stream } from 'node:http2'
import {
  status,
  type handleClientStreamingCall,
  type ServerReadableStream,
  type ServerWritableStream,
  type ServiceError,
} from '@grpc/grpc-js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { Expected, Log, Outcome, RecordToAppend, StoredRecord } from './log.ts'

/** State that all calls to one server share. */
export interface ServerState {
  readonly log: Log
  /** The present refusal of calls on streams, if any. */
  readonly refusal: () => ServiceError | undefined
}

export const failure = (code: status, details: string): ServiceError =>
  Object.assign(new Error(details), { code, details }) as ServiceError

const streamOf = (identifier: shared.StreamIdentifier | undefined): string =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString()

type AppendCall = ServerReadableStream<streams.AppendReq, streams.AppendResp>

/** Append: options first, then one message for each event; answered once the client has sent all. */
export function appendCall({
  log,
  refusal,
}: ServerState): handleClientStreamingCall<streams.AppendReq, streams.AppendResp> {
  return (call, answer) => {
    let options = new streams.AppendReq.Options()
    const events: RecordToAppend[] = []
    call.on('data', (request: streams.AppendReq) => {
      options = request.getOptions() ?? options
      const message = request.getProposedMessage()
      if (message) events.push(proposedEvent(streamOf(options.getStreamIdentifier()), message))
    })
    const write = (): void => {
      if (!isComplete(call)) return
      const refused = refusal()
      if (refused !== undefined) return answer(refused)
      const expected = expectedOf(options)
      const stream = streamOf(options.getStreamIdentifier())
      log.append(stream, expected, events, (outcome) => answer(...answerOf(expected, outcome)))
    }
    call.on('end', () => setImmediate(write)) // by then the connection knows whether this was its end
    call.on('error', () => undefined) // the client has disconnected before anything was written
  }
}

/** Whether the client said that this was all. A lost connection ends the stream of requests in the same way. */
const isComplete = (call: AppendCall): boolean =>
  (call as unknown as { readonly call: { readonly stream: Http2Stream } }).call.stream.state.remoteClose === 1

function proposedEvent(stream: string, message: streams.AppendReq.ProposedMessage): RecordToAppend {
  const metadata = message.getMetadataMap()
  return {
    stream,
    id: message.getId()?.getString().toLowerCase() ?? '',
    type: metadata.get('type') ?? '',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  }
}

function expectedOf(options: streams.AppendReq.Options): Expected {
  if (options.hasAny()) return 'any'
  return options.hasNoStream() ? 'no_stream' : BigInt(options.getRevision())
}

/** A lost race is an answer and not a status; the client turns it into an error with an empty message. */
function answerOf(expected: Expected, outcome: Outcome): [ServiceError | null, streams.AppendResp?] {
  switch (outcome.kind) {
    case 'success':
      return [null, new streams.AppendResp().setSuccess(successOf(outcome.last))]
    case 'wrong-version':
      return [null, new streams.AppendResp().setWrongExpectedVersion(wrongVersion(expected, outcome.current))]
    case 'timed-out':
      return [failure(status.ABORTED, 'Operation timed out: Commit phase timeout.')]
  }
}

function successOf({ revision, position }: StoredRecord): streams.AppendResp.Success {
  const place = new streams.AppendResp.Position()
  place.setCommitPosition(String(position)).setPreparePosition(String(position))
  return new streams.AppendResp.Success().setCurrentRevision(String(revision)).setPosition(place)
}

function wrongVersion(expected: Expected, current: number): streams.AppendResp.WrongExpectedVersion {
  const body = new streams.AppendResp.WrongExpectedVersion()
  if (current < 0) body.setCurrentNoStream(new shared.Empty())
  else body.setCurrentRevision(String(current))
  return expected === 'no_stream'
    ? body.setExpectedNoStream(new shared.Empty())
    : body.setExpectedRevision(String(expected))
}

type ReadOptions = streams.ReadReq.Options
/** The answers are bytes, mostly those of the log. */
type ReadCall = ServerWritableStream<streams.ReadReq, Uint8Array>

/** Read: of a stream or of all, forward or backward. */
export const readCall =
  ({ log, refusal }: ServerState) =>
  (call: ReadCall): void => {
    const options = call.request.getOptions()!
    try {
      const refused = refusal()
      if (refused !== undefined) throw refused
      const records = options.hasStream() ? ofStream(log, options) : ofAll(log, options)
      for (const { wire } of records?.slice(0, Number(options.getCount())) ?? []) call.write(wire)
      if (records === undefined) call.write(notFound(options.getStream()!.getStreamIdentifier()))
      call.end()
    } catch (error) {
      call.emit('error', error)
    }
  }

const isBackward = (options: ReadOptions): boolean =>
  options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS

/** Undefined where the stream is not there. */
function ofStream(log: Log, options: ReadOptions): readonly StoredRecord[] | undefined {
  const start = options.getStream()!
  const records = log
    .stream(streamOf(start.getStreamIdentifier()))
    .filter(({ index }) => index < log.committed())
  if (records.length === 0) return undefined
  const from = start.hasRevision() ? Number(start.getRevision()) : 0
  if (isBackward(options)) return (start.hasEnd() ? records : records.slice(0, from + 1)).toReversed()
  return start.hasEnd() ? [] : records.slice(from)
}

/** From its start, which a forward read includes and a backward one does not. */
function ofAll(log: Log, options: ReadOptions): readonly StoredRecord[] {
  const first = firstFrom(log, options.getAll()!)
  // The message of servers from 24.2 to 24.10.
  if (first === undefined) throw failure(status.UNKNOWN, 'Unexpected ReadAllResult: InvalidPosition')
  const committed = log.records.slice(0, log.committed())
  return isBackward(options) ? committed.slice(0, first).toReversed() : committed.slice(first)
}

/** Undefined within a record; beyond the last record a server checks nothing. */
function firstFrom(log: Log, start: streams.ReadReq.Options.AllOptions): number | undefined {
  const position = start.getPosition()
  if (position === undefined) return start.hasEnd() ? log.committed() : 0
  const [commit, prepare] = [Number(position.getCommitPosition()), Number(position.getPreparePosition())]
  const index = log.records.findLastIndex((record) => record.position < commit) + 1
  if (index >= log.committed()) return index
  if (log.records[index]!.position !== commit) return undefined
  return commit < prepare ? index + 1 : index
}

const notFound = (stream: shared.StreamIdentifier | undefined): Uint8Array =>
  new streams.ReadResp()
    .setStreamNotFound(new streams.ReadResp.StreamNotFound().setStreamIdentifier(stream))
    .serializeBinary()
