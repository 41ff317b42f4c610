import type { Readable } from 'node:stream'
import type { Filter, Position } from '@app/contracts/event-store.ts'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import services from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { Connection, CreateCall } from '../client.ts'
import { logPositionOf } from '../log-position.ts'
import { readMessageOf } from './read-messages.ts'

type Options = streams.ReadReq.Options
export type ServerRead = ReturnType<typeof read>

const WINDOW_MAX = 32

/**
 * Subscribes to the whole log by the client's own connection. The client's `subscribeToAll` reports checkpoints ahead of
 * the events in its buffer; here all messages come in the order in which the server sent them.
 * @param checkpointEvery events that a filtered subscription considers between two checkpoints
 */
export function subscribeToLog(
  { openCall }: Pick<Connection, 'openCall'>,
  after: Position,
  filter: Filter | undefined,
  checkpointEvery: number,
): Promise<ServerRead> {
  const options = optionsFrom(after)
    .setSubscription(new streams.ReadReq.Options.SubscriptionOptions())
    .setUuidOption(new streams.ReadReq.Options.UUIDOption().setString(new shared.Empty() as never))
  if (filter === undefined) options.setNoFilter(new shared.Empty())
  else options.setFilter(filterFor(filter, checkpointEvery))
  const request = new streams.ReadReq().setOptions(options)
  return openCall('subscribeToLog', (...callArguments) => read(request, ...callArguments))
}

function read(request: streams.ReadReq, ...[client, ...callArguments]: Parameters<CreateCall<Readable>>) {
  const { path, requestSerialize } = services.StreamsService.read
  return client.makeServerStreamRequest(path, requestSerialize, readMessageOf, request, ...callArguments)
}

function optionsFrom(after: Position): Options {
  const all = new streams.ReadReq.Options.AllOptions()
  const start = logPositionOf(after)
  if (start === 'start') all.setStart(new shared.Empty())
  else {
    const position = new streams.ReadReq.Options.Position()
    all.setPosition(
      position.setCommitPosition(String(start.commit)).setPreparePosition(String(start.prepare)),
    )
  }
  return new streams.ReadReq.Options().setAll(all)
}

/** Filters the events once more, because the server's regular expressions are .NET's. */
function filterFor(filter: Filter, checkpointEvery: number): streams.ReadReq.Options.FilterOptions {
  const window = Math.min(WINDOW_MAX, checkpointEvery)
  const options = new streams.ReadReq.Options.FilterOptions()
    .setMax(window)
    .setCheckpointintervalmultiplier(Math.floor(checkpointEvery / window))
  const expression = new streams.ReadReq.Options.FilterOptions.Expression()
  if ('types' in filter) {
    const exact = filter.types.map((type) => type.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    return options.setEventType(expression.setRegex(`^(?:${exact.join('|')})$`))
  }
  // The server takes an empty list as no filter.
  if (filter.streamPrefixes.length === 0) return options.setStreamIdentifier(expression.setRegex('^$'))
  return options.setStreamIdentifier(expression.setPrefixList([...filter.streamPrefixes]))
}
