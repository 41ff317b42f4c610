import type { Readable } from 'node:stream'
import { withTimeout } from '@app/concurrency/with-timeout.ts'
import { StoreError } from '@app/contracts/event-store.ts'
import { EventStoreDBClient, type BaseOptions } from '@eventstore/db-client'
import services from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { Channel, type Metadata } from '@grpc/grpc-js'
import type { CallOptions, ChannelCredentials, ChannelOptions } from '@grpc/grpc-js'
import { settingsIn, withQuickDiscovery } from './connection-string.ts'

/** The client watches the returned stream. */
export type CreateCall<Call extends Readable> = (
  streams: services.StreamsClient,
  metadata: Metadata,
  options: CallOptions,
) => Call

export interface Connection {
  readonly client: EventStoreDBClient
  /** The outage during which appends, and reads of streams, wait; a longer one fails them. */
  readonly outageMsMax: number
  /**
   * The leader, since a follower may lack what was just written. Without credentials the client uses its own
   * BatchAppend, which has no deadline, mixes up two clients of one process, and can hang for ever.
   */
  readonly callOptions: Required<Pick<BaseOptions, 'credentials' | 'requiresLeader'>>
  /** A call of streams on the client's own channel, with `callOptions` and without a deadline. */
  openCall<Call extends Readable>(name: string, create: CreateCall<Call>): Promise<Call>
  close(): Promise<void>
}

/** A server without TLS ignores credentials. */
const DEFAULT_CREDENTIALS = { username: 'admin', password: 'changeit' }
const CREDENTIALS = /^esdb(?:\+discover)?:\/\/([^:@/]+):([^@/]+)@/
const CLOSE_MS_MAX = 1_000
/** A cluster elects a leader in 2 to 3 s. An outage of a single node is reported sooner. */
const OUTAGE_MS_MAX = { cluster: 4_000, singleNode: 1_000 }

/** Protected and private members: stable only within one version of the client. */
interface ClientInternals {
  handleError: (client: Pick<services.StreamsClient, 'getChannel'>, error: Error) => Promise<void>
  createChannel: () => Promise<Channel>
  callArguments: (options: BaseOptions, grpc: CallOptions) => [Metadata, CallOptions]
  GRPCStreamCreator: <Call extends Readable>(
    Client: typeof services.StreamsClient,
    name: string,
    create: (client: services.StreamsClient) => Call,
  ) => () => Promise<Call>
}

/** @throws StoreError Invalid for a malformed address, which the error omits: it may contain a password */
export function connect(url: string): Connection {
  const client = clientFor(withQuickDiscovery(url))
  const { isCluster, given } = settingsIn(url)
  const internals = client as unknown as ClientInternals
  // The client does not await it: a rejection would be unhandled and end the process.
  const { handleError, createChannel } = internals
  internals.handleError = (...failed) => handleError(...failed).catch(() => undefined)
  let channel: Channel | undefined
  const options = given.has('keepaliveinterval') ? CHANNEL_OPTIONS : { ...CHANNEL_OPTIONS, ...KEEPALIVE }
  internals.createChannel = async () => (channel = channelWith(await createChannel(), options))
  const callOptions = { credentials: credentialsIn(url), requiresLeader: true }
  const openCall = <Call extends Readable>(name: string, create: CreateCall<Call>): Promise<Call> =>
    internals.GRPCStreamCreator(services.StreamsClient, name, (streams) =>
      create(streams, ...internals.callArguments(callOptions, { deadline: Infinity })),
    )()
  return {
    client,
    outageMsMax: isCluster ? OUTAGE_MS_MAX.cluster : OUTAGE_MS_MAX.singleNode,
    callOptions,
    openCall,
    close: async () => {
      // `dispose` waits for streams to end; those of a silent server never do.
      await withTimeout(Promise.allSettled([client.dispose()]), CLOSE_MS_MAX, () => undefined)
      channel?.close()
    },
  }
}

/** The client keeps two stores of one process on one socket, and waits up to 2 min after failed connections. */
const CHANNEL_OPTIONS = {
  'grpc.use_local_subchannel_pool': 1,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 1_000,
}
/** 3 s after a node fell silent all calls on it fail, and the next one discovers another. The client takes 20 s. */
const KEEPALIVE = { 'grpc.keepalive_time_ms': 1_000, 'grpc.keepalive_timeout_ms': 2_000 }

/** The client builds its channels without asking for options, and warns on the console below 10 s. */
function channelWith(channel: Channel, options: ChannelOptions): Channel {
  const { internalChannel: made } = channel as unknown as {
    readonly internalChannel: {
      readonly credentials: ChannelCredentials
      readonly options: ChannelOptions
    }
  }
  channel.close()
  return new Channel(channel.getTarget(), made.credentials, { ...made.options, ...options })
}

function credentialsIn(url: string): typeof DEFAULT_CREDENTIALS {
  const [, username, password] = CREDENTIALS.exec(url) ?? []
  return username === undefined || password === undefined
    ? DEFAULT_CREDENTIALS
    : { username: decodeURIComponent(username), password: decodeURIComponent(password) }
}

function clientFor(url: string): EventStoreDBClient {
  try {
    return EventStoreDBClient.connectionString(url)
  } catch {
    throw new StoreError('Invalid', 'the address of the event store is not an esdb:// connection string')
  }
}
