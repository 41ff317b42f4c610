import { StoreError, conflict, streamClosed, type Expected } from '@app/contracts/event-store.ts'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import type statuses from '@eventstore/db-client/generated/status_pb.js'
import { isKnownUndone, tooLarge } from '../grpc-errors.ts'

const PACKAGE = 'event_store.client.'

/** Of one append on a batch stream: its cause is packed into the answer, or is a sentence. */
export function batchErrorOf(
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
