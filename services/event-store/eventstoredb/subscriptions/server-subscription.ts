import { StoreError, isStoreError, type Filter, type Position } from '@app/contracts/event-store.ts'
import { convertToCommandError, type RecordedEvent } from '@eventstore/db-client'
import type { Connection, CreateCall } from '../client.ts'
import { eventStoreDbErrorOf } from '../grpc-errors.ts'
import { isSystemEvent, positionOfRecorded } from '../events.ts'
import { isNowhere, positionFrom, logPositionOf } from '../log-position.ts'
import type { Readable } from 'node:stream'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import services from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { readMessageOf, type ReadMessage } from './read-messages.ts'

type Options = streams.ReadReq.Options
type ServerRead = ReturnType<typeof read>

const WINDOW_MAX = 32

/**
 * Subscribes to the whole log by the client's own connection. The client's `subscribeToAll` reports checkpoints ahead of
 * the events in its buffer; here all messages come in the order in which the server sent them.
 * @param checkpointEvery events that a filtered subscription considers between two checkpoints
 */
function subscribeToLog(
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

/** The server’s regular expressions are .NET’s. */
function filterFor(filter: Filter, checkpointEvery: number): streams.ReadReq.Options.FilterOptions {
  const window = Math.min(WINDOW_MAX, checkpointEvery)
  const options = new streams.ReadReq.Options.FilterOptions()
    .setMax(window)
    .setCheckpointintervalmultiplier(Math.floor(checkpointEvery / window))
  const expression = new streams.ReadReq.Options.FilterOptions.Expression()
  const exact = filter.types.map((type) => type.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return options.setEventType(expression.setRegex(`^(?:${exact.join('|')})$`))
}

/** Called in the order of the log. */
export interface SubscriptionSink {
  /** What it throws ends the subscription. */
  entry(recorded: RecordedEvent): void
  /** No event up to here is for the reader: a checkpoint, or an event of the server's own. */
  passed(position: Position): void
  caughtUp(): void
  /** The last call. */
  ended(cause: StoreError): void
}

export type OpenSubscription = (
  after: Position,
  options: { readonly filter: Filter | undefined; readonly checkpointEvery?: number },
  sink: SubscriptionSink,
) => { stop(): void }

const CONFIRMED_MS_MAX = 5_000
export const CHECKPOINT_EVERY = 1_024

/** One subscription of the server. It is not resumed here. */
export const openServerSubscription =
  (connection: Connection): OpenSubscription =>
  (after, { filter, checkpointEvery = CHECKPOINT_EVERY }, sink) => {
    let isEnded = false
    let read: ServerRead | undefined
    function end(cause?: StoreError): void {
      if (isEnded) return
      isEnded = true
      clearTimeout(unconfirmed)
      // A call that is cancelled at once may hang in gRPC.
      setImmediate(() => read?.cancel())
      if (cause !== undefined) sink.ended(cause)
    }
    const fail = (error: unknown): void => end(eventStoreDbErrorOf(commandErrorOf(error)))
    const unconfirmed = setTimeout(
      () => end(new StoreError('Timeout', 'the event store did not begin the subscription in time')),
      CONFIRMED_MS_MAX,
    )
    const receive = (message: ReadMessage): void => {
      if (isEnded) return
      if (message.t === 'confirmation') clearTimeout(unconfirmed)
      try {
        deliver(message, after, sink)
      } catch (error) {
        fail(error)
      }
    }
    subscribeToLog(connection, after, filter, checkpointEvery).then((opened) => {
      read = opened
      opened.on('data', receive)
      opened.on('error', fail)
      // A server that shuts down may end the stream without an error.
      opened.on('end', () => end(new StoreError('Unavailable', 'the event store ended the subscription')))
      if (isEnded) opened.cancel()
    }, fail)
    return { stop: end }
  }

const commandErrorOf = (error: unknown): unknown =>
  error instanceof Error && !isStoreError(error) ? convertToCommandError(error as never) : error

function deliver(message: ReadMessage, after: Position, sink: SubscriptionSink): void {
  if (message.t === 'event') {
    const { recorded } = message
    const position = positionOfRecorded(recorded)
    if (position <= after) return
    return isSystemEvent(recorded) ? sink.passed(position) : sink.entry(recorded)
  }
  if (message.t === 'checkpoint' && !isNowhere(message.position)) sink.passed(positionFrom(message.position))
  if (message.t === 'caughtUp') sink.caughtUp()
}
