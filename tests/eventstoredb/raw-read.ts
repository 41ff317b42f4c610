import { credentials } from '@grpc/grpc-js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import services from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streams from '@eventstore/db-client/generated/streams_pb.js'
import { nodeAddressOf } from './esdb-url.ts'

const WITHIN_MS = 5_000

/** Streams of the first events of some types, by the protocol's filtered read of all, which the client lacks. */
export async function filteredRead(
  url: string,
  { types, count }: { readonly types: readonly string[]; readonly count: number },
  withinMs = WITHIN_MS,
): Promise<readonly string[]> {
  const { host, port } = nodeAddressOf(url)
  const client = new services.StreamsClient(`${host}:${port}`, credentials.createInsecure())
  const expression = new streams.ReadReq.Options.FilterOptions.Expression().setPrefixList([...types])
  const filter = new streams.ReadReq.Options.FilterOptions()
    .setEventType(expression)
    .setCount(new shared.Empty())
    .setCheckpointintervalmultiplier(1)
  const options = new streams.ReadReq.Options()
    .setAll(new streams.ReadReq.Options.AllOptions().setStart(new shared.Empty()))
    .setReadDirection(streams.ReadReq.Options.ReadDirection.FORWARDS)
    .setCount(String(count))
    .setFilter(filter)
    .setUuidOption(new streams.ReadReq.Options.UUIDOption().setString(new shared.Empty()))
  const found: string[] = []
  const deadline = { deadline: Date.now() + withinMs }
  try {
    for await (const answer of client.read(new streams.ReadReq().setOptions(options), deadline))
      found.push(streamOf(answer as streams.ReadResp))
  } finally {
    client.close()
  }
  return found
}

const streamOf = (answer: streams.ReadResp): string =>
  Buffer.from(answer.getEvent()?.getEvent()?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()
