import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { credentials, status, type ServiceError } from '@grpc/grpc-js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import services from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { nodeAddressOf } from './esdb-url.ts'

/** An event as another program would write it: any bytes that it calls JSON. */
export interface RawEvent {
  readonly stream: string
  readonly type: string
  readonly dataText: string
  readonly metaText: string
}

const DEADLINE_MS = 5_000
const READY_MS_MAX = 10_000
const RETRY_MS = 50

/** Appends one event to whatever the stream holds. A server that has just started is waited for. */
export async function writeRaw(url: string, raw: RawEvent): Promise<void> {
  const { host, port } = nodeAddressOf(url)
  const client = new services.StreamsClient(`${host}:${port}`, credentials.createInsecure())
  const id = randomUUID() // the same at every try: a server that did write it does not write it twice
  const started = performance.now()
  try {
    for (;;) {
      const error = await append(client, id, raw)
      if (error === null) return
      if (error.code !== status.UNAVAILABLE || performance.now() - started > READY_MS_MAX) throw error
      await pause(RETRY_MS)
    }
  } finally {
    client.close()
  }
}

function append(
  client: services.StreamsClient,
  id: string,
  { stream, type, dataText, metaText }: RawEvent,
): Promise<ServiceError | null> {
  const message = new streams.AppendReq.ProposedMessage()
    .setId(new shared.UUID().setString(id))
    .setData(Buffer.from(dataText))
    .setCustomMetadata(Buffer.from(metaText))
  message.getMetadataMap().set('type', type).set('content-type', 'application/json')
  const options = new streams.AppendReq.Options()
    .setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from(stream)))
    .setAny(new shared.Empty())
  return new Promise((resolve) => {
    const call = client.append({ deadline: Date.now() + DEADLINE_MS }, (error) => resolve(error))
    call.write(new streams.AppendReq().setOptions(options))
    call.end(new streams.AppendReq().setProposedMessage(message))
  })
}
