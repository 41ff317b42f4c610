import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Server, ServerCredentials, type handleUnaryCall } from '@grpc/grpc-js'
import features from '@eventstore/db-client/generated/serverfeatures_pb.js'
import featureServices from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import gossip from '@eventstore/db-client/generated/gossip_pb.js'
import gossipServices from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import streamServices from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { appendCall } from './append-call.ts'
import { openLog } from './log.ts'
import { readCall } from './read-call.ts'
import {
  refused,
  type Refusal,
  type ServerState,
  type StandInCommand,
  type StandInSettings,
} from './server-state.ts'

/** A gRPC server of one node that behaves like EventStoreDB. A separate process, so that tests can kill it. */

const MESSAGE_BYTES_MAX = 17 * 1024 * 1024
const SHUTDOWN_MS_MAX = 500

async function main(): Promise<void> {
  process.on('disconnect', () => process.exit()) // ends with its parent
  const { dataFile, port, notReadyMs, stopMs } = JSON.parse(process.argv[2] ?? '') as StandInSettings
  const log = openLog(dataFile)
  const readyAtMs = performance.now() + notReadyMs
  let refusal: Refusal | undefined
  const refusalNow = () =>
    performance.now() < readyAtMs ? refused('not-ready') : refusal && refused(refusal)
  const state: ServerState = { log, refusalNow, subscriptions: new Set() }
  const server = new Server({ 'grpc.max_receive_message_length': MESSAGE_BYTES_MAX })
  let boundPort = port
  addServices(server, state, () => boundPort)
  boundPort = await listen(server, port)
  process.on('message', (command: StandInCommand) => {
    if (command.set === 'refusal') refusal = command.refusal ?? undefined
    else for (const end of state.subscriptions) end('complete')
    process.send?.({ done: command.number })
  })
  process.once('SIGTERM', () => {
    for (const end of state.subscriptions) end('reset')
    void Promise.all([shutDown(server), pause(stopMs)]).then(() => {
      log.commit()
      process.exit()
    })
  })
  console.log(`listening ${boundPort}`)
}

function addServices(server: Server, state: ServerState, port: () => number): void {
  const { StreamsService } = streamServices
  // Reads answer with bytes of the log.
  const service = { ...StreamsService, read: { ...StreamsService.read, responseSerialize: asBuffer } }
  server.addService(service, { read: readCall(state), append: appendCall(state) })
  server.addService(featureServices.ServerFeaturesService, { getSupportedMethods })
  server.addService(gossipServices.GossipService, { read: gossipCall(port) })
}

const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)

/** Names BatchAppend as real servers do; a client that uses it finds that there is none. */
const getSupportedMethods: handleUnaryCall<shared.Empty, features.SupportedMethods> = (_call, answer) => {
  const batch = new features.SupportedMethod()
  batch.setServiceName('event_store.client.streams.streams').setMethodName('batchappend')
  answer(null, new features.SupportedMethods().setMethodsList([batch]).setEventStoreServerVersion('24.10.4'))
}

/** A single server is a cluster of one, and its leader. */
function gossipCall(port: () => number): handleUnaryCall<shared.Empty, gossip.ClusterInfo> {
  const instanceId = randomUUID()
  return (_call, answer) => {
    const self = new gossip.MemberInfo()
      .setInstanceId(new shared.UUID().setString(instanceId))
      .setTimeStamp('0')
      .setState(gossip.MemberInfo.VNodeState.LEADER)
      .setIsAlive(true)
      .setHttpEndPoint(new gossip.EndPoint().setAddress('127.0.0.1').setPort(port()))
    answer(null, new gossip.ClusterInfo().setMembersList([self]))
  }
}

const PORT_FIRST = 20_000
const PORTS = 12_000
const TRIES_MAX = 50
const RETRY_MS = 100

/**
 * Listens on the requested port, or on one outside the range of outgoing connections, so that it is free again when the
 * server restarts.
 */
async function listen(server: Server, port: number): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const wanted = port === 0 ? PORT_FIRST + Math.floor(Math.random() * PORTS) : port
    try {
      return await bind(server, wanted)
    } catch (error) {
      if (tries === TRIES_MAX) throw error
      await pause(port === 0 ? 0 : RETRY_MS)
    }
  }
}

const bind = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    )
  })

async function shutDown(server: Server): Promise<void> {
  const isDown = new Promise<void>((resolve) => server.tryShutdown(() => resolve()))
  await Promise.race([isDown, pause(SHUTDOWN_MS_MAX, undefined, { ref: false })])
  server.forceShutdown()
}

main().catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})
