import { randomUUID } from 'node:crypto'
import { credentials, status, type ServiceError } from '@grpc/grpc-js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import services from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { nodeAddressOf } from './esdb-url.ts'
import { eventually } from '../support/eventually.ts'

/** An event of another program, with any bytes declared as JSON. */
export interface RawEvent {
  readonly stream: string
  readonly type: string
  readonly dataText: string
  readonly metaText: string
}

const DEADLINE_MS = 5_000
const RETRY_MS = 50

/** Appends one event at any revision. Waits for a server that has just started. */
export async function writeRaw(url: string, raw: RawEvent): Promise<void> {
  const { host, port } = nodeAddressOf(url)
  const client = new services.StreamsClient(`${host}:${port}`, credentials.createInsecure())
  const id = randomUUID() // the same in every attempt, so that it is written once
  const answered = async () => {
    const error = await append(client, id, raw)
    if (error?.code === status.UNAVAILABLE) throw error
    return error
  }
  try {
    const error = await eventually(answered, { everyMs: RETRY_MS })
    if (error !== null) throw error
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
