import { StoreError, conflict, type Expected } from '@app/contracts/event-store.ts'
import { ErrorType, isCommandError, type CommandError } from '@eventstore/db-client'

export interface Operation {
  readonly stream?: string
  readonly expected?: Expected
  /** Marks an error as ambiguous if it leaves open whether the operation was done. */
  readonly writes?: boolean
}

/** The request cannot have arrived. */
const NOT_CONNECTED =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|No connection established|Channel closed before call started|Failed to discover/i
const REFUSED = /Server Is (Not Ready|Busy|Too Busy)|No leader info/i
/** Subscriptions say it in words, reads by an error's name. */
const INVALID_POSITION = /invalid ?position/i
const GRPC = { invalidArgument: 3, permissionDenied: 7, unimplemented: 12, unauthenticated: 16 } as const

export function eventStoreDbErrorOf(error: unknown, operation: Operation = {}): StoreError {
  if (error instanceof StoreError) return error
  const known = isCommandError(error as Error) ? ofCommand(error as CommandError, operation) : undefined
  return known ?? ofStatus(error, operation)
}

function ofCommand(error: CommandError, { stream = '', expected = 'noStream', writes = false }: Operation) {
  switch (error.type) {
    case ErrorType.WRONG_EXPECTED_VERSION: {
      const { actualVersion } = error
      const isNew = typeof actualVersion !== 'bigint' || actualVersion < 0n
      return conflict(stream, expected, isNew ? 'noStream' : actualVersion)
    }
    case ErrorType.STREAM_DELETED:
      return new StoreError('Corrupt', `stream ${stream} was deleted at the server`, { facts: { stream } })
    case ErrorType.MAXIMUM_APPEND_SIZE_EXCEEDED:
      return tooLarge(stream, error.maxAppendSize, error)
    case ErrorType.ACCESS_DENIED:
      return new StoreError('AccessDenied', 'the event store refuses these credentials', { cause: error })
    case ErrorType.NOT_LEADER:
      return new StoreError('Unavailable', 'the event store has another leader', { cause: error })
    case ErrorType.DEADLINE_EXCEEDED:
    case ErrorType.TIMEOUT:
      return new StoreError('Timeout', 'the event store did not answer in time', {
        ambiguous: writes,
        cause: error,
      })
    default:
      return undefined
  }
}

function ofStatus(error: unknown, { writes = false }: Operation): StoreError {
  const message = error instanceof Error ? error.message : String(error)
  const code = (error as { readonly code?: unknown } | null)?.code
  const options = { cause: error }
  if (INVALID_POSITION.test(message)) return new StoreError('InvalidPosition', message, options)
  if (code === GRPC.permissionDenied || code === GRPC.unauthenticated)
    return new StoreError('AccessDenied', message, options)
  if (code === GRPC.unimplemented)
    return new StoreError('Invalid', `this server is no EventStoreDB: ${message}`, options)
  if (code === GRPC.invalidArgument) return new StoreError('Invalid', message, options)
  return new StoreError('Unavailable', `the event store cannot be reached: ${message}`, {
    ...options,
    ambiguous: writes && !isKnownUndone(message),
  })
}

/** The message says that the operation was never begun. */
const isKnownUndone = (message: string): boolean => NOT_CONNECTED.test(message) || REFUSED.test(message)

const tooLarge = (stream: string, limit: number, cause?: Error): StoreError =>
  new StoreError('TooLarge', `append to ${stream}: more than the server's ${limit} bytes`, {
    facts: { limit },
    cause,
  })
