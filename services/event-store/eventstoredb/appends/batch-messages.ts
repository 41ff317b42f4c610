import type { Expected } from '@app/contracts/event-store.ts'
import grpcUuid from '@eventstore/db-client/dist/utils/grpcUUID.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { PreparedEvent } from '../../check-append.ts'
import { batchErrorOf } from './batch-errors.ts'
import { metadataOf } from '../events.ts'
import type { Outcome } from './pending-append.ts'

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
