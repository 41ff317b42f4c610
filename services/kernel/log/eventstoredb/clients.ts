import { StoreError, conflict, type Expected } from '@app/contracts/event-store.ts'
import {
  CancelledError,
  EventStoreDBClient,
  UnavailableError,
  ErrorType,
  isCommandError,
  type CommandError,
} from '@eventstore/db-client'
import { withTimeout } from '../../../platform/concurrency/concurrency-limiter.ts'
import { storeDisposed } from '../open-store.ts'

/** A server without TLS ignores credentials. */
const DEFAULT_CREDENTIALS = { username: 'admin', password: 'changeit' }
const CREDENTIALS = /^esdb(?:\+discover)?:\/\/([^:@/]+):([^@/]+)@/
/** Calls fail at once for so long after a connection was lost. */
const RECONNECT_MS = 250

export type Clients = ReturnType<typeof createClients>

/** Replaces a lost client, which would wait two minutes. @throws StoreError Invalid without the address (password) */
export function createClients(url: string) {
  let lost = 0
  let lostAtMs = -Infinity
  let client: EventStoreDBClient | undefined = clientFor(url, lost)

  function current(): EventStoreDBClient {
    if (client === undefined && performance.now() - lostAtMs < RECONNECT_MS)
      throw new StoreError('Unavailable', 'the event store cannot be reached')
    return (client ??= clientFor(url, lost))
  }

  return {
    /** The leader has what was just written. Without credentials the client's BatchAppend may hang for ever. */
    options: { credentials: credentialsIn(url), requiresLeader: true },
    /** @throws StoreError */
    use: async <Answer>(
      operation: Operation,
      call: (client: EventStoreDBClient) => Promise<Answer>,
    ): Promise<Answer> => {
      const used = current()
      try {
        return await call(used)
      } catch (error) {
        if (isLost(error) && used === client) {
          client = undefined
          lost += 1
          lostAtMs = performance.now()
        }
        throw eventStoreDbErrorOf(error, operation)
      }
    },
    close: async (): Promise<void> => client?.dispose(),
  }
}

/** The errors after which the client itself has closed its connection. */
const isLost = (error: unknown): boolean =>
  error instanceof UnavailableError || error instanceof CancelledError

function credentialsIn(url: string): typeof DEFAULT_CREDENTIALS {
  const [, username, password] = CREDENTIALS.exec(url) ?? []
  return username === undefined || password === undefined
    ? DEFAULT_CREDENTIALS
    : { username: decodeURIComponent(username), password: decodeURIComponent(password) }
}

/**
 * Options of the operator come last and win. A node that is frozen or starting does not answer who leads: one second is
 * enough. gRPC shares a connection, and the time that it waits, among clients of equal options.
 */
function clientFor(url: string, lost: number): EventStoreDBClient {
  const [address, query] = url.trim().split('?')
  const distinct = lost % 1_000
  const options = `gossipTimeout=1&keepAliveInterval=${10_000 + distinct}&keepAliveTimeout=${2_000 + distinct}`
  try {
    return EventStoreDBClient.connectionString(`${address}?${options}${query ? `&${query}` : ''}`)
  } catch {
    throw new StoreError('Invalid', 'the address of the event store is not an esdb:// connection string')
  }
}

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

const LAST_ANSWERS_MS_MAX = 1_500

export interface Call<Answer> {
  readonly promise: Promise<Answer>
  readonly settled: boolean
  isSent: boolean
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
  readonly extend: () => void
}

export type Calls = ReturnType<typeof createCalls>

/** The calls under way, each of which has a deadline. */
export function createCalls() {
  const current = new Set<Pick<Call<unknown>, 'promise' | 'isSent' | 'reject'>>()
  return {
    begin: <Answer>(timeoutMs: number, onTimeout: () => Error): Call<Answer> => {
      let settle!: Pick<Call<Answer>, 'resolve' | 'reject'>
      const promise = new Promise<Answer>((resolve, reject) => (settle = { resolve, reject }))
      const timer = setTimeout(() => settle.reject(onTimeout()), timeoutMs)
      const call: Call<Answer> = {
        promise,
        ...settle,
        isSent: false,
        get settled() {
          return !current.has(call)
        },
        extend: () => void (current.has(call) && timer.refresh()),
      }
      current.add(call)
      const forget = (): void => {
        clearTimeout(timer)
        current.delete(call)
      }
      promise.then(forget, forget)
      return call
    },
    end: async (): Promise<void> => {
      const answers = Promise.allSettled([...current].map(({ promise }) => promise))
      await withTimeout(answers, LAST_ANSWERS_MS_MAX, () => undefined)
      for (const call of current) call.reject(storeDisposed(call.isSent))
    },
  }
}
