import type shared from '@eventstore/db-client/generated/shared_pb.js'
import { Metadata, status, type ServiceError } from '@grpc/grpc-js'
import type { Log } from './log.ts'

/** The process's settings, as JSON in its one argument. */
export interface StandInSettings {
  readonly dataFile: string
  /** 0 for any free port. */
  readonly port: number
  /** The time in which calls on streams are refused. */
  readonly notReadyMs: number
  /** The time to stop: a real server does not stop at once. */
  readonly stopMs: number
}

/** The reason why a server refuses a call. */
export type Refusal = 'not-ready' | 'access-denied' | 'timed-out'

/** Commands over the channel to its parent; it answers each with its number. */
export type StandInCommand =
  | { readonly number: number; readonly set: 'refusal'; readonly refusal: Refusal | null }
  | { readonly number: number; readonly set: 'subscriptions-ended' }

export interface CommandDone {
  readonly done: number
}

/** State that all calls to one server share. */
export interface ServerState {
  readonly log: Log
  /** The current refusal of calls on streams, if any. */
  readonly refusalNow: () => ServiceError | undefined
  /** Functions that end a subscription: a stopping server resets it, and at other times it may complete it. */
  readonly subscriptions: Set<(how: 'complete' | 'reset') => void>
}

/** A call's error with a status, and the trailers by which the client recognises it. */
export function failure(
  code: status,
  details: string,
  trailers: Readonly<Record<string, string>> = {},
): ServiceError {
  const metadata = new Metadata()
  for (const [key, value] of Object.entries(trailers)) metadata.set(key, value)
  return Object.assign(new Error(details), { code, details, metadata })
}

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

export const streamOf = (identifier: shared.StreamIdentifier | undefined): string =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString()
