import { withTimeout } from '@app/concurrency/with-timeout.ts'
import { StoreError } from '@app/contracts/event-store.ts'
import { EventStoreDBClient, type BaseOptions } from '@eventstore/db-client'

export interface Connection {
  readonly client: EventStoreDBClient
  /**
   * For every call: the leader, so that what was answered is seen by whoever asks next, and credentials. With these the
   * client uses the plain Append RPC; without them it uses BatchAppend, which has no deadline, mixes up two clients of
   * one process, and can hang for ever. A server without TLS ignores them.
   */
  readonly asked: Required<Pick<BaseOptions, 'credentials' | 'requiresLeader'>>
  close(): Promise<void>
}

/** What a server without users is content with. */
const ANYBODY = { username: 'admin', password: 'changeit' }
const CREDENTIALS = /^esdb(?:\+discover)?:\/\/([^:@/]+):([^@/]+)@/
const CLOSE_MS_MAX = 1_000

/** The parts of the client that are not its users'; declared as protected, so kept within a version. */
interface Guts {
  handleError: (...given: never[]) => Promise<void>
  getChannel: () => Promise<{ close(): void }>
}

/** @throws StoreError Invalid when the client does not understand the address; never repeats it, it may name a password */
export function connect(url: string): Connection {
  const client = clientFor(url)
  const guts = client as unknown as Guts
  // Nobody awaits it: what it meets while it looks for another node would end the process as an unhandled rejection.
  const { handleError, getChannel } = guts
  guts.handleError = (...given) => handleError(...given).catch(() => undefined)
  let channel: { close(): void } | undefined
  guts.getChannel = async () => (channel = await getChannel())
  const [, username, password] = CREDENTIALS.exec(url) ?? []
  const credentials =
    username === undefined || password === undefined
      ? ANYBODY
      : { username: decodeURIComponent(username), password: decodeURIComponent(password) }
  return {
    client,
    asked: { credentials, requiresLeader: true },
    close: async () => {
      // It waits for its streams to end; those of a silent server never do.
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
