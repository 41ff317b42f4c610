import { withTimeout } from '@app/concurrency/with-timeout.ts'
import { StoreError } from '@app/contracts/event-store.ts'
import { EventStoreDBClient, type BaseOptions } from '@eventstore/db-client'

export interface Connection {
  readonly client: EventStoreDBClient
  /**
   * The leader, since a follower may lack what was just written. Without credentials the client uses BatchAppend, which
   * has no deadline, mixes up two clients of one process, and can hang for ever.
   */
  readonly asked: Required<Pick<BaseOptions, 'credentials' | 'requiresLeader'>>
  close(): Promise<void>
}

/** A server without TLS ignores credentials. */
const ANYBODY = { username: 'admin', password: 'changeit' }
const CREDENTIALS = /^esdb(?:\+discover)?:\/\/([^:@/]+):([^@/]+)@/
const CLOSE_MS_MAX = 1_000

/** Protected members: stable only within one version of the client. */
interface ClientInternals {
  handleError: (...given: never[]) => Promise<void>
  getChannel: () => Promise<{ close(): void }>
}

/** @throws StoreError Invalid for a malformed address, which the error omits: it may hold a password */
export function connect(url: string): Connection {
  const client = clientFor(url)
  const internals = client as unknown as ClientInternals
  // The client does not await it: a rejection would be unhandled and end the process.
  const { handleError, getChannel } = internals
  internals.handleError = (...given) => handleError(...given).catch(() => undefined)
  let channel: { close(): void } | undefined
  internals.getChannel = async () => (channel = await getChannel())
  const [, username, password] = CREDENTIALS.exec(url) ?? []
  const credentials =
    username === undefined || password === undefined
      ? ANYBODY
      : { username: decodeURIComponent(username), password: decodeURIComponent(password) }
  return {
    client,
    asked: { credentials, requiresLeader: true },
    close: async () => {
      // `dispose` waits for streams to end; those of a silent server never do.
      await withTimeout(Promise.allSettled([client.dispose()]), CLOSE_MS_MAX, () => undefined)
      channel?.close()
    },
  }
}

function clientFor(url: string): EventStoreDBClient {
  try {
    return EventStoreDBClient.connectionString(url)
  } catch {
    throw new StoreError('Invalid', 'the address of the event store is not an esdb:// connection string')
  }
}
