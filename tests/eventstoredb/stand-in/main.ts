import { setTimeout as pause } from 'node:timers/promises'
import { Server, ServerCredentials, status, type handleUnaryCall } from '@grpc/grpc-js'
import features from '@eventstore/db-client/generated/serverfeatures_pb.js'
import featureServices from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import type shared from '@eventstore/db-client/generated/shared_pb.js'
import streamServices from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { appendCall, failure, readCall, type ServerState } from './calls.ts'
import { openLog } from './log.ts'

/** A gRPC server of one node that behaves like EventStoreDB. A separate process, so that tests can kill it. */

const MESSAGE_BYTES_MAX = 17 * 1024 * 1024
const TRIES_MAX = 50
const RETRY_MS = 100

async function main([dataFile, port, notReadyMs]: readonly string[]): Promise<void> {
  const readyAtMs = performance.now() + Number(notReadyMs)
  const state: ServerState = {
    log: openLog(dataFile!),
    refusal: () =>
      performance.now() < readyAtMs ? failure(status.UNAVAILABLE, 'Server Is Not Ready') : undefined,
  }
  const server = new Server({ 'grpc.max_receive_message_length': MESSAGE_BYTES_MAX })
  const { StreamsService } = streamServices
  // Reads answer with bytes of the log.
  const service = { ...StreamsService, read: { ...StreamsService.read, responseSerialize: asBuffer } }
  server.addService(service, { read: readCall(state), append: appendCall(state) })
  server.addService(featureServices.ServerFeaturesService, { getSupportedMethods })
  for (let tries = 1; !(await isBound(server, Number(port))); tries += 1) {
    if (tries === TRIES_MAX) throw new Error(`port ${port} is taken`)
    await pause(RETRY_MS)
  }
  console.log('listening')
}

const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)

/** Names BatchAppend as real servers do; a client that uses it finds that there is none. */
const getSupportedMethods: handleUnaryCall<shared.Empty, features.SupportedMethods> = (_call, answer) => {
  const batch = new features.SupportedMethod()
  batch.setServiceName('event_store.client.streams.streams').setMethodName('batchappend')
  answer(null, new features.SupportedMethods().setMethodsList([batch]).setEventStoreServerVersion('24.10.4'))
}

const isBound = (server: Server, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const credentials = ServerCredentials.createInsecure()
    server.bindAsync(`127.0.0.1:${port}`, credentials, (error) => resolve(error === null))
  })

await main(process.argv.slice(2))
