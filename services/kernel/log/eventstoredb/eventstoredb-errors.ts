import { StoreError, conflict, type Expected } from '@app/contracts/event-store.ts'
import { ErrorType, isCommandError, type CommandError } from '@eventstore/db-client'

export interface Operation {
  readonly stream?: string
  readonly expected?: Expected
  /** Marks an error as ambiguous if it leaves open whether the operation was done. */
  readonly writes?: boolean
}

/** The request cannot have arrived, or was refused before it began. */
const NEVER_BEGUN =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|No connection established|Channel closed before call started|Failed to discover|Server Is (Not Ready|Busy|Too Busy)|No leader info/i
/** Subscriptions say it in words, reads by an error's name. */
const INVALID_POSITION = /invalid ?position/i
const GRPC = { invalidArgument: 3, permissionDenied: 7, unimplemented: 12, unauthenticated: 16 } as const

export function eventStoreDbErrorOf(error: unknown, operation: Operation = {}): StoreError {
  if (error instanceof StoreError) return error
  const ofClient = isCommandError(error as Error) ? ofCommand(error as CommandError, operation) : undefined
  return ofClient ?? ofStatus(error, operation.writes === true)
}

function ofCommand(cause: CommandError, { stream = '', expected = 'noStream', writes = false }: Operation) {
  switch (cause.type) {
    case ErrorType.WRONG_EXPECTED_VERSION: {
      const { actualVersion: actual } = cause
      return conflict(stream, expected, typeof actual === 'bigint' && actual >= 0n ? actual : 'noStream')
    }
    case ErrorType.STREAM_DELETED:
      return new StoreError('Corrupt', `stream ${stream} was deleted at the server`, { facts: { stream } })
    case ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED: {
      const facts = { limit: cause.maxAppendSize }
      return new StoreError('TooLarge', `append to ${stream}: more than the server takes`, { facts, cause })
    }
    case ErrorType.ACCESS_DENIED:
      return new StoreError('AccessDenied', 'the event store refuses these credentials', { cause })
    case ErrorType.NOT_LEADER:
      return new StoreError('Unavailable', 'the event store has another leader', { cause })
    case ErrorType.DEADLINE_EXCEEDED:
    case ErrorType.TIMEOUT:
      return noAnswer(writes, cause)
    default:
      return undefined
  }
}

export const noAnswer = (ambiguous = false, cause?: Error): StoreError =>
  new StoreError('Timeout', 'the event store did not answer in time', { ambiguous, cause })

function ofStatus(cause: unknown, writes: boolean): StoreError {
  const message = cause instanceof Error ? cause.message : String(cause)
  const code = (cause as { readonly code?: unknown } | null)?.code
  if (INVALID_POSITION.test(message)) return new StoreError('InvalidPosition', message, { cause })
  if (code === GRPC.permissionDenied || code === GRPC.unauthenticated)
    return new StoreError('AccessDenied', message, { cause })
  if (code === GRPC.unimplemented)
    return new StoreError('Invalid', `this server is no EventStoreDB: ${message}`, { cause })
  if (code === GRPC.invalidArgument) return new StoreError('Invalid', message, { cause })
  const ambiguous = writes && !NEVER_BEGUN.test(message)
  return new StoreError('Unavailable', `the event store cannot be reached: ${message}`, { cause, ambiguous })
}
