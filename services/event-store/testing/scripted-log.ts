import {
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServerReadableStream,
  type sendUnaryData,
  type handleUnaryCall,
} from '@grpc/grpc-js'
import featureServices from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import features from '@eventstore/db-client/generated/serverfeatures_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import statuses from '@eventstore/db-client/generated/status_pb.js'
import streamServices from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import any from 'google-protobuf/google/protobuf/any_pb.js'

/** A server of appends alone: a test decides how it answers each. */
export interface ScriptedLog {
  readonly url: string
  /** Streams of the received batch appends, in their order, whatever their outcome. */
  readonly asked: readonly string[]
  /** The result of a read of the stream: position, and the append that wrote it. */
  readonly placeOf: (stream: string) => Place | undefined
  readonly plainCalls: () => number
  readonly batchStreams: () => number
  stop(): Promise<void>
}

type BatchServerCall = ServerDuplexStream<streams.BatchAppendReq, streams.BatchAppendResp>

export interface AskedBatch {
  readonly stream: string
  /** From 1: the batch stream that it came on. */
  readonly onStream: number
  readonly call: BatchServerCall
  /** Writes a new one, and answers its position. */
  answer(): void
  write(): void
  /** The name of one of the server's errors, or none for a mere sentence. */
  fail(name: string | undefined, message: string): void
  /** An answer without a request. */
  answerAnother(): void
}

interface Place {
  readonly position: number
  readonly appendId: string
}

export interface Script {
  readonly batch: (asked: AskedBatch) => void
  readonly listsBatchAppend?: boolean
}

type PlainCall = ServerReadableStream<streams.AppendReq, streams.AppendResp>

export async function openScriptedLog({ batch, listsBatchAppend = true }: Script): Promise<ScriptedLog> {
  const asked: string[] = []
  let [plainCalls, batchStreams] = [0, 0]
  const places = new Map<string, Place>()
  const write = (stream: string, appendId: string): number => {
    const place = places.get(stream) ?? { position: 100 * (places.size + 1), appendId }
    places.set(stream, place)
    return place.position
  }
  const batchAppend = (call: BatchServerCall): void => {
    const onStream = (batchStreams += 1)
    call.on('error', () => undefined)
    call.on('data', (request: streams.BatchAppendReq) => {
      const stream = nameIn(request.getOptions()?.getStreamIdentifier())
      asked.push(stream)
      const appendId = request.getCorrelationId()?.getString() ?? ''
      batch({ stream, onStream, call, ...answersTo(call, request, () => write(stream, appendId)) })
    })
  }
  const append = (call: PlainCall, answer: sendUnaryData<streams.AppendResp>): void => {
    plainCalls += 1
    let stream = ''
    call.on('data', (request: streams.AppendReq) => {
      stream ||= nameIn(request.getOptions()?.getStreamIdentifier())
    })
    call.on('end', () => answer(null, plainAnswer(write(stream, 'plain'))))
  }
  const server = new Server()
  server.addService(streamServices.StreamsService, { batchAppend, append })
  const getSupportedMethods: handleUnaryCall<shared.Empty, features.SupportedMethods> = (_, answer) =>
    answer(null, listed(listsBatchAppend))
  server.addService(featureServices.ServerFeaturesService, { getSupportedMethods })
  const port = await bound(server)
  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    asked,
    placeOf: (stream) => places.get(stream),
    plainCalls: () => plainCalls,
    batchStreams: () => batchStreams,
    stop: async () => server.forceShutdown(),
  }
}

const nameIn = (identifier: shared.StreamIdentifier | undefined): string =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString()

function answersTo(call: BatchServerCall, request: streams.BatchAppendReq, write: () => number) {
  const to = (id: shared.UUID | undefined): streams.BatchAppendResp =>
    new streams.BatchAppendResp().setCorrelationId(id)
  return {
    write: () => void write(),
    answer: () => void call.write(to(request.getCorrelationId()).setSuccess(written(write()))),
    answerAnother: () => {
      const another = new shared.UUID().setString('00000000-0000-4000-8000-000000000000')
      call.write(to(another).setSuccess(written(1)))
    },
    fail: (name: string | undefined, message: string) => {
      const details = new any.Any()
      details.pack(
        new Uint8Array(),
        name === undefined ? 'google.protobuf.Empty' : `event_store.client.${name}`,
      )
      call.write(
        to(request.getCorrelationId()).setError(
          new statuses.Status().setMessage(message).setDetails(details),
        ),
      )
    },
  }
}

const written = (place: number): streams.BatchAppendResp.Success =>
  new streams.BatchAppendResp.Success()
    .setCurrentRevision('0')
    .setPosition(
      new shared.AllStreamPosition().setCommitPosition(String(place)).setPreparePosition(String(place)),
    )

const plainAnswer = (place: number): streams.AppendResp =>
  new streams.AppendResp().setSuccess(
    new streams.AppendResp.Success()
      .setCurrentRevision('0')
      .setPosition(
        new streams.AppendResp.Position().setCommitPosition(String(place)).setPreparePosition(String(place)),
      ),
  )

function listed(batchAppend: boolean): features.SupportedMethods {
  const names = batchAppend ? ['append', 'batchappend'] : ['append']
  const methods = names.map((name) =>
    new features.SupportedMethod().setServiceName('event_store.client.streams.streams').setMethodName(name),
  )
  return new features.SupportedMethods().setMethodsList(methods)
}

const bound = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) =>
      error === null ? resolve(port) : reject(error),
    )
  })
