import { randomUUID } from 'node:crypto'
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { constants, type ServerHttp2Stream } from 'node:http2'
import { status, type ServerWritableStream } from '@grpc/grpc-js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import type { Log, StoredRecord } from './log.ts'
import { failure, streamOf, type ServerState } from './server-state.ts'

type Options = streams.ReadReq.Options
/** The answers are bytes, mostly those of the log. */
type ReadCall = ServerWritableStream<streams.ReadReq, Uint8Array>

/** Read: of a stream or of all, forward or backward; a subscription only to all. */
export const readCall =
  (state: ServerState) =>
  (call: ReadCall): void => {
    const refusal = state.refusalNow()
    if (refusal !== undefined) return void call.emit('error', refusal)
    serve(state, call, call.request.getOptions()!).catch((error: unknown) => {
      call.emit('error', error instanceof Error ? error : failure(status.UNKNOWN, String(error)))
    })
  }

async function serve(state: ServerState, call: ReadCall, options: Options): Promise<void> {
  if (options.hasSubscription()) return subscribeToAll(state, call, options)
  const records = options.hasStream() ? ofStream(state.log, options) : ofAll(state.log, options)
  if (records === undefined) call.write(streamNotFound(streamOf(options.getStream()?.getStreamIdentifier())))
  for (const { wire } of records?.slice(0, Number(options.getCount())) ?? []) call.write(wire)
  call.end()
}

const isBackward = (options: Options): boolean =>
  options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS

/** Undefined where the stream is not there. */
function ofStream(log: Log, options: Options): readonly StoredRecord[] | undefined {
  const start = options.getStream()!
  const records = log
    .stream(streamOf(start.getStreamIdentifier()))
    .filter(({ index }) => index < log.committed())
  if (records.length === 0) return undefined
  const from = start.hasRevision() ? Number(start.getRevision()) : 0
  if (isBackward(options)) return (start.hasEnd() ? records : records.slice(0, from + 1)).toReversed()
  return start.hasEnd() ? [] : records.slice(from)
}

/** From its start, which a forward read includes and a backward one does not. */
function ofAll(log: Log, options: Options): readonly StoredRecord[] {
  const first = firstFrom(log, options.getAll()!)
  // The message of servers from 24.2 to 24.10.
  if (first === undefined) throw failure(status.UNKNOWN, 'Unexpected ReadAllResult: InvalidPosition')
  const committed = log.records.slice(0, log.committed())
  return isBackward(options) ? committed.slice(0, first).toReversed() : committed.slice(first)
}

/** Undefined within a record; beyond the last record a server checks nothing. */
function firstFrom(log: Log, start: streams.ReadReq.Options.AllOptions): number | undefined {
  const position = start.getPosition()
  if (position === undefined) return start.hasEnd() ? log.committed() : 0
  const [commit, prepare] = [Number(position.getCommitPosition()), Number(position.getPreparePosition())]
  const index = log.records.findLastIndex((record) => record.position < commit) + 1
  if (index >= log.committed()) return index
  if (log.records[index]!.position !== commit) return undefined
  return commit < prepare ? index + 1 : index
}

const RECORDS_AT_ONE_GO = 4_096

/** Follows all from its present end, by types. */
async function subscribeToAll(
  { log, subscriptions }: ServerState,
  call: ReadCall,
  options: Options,
): Promise<void> {
  const wanted = new RegExp(options.getFilter()?.getEventType()?.getRegex() ?? '')
  let [isOpen, ended]: [boolean, 'complete' | 'reset' | undefined] = [true, undefined]
  let wake = (): void => undefined
  const close = (how?: 'complete' | 'reset'): void => {
    ;[isOpen, ended] = [false, ended ?? how]
    wake()
  }
  for (const event of ['cancelled', 'close', 'error']) call.on(event, () => close())
  subscriptions.add(close)
  const stopListening = log.onCommitted(() => wake())
  let index = firstFrom(log, options.getAll()!) ?? log.committed()
  call.write(confirmation())
  while (isOpen) {
    if (index % RECORDS_AT_ONE_GO === 0) await yieldToOthers()
    const record = index < log.committed() ? log.records[index] : undefined
    if (record === undefined) {
      await new Promise<void>((resolve) => (wake = resolve))
      continue
    }
    if (wanted.test(record.type)) call.write(record.wire)
    index += 1
  }
  stopListening()
  subscriptions.delete(close)
  // A subscription that the server ends, ends with status OK; a server that stops ends it without any.
  if (ended === 'complete') call.end()
  if (ended === 'reset') http2StreamOf(call).close(constants.NGHTTP2_NO_ERROR)
}

const http2StreamOf = (call: object): ServerHttp2Stream =>
  (call as { readonly call: { readonly stream: ServerHttp2Stream } }).call.stream

const confirmation = (): Uint8Array =>
  new streams.ReadResp()
    .setConfirmation(new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(randomUUID()))
    .serializeBinary()

const streamNotFound = (stream: string): Uint8Array =>
  new streams.ReadResp()
    .setStreamNotFound(
      new streams.ReadResp.StreamNotFound().setStreamIdentifier(
        new shared.StreamIdentifier().setStreamName(Buffer.from(stream)),
      ),
    )
    .serializeBinary()
