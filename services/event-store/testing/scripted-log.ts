import {
  Metadata,
  Server,
  ServerCredentials,
  type status,
  type ServerReadableStream,
  type sendUnaryData,
} from '@grpc/grpc-js'
import streamServices from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'

/** A server of appends alone: a test decides how it answers each. */
export interface ScriptedLog {
  readonly url: string
  /** Streams of the received appends, in their order, whatever their outcome. */
  readonly asked: readonly string[]
  /** The result of a read of the stream: position, and the append that wrote it. */
  readonly placeOf: (stream: string) => Place | undefined
  stop(): Promise<void>
}

export interface AskedAppend {
  readonly stream: string
  /** Writes a new one, and answers its position. */
  answer(): void
  write(): void
  fail(code: status, details: string, trailers?: Metadata): void
}

interface Place {
  readonly position: number
  readonly appendId: string
}

export type Script = (asked: AskedAppend) => void

type AppendCall = ServerReadableStream<streams.AppendReq, streams.AppendResp>

export async function openScriptedLog(script: Script): Promise<ScriptedLog> {
  const asked: string[] = []
  const places = new Map<string, Place>()
  const append = (call: AppendCall, reply: sendUnaryData<streams.AppendResp>): void => {
    let [stream, appendId] = ['', '']
    call.on('error', () => undefined)
    call.on('data', (request: streams.AppendReq) => {
      stream ||= Buffer.from(
        request.getOptions()?.getStreamIdentifier()?.getStreamName_asU8() ?? [],
      ).toString()
      const metadata = request.getProposedMessage()?.getCustomMetadata_asU8()
      if (metadata !== undefined) ({ appendId = '' } = JSON.parse(Buffer.from(metadata).toString()))
    })
    const write = (): number => {
      const place = places.get(stream) ?? { position: 100 * (places.size + 1), appendId }
      places.set(stream, place)
      return place.position
    }
    call.on('end', () => {
      asked.push(stream)
      script({
        stream,
        write: () => void write(),
        answer: () => reply(null, written(write())),
        fail: (code, details, metadata = new Metadata()) => reply({ code, details, metadata }),
      })
    })
  }
  const server = new Server()
  server.addService(streamServices.StreamsService, { append })
  const port = await bound(server)
  return {
    url: `esdb://127.0.0.1:${port}?tls=false`,
    asked,
    placeOf: (stream) => places.get(stream),
    stop: async () => server.forceShutdown(),
  }
}

const written = (place: number): streams.AppendResp =>
  new streams.AppendResp().setSuccess(
    new streams.AppendResp.Success()
      .setCurrentRevision('0')
      .setPosition(
        new streams.AppendResp.Position().setCommitPosition(String(place)).setPreparePosition(String(place)),
      ),
  )

const bound = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) =>
      error === null ? resolve(port) : reject(error),
    )
  })
