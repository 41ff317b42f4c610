import { Metadata, status, type ServiceError } from '@grpc/grpc-js'
import type { Refusal } from './state.ts'

export const APPEND_BYTES_MAX = 1024 * 1024

/** A call's error with a status, and the trailers by which the client recognises it. */
export function failure(
  code: status,
  details: string,
  trailers: Readonly<Record<string, string>> = {},
): ServiceError {
  const metadata = new Metadata()
  for (const [key, value] of Object.entries(trailers)) metadata.set(key, asciiOf(value))
  return Object.assign(new Error(details), { code, details, metadata })
}

/** Trailers are ASCII; a real server fails for other names. */
const asciiOf = (text: string): string => (/^[ -~]*$/.test(text) ? text : encodeURIComponent(text))

export const streamDeleted = (stream: string): ServiceError =>
  failure(status.FAILED_PRECONDITION, `Event stream '${asciiOf(stream)}' is deleted.`, {
    exception: 'stream-deleted',
    'stream-name': stream,
  })

export const tooLarge = (): ServiceError =>
  failure(status.INVALID_ARGUMENT, `Maximum Append Size of ${APPEND_BYTES_MAX} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(APPEND_BYTES_MAX),
  })

/** The message of servers from 24.2 to 24.10. */
export const readFromInvalidPosition = (): ServiceError =>
  failure(status.UNKNOWN, 'Unexpected ReadAllResult: InvalidPosition')

export const subscribedFromInvalidPosition = (): ServiceError =>
  failure(status.INVALID_ARGUMENT, 'Trying to read from an invalid position.')

/** The same append was not yet committed, or a majority did not write it in time. */
export const commitTimeout = (): ServiceError =>
  failure(status.ABORTED, 'Operation timed out: Commit phase timeout.')

/** The error of a refused plain call. */
export function refused(refusal: Refusal): ServiceError {
  switch (refusal) {
    case 'not-ready':
      return failure(status.UNAVAILABLE, 'Server Is Not Ready')
    case 'access-denied':
      return failure(status.PERMISSION_DENIED, 'Access Denied', { exception: 'access-denied' })
    case 'timed-out':
      return failure(status.ABORTED, 'Operation timed out: Prepare phase timeout.')
  }
}
