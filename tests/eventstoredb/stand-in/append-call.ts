import type { Http2Stream } from 'node:http2'
import {
  status,
  type handleClientStreamingCall,
  type ServerReadableStream,
  type ServiceError,
} from '@grpc/grpc-js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { failure, streamOf, type ServerState } from './server-state.ts'
import type { Expected, Outcome, RecordToAppend, StoredRecord } from './log.ts'

type AppendCall = ServerReadableStream<streams.AppendReq, streams.AppendResp>

const APPEND_BYTES_MAX = 1024 * 1024

/** Append: options first, then one message for each event; answered once the client has sent all. */
export function appendCall({
  log,
  refusalNow,
}: ServerState): handleClientStreamingCall<streams.AppendReq, streams.AppendResp> {
  return (call, answer) => {
    let options = new streams.AppendReq.Options()
    const events: RecordToAppend[] = []
    let bytes = 0
    let isAnswered = false
    const finish = (error: ServiceError | null, response?: streams.AppendResp): void => {
      if (!isAnswered) answer(error, response)
      isAnswered = true
    }
    call.on('data', (request: streams.AppendReq) => {
      options = request.getOptions() ?? options
      const message = request.getProposedMessage()
      if (message === undefined || isAnswered) return
      // A real server leaves out type and metadata.
      bytes += message.getData_asU8().length
      if (bytes > APPEND_BYTES_MAX) return finish(tooLarge())
      events.push(proposedEvent(streamOf(options.getStreamIdentifier()), message))
    })
    const write = (): void => {
      if (isAnswered || !isComplete(call)) return
      const refusal = refusalNow()
      if (refusal !== undefined) return finish(refusal)
      const expected = expectedOf(options)
      const stream = streamOf(options.getStreamIdentifier())
      log.append(stream, expected, events, (outcome) => finish(...answerOf(expected, outcome)))
    }
    call.on('end', () => setImmediate(write)) // by then the connection knows whether this was its end
    call.on('error', () => undefined) // the client has disconnected before anything was written
  }
}

/** Whether the client said that this was all. A lost connection ends the stream of requests in the same way. */
const isComplete = (call: AppendCall): boolean =>
  (call as unknown as { readonly call: { readonly stream: Http2Stream } }).call.stream.state.remoteClose === 1

const tooLarge = (): ServiceError =>
  failure(status.INVALID_ARGUMENT, `Maximum Append Size of ${APPEND_BYTES_MAX} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(APPEND_BYTES_MAX),
  })

function proposedEvent(stream: string, message: streams.AppendReq.ProposedMessage): RecordToAppend {
  const metadata = message.getMetadataMap()
  return {
    stream,
    id: message.getId()?.getString().toLowerCase() ?? '',
    type: metadata.get('type') ?? '',
    contentType: metadata.get('content-type') ?? '',
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
