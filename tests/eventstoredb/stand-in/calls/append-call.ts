import type { Http2Stream } from 'node:http2'
import {
  status,
  type handleClientStreamingCall,
  type ServerReadableStream,
  type ServiceError,
} from '@grpc/grpc-js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { isTooLarge, sizeOnDisk, type StandInOutcome, type Writer } from '../appending.ts'
import type { Expected } from '../commit-check.ts'
import {
  commitTimeout,
  corruptedIdempotency,
  failure,
  refused,
  streamDeleted,
  tooLarge,
} from '../refusals.ts'
import { refusalNow, type ServerState } from '../state.ts'
import { streamOf, type ProposedEvent } from '../wire-event.ts'
import { uuidText } from './uuid-text.ts'

/** Append: options first, then one message for each event; answered once the client has sent all. */
export function appendCall(
  state: ServerState,
  writer: Writer,
): handleClientStreamingCall<streams.AppendReq, streams.AppendResp> {
  return (call, answer) => {
    let options: streams.AppendReq.Options | undefined
    const events: ProposedEvent[] = []
    let bytes = 0
    let isAnswered = false
    const finish = (error: ServiceError | null, response?: streams.AppendResp): void => {
      if (!isAnswered) answer(error, response)
      isAnswered = true
    }
    call.on('data', (request: streams.AppendReq) => {
      options ??= request.getOptions()
      const message = request.getProposedMessage()
      if (message === undefined || isAnswered) return
      const event = proposedEvent(message)
      if (event === undefined) return finish(missingMetadata())
      bytes += sizeOnDisk(event)
      if (isTooLarge(state, bytes)) return finish(tooLarge())
      events.push(event)
    })
    const write = (): void => {
      if (isAnswered || !isComplete(call)) return
      const refusal = refusalNow(state)
      if (refusal !== undefined) return finish(refused(state, refusal))
      if (options === undefined) return finish(failure(status.UNKNOWN, 'The options are missing.'))
      const stream = streamOf(options.getStreamIdentifier())
      const expected = expectedOf(options)
      writer.append(stream, expected, events, (outcome) => finish(...answerOf(stream, expected, outcome)))
    }
    call.on('end', () => setImmediate(write)) // by then the connection knows whether this was its end
    call.on('error', () => undefined) // the client has disconnected before anything was written
  }
}

/** Whether the client said that this was all. A lost connection ends the stream of requests in the same way. */
const isComplete = (call: ServerReadableStream<streams.AppendReq, streams.AppendResp>): boolean =>
  (call as unknown as { readonly call: { readonly stream: Http2Stream } }).call.stream.state.remoteClose === 1

/** The sent event, or undefined if it lacks a required field. */
function proposedEvent(message: streams.AppendReq.ProposedMessage): ProposedEvent | undefined {
  const metadata = message.getMetadataMap()
  const [type, contentType] = [metadata.get('type'), metadata.get('content-type')]
  if (type === undefined || contentType === undefined) return undefined
  return {
    id: idOf(message.getId()),
    type,
    contentType,
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  }
}

function idOf(uuid: shared.UUID | undefined): string {
  const structured = uuid?.getStructured()
  if (structured === undefined) return uuid?.getString().toLowerCase() ?? ''
  return uuidText(BigInt(structured.getMostSignificantBits()), BigInt(structured.getLeastSignificantBits()))
}

const missingMetadata = (): ServiceError =>
  failure(status.INVALID_ARGUMENT, "Required Metadata Property 'type' is missing", {
    exception: 'missing-required-metadata-property',
    'required-metadata-properties': 'type,content-type',
  })

interface ExpectedOptions {
  hasAny(): boolean
  hasStreamExists(): boolean
  hasNoStream(): boolean
  getRevision(): string
}

/** The revision that the client expects. */
export function expectedOf(options: ExpectedOptions): Expected {
  if (options.hasAny()) return 'any'
  if (options.hasStreamExists()) return 'stream_exists'
  if (options.hasNoStream()) return 'no_stream'
  return BigInt(options.getRevision())
}

/** A lost race is an answer and not a status; the client turns it into an error with an empty message. */
function answerOf(
  stream: string,
  expected: Expected,
  outcome: StandInOutcome,
): [ServiceError | null, streams.AppendResp?] {
  switch (outcome.kind) {
    case 'success':
      return [null, new streams.AppendResp().setSuccess(successOf(outcome))]
    case 'wrong-version':
      return [null, new streams.AppendResp().setWrongExpectedVersion(wrongVersion(expected, outcome.current))]
    case 'stream-deleted':
      return [streamDeleted(stream)]
    case 'corrupted':
      return [corruptedIdempotency()]
    case 'timed-out':
      return [commitTimeout()]
  }
}

function successOf({
  revision,
  position,
}: Extract<StandInOutcome, { kind: 'success' }>): streams.AppendResp.Success {
  const success = new streams.AppendResp.Success()
  if (revision < 0) success.setNoStream(new shared.Empty())
  else success.setCurrentRevision(String(revision))
  if (position === undefined) return success.setNoPosition(new shared.Empty())
  return success.setPosition(
    new streams.AppendResp.Position()
      .setCommitPosition(String(position))
      .setPreparePosition(String(position)),
  )
}

function wrongVersion(expected: Expected, current: number): streams.AppendResp.WrongExpectedVersion {
  const body = new streams.AppendResp.WrongExpectedVersion()
  if (current < 0) body.setCurrentNoStream(new shared.Empty())
  else body.setCurrentRevision(String(current))
  if (expected === 'any') return body.setExpectedAny(new shared.Empty())
  if (expected === 'stream_exists') return body.setExpectedStreamExists(new shared.Empty())
  if (expected === 'no_stream') return body.setExpectedNoStream(new shared.Empty())
  return body.setExpectedRevision(String(expected))
}
