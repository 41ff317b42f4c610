import { StoreError } from '@app/contracts/event-store.ts'
import { CancelledError, EventStoreDBClient, UnavailableError } from '@eventstore/db-client'
import { eventStoreDbErrorOf, type Operation } from './grpc-errors.ts'

/** A server without TLS ignores credentials. */
const DEFAULT_CREDENTIALS = { username: 'admin', password: 'changeit' }
const CREDENTIALS = /^esdb(?:\+discover)?:\/\/([^:@/]+):([^@/]+)@/
/** Calls fail at once for so long after a connection was lost. */
const RECONNECT_MS = 250

export type Clients = ReturnType<typeof createClients>

/**
 * The client of one server, replaced when its connection is lost: its own waits up to two minutes before it connects again.
 * @throws StoreError Invalid for a malformed address, which the error omits: it may contain a password
 */
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
    /**
     * The leader, since a follower may lack what was just written. Without credentials the client uses its own
     * BatchAppend, which has no deadline, mixes up two clients of one process, and can hang for ever.
     */
    options: { credentials: credentialsIn(url), requiresLeader: true },
    current,
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
