import grpcUuid from '@eventstore/db-client/dist/utils/grpcUUID.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { PreparedEvent } from '../../check-append.ts'
import { metadataOf } from '../events.ts'
import type { Outcome } from './pending-append.ts'
import { StoreError, conflict, streamClosed, type Expected } from '@app/contracts/event-store.ts'
import type statuses from '@eventstore/db-client/generated/status_pb.js'
import { isKnownUndone, tooLarge } from '../grpc-errors.ts'

const PACKAGE = 'event_store.client.'

/** Of one append on a batch stream: its cause is packed into the answer, or is a sentence. */
function batchErrorOf(
  status: statuses.Status,
  { stream, expected }: { readonly stream: string; readonly expected: Expected },
): StoreError {
  const details = status.getDetails()
  const message = status.getMessage()
  switch (details?.getTypeName().replace(PACKAGE, '')) {
    case 'WrongExpectedVersion':
      return conflict(stream, expected, actualIn(details.getValue_asU8()))
    case 'StreamDeleted':
      return streamClosed(stream)
    case 'AccessDenied':
      return new StoreError('AccessDenied', 'the event store refuses these credentials')
    case 'Timeout':
      return new StoreError('Timeout', 'the event store did not commit in time', { ambiguous: true })
    case 'MaximumAppendSizeExceeded':
      return tooLarge(stream, limitIn(details.getValue_asU8()))
    case 'BadRequest':
      return new StoreError('Invalid', `append to ${stream}: ${message}`)
    default:
      return new StoreError('Unavailable', `the event store cannot append now: ${message}`, {
        ambiguous: !isKnownUndone(message),
      })
  }
}

function actualIn(packed: Uint8Array): bigint | 'noStream' {
  const details = shared.WrongExpectedVersion.deserializeBinary(packed)
  return details.hasCurrentStreamRevision() ? BigInt(details.getCurrentStreamRevision()) : 'noStream'
}

const limitIn = (packed: Uint8Array): number =>
  shared.MaximumAppendSizeExceeded.deserializeBinary(packed).getMaxappendsize()

export interface AppendToEncode {
  /** Id of this append, by which its answer is found. */
  readonly id: string
  readonly stream: string
  readonly expected: Expected
  readonly events: readonly PreparedEvent[]
}

/**
 * In one frame, which has room for the largest append. Without a deadline: that field is a time of the server's
 * own clock, and its commit timeout ends an append anyway.
 */
export function batchRequestOf({ id, stream, expected, events }: AppendToEncode): streams.BatchAppendReq {
  const options = new streams.BatchAppendReq.Options().setStreamIdentifier(
    new shared.StreamIdentifier().setStreamName(Buffer.from(stream)),
  )
  if (expected === 'noStream') options.setNoStream(new shared.Empty())
  else options.setStreamPosition(expected.toString())
  return new streams.BatchAppendReq()
    .setCorrelationId(new shared.UUID().setString(id))
    .setOptions(options)
    .setProposedMessagesList(events.map((event, index) => proposed(event, id, index === events.length - 1)))
    .setIsFinal(true)
}

function proposed(event: PreparedEvent, appendId: string, isLast: boolean) {
  const message = new streams.BatchAppendReq.ProposedMessage()
    .setId(new shared.UUID().setString(event.id))
    .setData(Buffer.from(event.dataJson))
    .setCustomMetadata(metadataOf(event, isLast ? appendId : undefined))
  message.getMetadataMap().set('type', event.type).set('content-type', 'application/json')
  return message
}

export const answeredIdOf = (answer: streams.BatchAppendResp): string | undefined =>
  grpcUuid.parseUUID(answer.getCorrelationId())

/** Undefined for an answer that says neither. */
export function batchOutcomeOf(
  answer: streams.BatchAppendResp,
  append: Pick<AppendToEncode, 'stream' | 'expected'>,
): Outcome | undefined {
  const error = answer.getError()
  if (error !== undefined) return { error: batchErrorOf(error, append) }
  const success = answer.getSuccess()
  if (success === undefined || !success.hasCurrentRevision()) return undefined
  const revision = BigInt(success.getCurrentRevision())
  const at = success.getPosition()
  if (at === undefined) return { revision }
  const position = { commit: BigInt(at.getCommitPosition()), prepare: BigInt(at.getPreparePosition()) }
  return { revision, position }
}
