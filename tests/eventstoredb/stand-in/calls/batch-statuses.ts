import codes from '@eventstore/db-client/generated/code_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import statuses from '@eventstore/db-client/generated/status_pb.js'
import any from 'google-protobuf/google/protobuf/any_pb.js'
import empty from 'google-protobuf/google/protobuf/empty_pb.js'
import { APPEND_BYTES_MAX } from '../appending.ts'
import type { Expected } from '../commit-check.ts'
import type { Refusal } from '../state.ts'
import { identifierOf } from '../wire-event.ts'

/** In a batch stream each append fails separately, by a status in the answer's body with its cause in an Any. */
interface Packable {
  serializeBinary(): Uint8Array
}

const batchStatus = (code: codes.Code, message: string, type: string, details: Packable): statuses.Status => {
  const packed = new any.Any()
  packed.pack(details.serializeBinary(), type)
  return new statuses.Status().setCode(code).setMessage(message).setDetails(packed)
}

const EMPTY = 'google.protobuf.Empty'
const { Code } = codes

export const timeoutStatus = (): statuses.Status =>
  batchStatus(Code.DEADLINE_EXCEEDED, 'Timeout', 'event_store.client.Timeout', new shared.Timeout())

export const tooLargeStatus = (): statuses.Status =>
  batchStatus(
    Code.INVALID_ARGUMENT,
    'MaximumAppendSizeExceeded',
    'event_store.client.MaximumAppendSizeExceeded',
    new shared.MaximumAppendSizeExceeded().setMaxappendsize(APPEND_BYTES_MAX),
  )

export const streamDeletedStatus = (stream: string): statuses.Status =>
  batchStatus(
    Code.NOT_FOUND,
    'StreamDeleted',
    'event_store.client.StreamDeleted',
    new shared.StreamDeleted().setStreamIdentifier(identifierOf(stream)),
  )

export const corruptedIdempotencyStatus = (): statuses.Status =>
  batchStatus(Code.UNKNOWN, 'Unknown', 'event_store.client.Unknown', new shared.Unknown())

export function wrongVersionStatus(expected: Expected, current: number): statuses.Status {
  const body = new shared.WrongExpectedVersion()
  if (current < 0) body.setCurrentNoStream(new empty.Empty())
  else body.setCurrentStreamRevision(String(current))
  if (expected === 'any') body.setExpectedAny(new empty.Empty())
  else if (expected === 'stream_exists') body.setExpectedStreamExists(new empty.Empty())
  else if (expected === 'no_stream') body.setExpectedNoStream(new empty.Empty())
  else body.setExpectedStreamPosition(String(expected))
  const type = 'event_store.client.WrongExpectedVersion'
  return batchStatus(Code.ALREADY_EXISTS, 'WrongExpectedVersion', type, body)
}

/** The status of a refused append of a batch, often one without a name in the client. */
export function refusedStatus(refusal: Refusal): statuses.Status {
  const nothing = new empty.Empty()
  switch (refusal) {
    case 'not-ready':
      return batchStatus(Code.OK, 'Server Is Not Ready', EMPTY, nothing)
    case 'too-busy':
      return batchStatus(Code.OK, 'Server Is Busy', EMPTY, nothing)
    case 'not-leader':
      return batchStatus(Code.OK, 'No leader info available in response', EMPTY, nothing)
    case 'access-denied':
      return batchStatus(
        Code.PERMISSION_DENIED,
        'AccessDenied',
        'event_store.client.AccessDenied',
        new shared.AccessDenied(),
      )
    case 'timed-out':
      return timeoutStatus()
  }
}
