import { randomUUID } from 'node:crypto'
import { credentials, makeClientConstructor, type ClientDuplexStream } from '@grpc/grpc-js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import services from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import timestamps from 'google-protobuf/google/protobuf/timestamp_pb.js'
import empty from 'google-protobuf/google/protobuf/empty_pb.js'
import { onTestFinished } from 'vitest'
import { nodeAddressOf } from './esdb-url.ts'
import { eventId } from './real-client.ts'

/** A BatchAppend stream without the client, for one test. */
export interface BatchStream {
  /** Frames written without waiting for earlier answers arrive in this order. */
  readonly append: (batch: BatchToSend) => Promise<BatchAnswer>
  /** Resolves with the end of the stream. */
  readonly ended: Promise<unknown>
}

interface BatchToSend {
  readonly stream: string
  /** Events and their ids, as in the client's tests; or `bytes` of payload in one event. */
  readonly numbers: readonly number[]
  readonly bytes?: number
  /** Without it, the stream must not exist. */
  readonly revision?: number
  readonly deadline?: { readonly at: Date } | { readonly forSeconds: number }
}

interface BatchAnswer {
  /** The error's code; 0 if it was written. */
  readonly code: number
  readonly details?: string
  readonly revision?: number
  readonly position?: bigint
}

type Call = ClientDuplexStream<Buffer, streams.BatchAppendResp>

export function openBatchStream(url: string): BatchStream {
  const { host, port } = nodeAddressOf(url)
  const { batchAppend } = services.StreamsService
  // As bytes, because the generated message lacks some fields.
  const definition = { batchAppend: { ...batchAppend, requestSerialize: (bytes: Buffer) => bytes } }
  const Client = makeClientConstructor(definition, 'Streams')
  const client = new Client(`${host}:${port}`, credentials.createInsecure())
  const call = (client as unknown as { batchAppend: () => Call }).batchAppend()
  const waiting = new Map<string, (answer: BatchAnswer) => void>()
  call.on('data', (answer: streams.BatchAppendResp) => {
    const id = answer.getCorrelationId()!.getString()
    waiting.get(id)?.(answerOf(answer))
    waiting.delete(id)
  })
  const ended = new Promise((resolve) => call.on('error', resolve).on('end', () => resolve('ended')))
  onTestFinished(() => {
    call.cancel()
    client.close()
  })
  return {
    ended,
    append: (batch) =>
      new Promise((resolve) => {
        const correlation = randomUUID()
        waiting.set(correlation, resolve)
        call.write(bytesOf(correlation, batch))
      }),
  }
}

const DEADLINE_DURATION = 7
const DURATION_SECONDS = 1

function bytesOf(correlation: string, batch: BatchToSend): Buffer {
  const options = new streams.BatchAppendReq.Options().setStreamIdentifier(
    new shared.StreamIdentifier().setStreamName(Buffer.from(batch.stream)),
  )
  if (batch.revision === undefined) options.setNoStream(new empty.Empty())
  else options.setStreamPosition(String(batch.revision))
  const { deadline } = batch
  if (deadline !== undefined && 'at' in deadline)
    options.setDeadline(timestamps.Timestamp.fromDate(deadline.at))
  const frame = new streams.BatchAppendReq()
    .setCorrelationId(new shared.UUID().setString(correlation))
    .setProposedMessagesList(batch.numbers.map((number) => eventOf(number, batch.bytes)))
    .setIsFinal(true)
  if (deadline === undefined || 'at' in deadline)
    return Buffer.from(frame.setOptions(options).serializeBinary())
  const duration = [DURATION_SECONDS * 8, deadline.forSeconds]
  const withDuration = [...options.serializeBinary(), DEADLINE_DURATION * 8 + 2, duration.length, ...duration]
  const head = [2 * 8 + 2, withDuration.length, ...withDuration] // short, so its length takes one byte
  return Buffer.concat([Buffer.from(head), frame.serializeBinary()])
}

function eventOf(number: number, bytes?: number): streams.BatchAppendReq.ProposedMessage {
  const data = bytes === undefined ? Buffer.from(JSON.stringify({ number })) : Buffer.alloc(bytes, 'x')
  const message = new streams.BatchAppendReq.ProposedMessage()
    .setId(new shared.UUID().setString(eventId(number)))
    .setData(data)
  message.getMetadataMap().set('type', 'Seen').set('content-type', 'application/json')
  return message
}

function answerOf(answer: streams.BatchAppendResp): BatchAnswer {
  const error = answer.getError()
  if (error !== undefined)
    return { code: error.getCode(), details: error.getDetails()?.getTypeName() ?? error.getMessage() }
  const success = answer.getSuccess()!
  const position = success.getPosition()?.getCommitPosition()
  return {
    code: 0,
    revision: Number(success.getCurrentRevision()),
    ...(position === undefined ? {} : { position: BigInt(position) }),
  }
}
