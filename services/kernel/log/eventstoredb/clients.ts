import { StoreError } from '@app/contracts/event-store.ts'
import { CancelledError, EventStoreDBClient, UnavailableError } from '@eventstore/db-client'
import { withTimeout } from '../../../platform/concurrency/concurrency-limiter.ts'
import { storeDisposed } from '../open-store.ts'
import { eventStoreDbErrorOf, type Operation } from './eventstoredb-errors.ts'

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
