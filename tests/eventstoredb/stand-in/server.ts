import { setTimeout as pause } from 'node:timers/promises'
import {
  Server,
  ServerCredentials,
  type ServiceDefinition,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js'
import gossipServices from '@eventstore/db-client/generated/gossip_grpc_pb.js'
import featureServices from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import streamServices from '@eventstore/db-client/generated/streams_grpc_pb.js'
import { appendCall } from './calls/append-call.ts'
import { createWriter } from './appending.ts'
import { softDeleteCall, tombstoneCall } from './calls/deletion-calls.ts'
import { gossipCall, supportedMethodsCall } from './calls/discovery-calls.ts'
import { openLog } from './log.ts'
import { readCall } from './calls/read-call.ts'
import type { StandInCommand, StandInSettings } from './settings.ts'
import { createClock, type ServerState, type StreamEnd } from './state.ts'
import { recordsOfNewDatabase, recordsOfStart } from './system-records.ts'

const MESSAGE_BYTES_MAX = 17 * 1024 * 1024
const SHUTDOWN_MS_MAX = 500
/** Delay between write and commit. */
const COMMIT_MS = 2

export interface RunningServer {
  readonly port: number
  readonly command: (command: StandInCommand) => void
  /** Ends subscriptions, and completes other calls. */
  readonly stop: () => Promise<void>
}

/** Loads the log and listens, with the client's definitions of the services. */
export async function startServer(settings: StandInSettings): Promise<RunningServer> {
  const { dataFile, port, notReadyMs, stopMs } = settings
  const log = openLog(dataFile, COMMIT_MS)
  let boundPort = port
  const state: ServerState = {
    log,
    port: () => boundPort,
    subscriptions: new Set(),
    readyAtMs: performance.now() + notReadyMs,
    refusal: undefined,
  }
  const now = createClock()
  const server = new Server({ 'grpc.max_receive_message_length': MESSAGE_BYTES_MAX })
  addServices(server, state, now)
  boundPort = await listen(server, port)
  const isNew = log.records.length === 0
  // Before the first call, because nothing is read from connections in this turn of the event loop.
  log.append([...(isNew ? recordsOfNewDatabase(boundPort) : []), ...recordsOfStart()], now())
  log.commit()
  return {
    port: boundPort,
    command: (command) => obey(state, command),
    stop: async () => {
      endAll(state.subscriptions, 'reset')
      await Promise.all([shutDown(server), pause(stopMs)])
      log.commit()
    },
  }
}

function addServices(server: Server, state: ServerState, now: () => bigint): void {
  const writer = createWriter(state, now)
  const { StreamsService } = streamServices
  const services: readonly [ServiceDefinition, UntypedServiceImplementation][] = [
    [
      {
        ...StreamsService,
        // Reads answer with bytes of the log.
        read: { ...StreamsService.read, responseSerialize: asBuffer },
      },
      {
        read: readCall(state),
        append: appendCall(state, writer),
        delete: softDeleteCall(state, writer),
        tombstone: tombstoneCall(state, writer),
      },
    ],
    [featureServices.ServerFeaturesService, { getSupportedMethods: supportedMethodsCall() }],
    [gossipServices.GossipService, { read: gossipCall(state) }],
  ]
  for (const [definition, implementation] of services) server.addService(definition, implementation)
}

const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)

const PORT_FIRST = 20_000
const PORTS = 12_000
const TRIES_MAX = 50
const RETRY_MS = 100

/**
 * Listens on the requested port, or on one outside the range of outgoing connections, so that it is free again when the
 * server restarts.
 */
async function listen(server: Server, port: number): Promise<number> {
  for (let tries = 1; ; tries++) {
    const wanted = port === 0 ? PORT_FIRST + Math.floor(Math.random() * PORTS) : port
    try {
      return await bind(server, wanted)
    } catch (error) {
      if (tries === TRIES_MAX) throw error
      await new Promise((resolve) => setTimeout(resolve, port === 0 ? 0 : RETRY_MS))
    }
  }
}

const bind = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    )
  })

const endAll = (calls: ReadonlySet<(how: StreamEnd) => void>, how: StreamEnd): void => {
  for (const end of calls) end(how)
}

function obey(state: ServerState, command: StandInCommand): void {
  switch (command.set) {
    case 'refusal':
      state.refusal = command.refusal ?? undefined
      return
    case 'subscriptions-ended':
      endAll(state.subscriptions, 'complete')
  }
}

async function shutDown(server: Server): Promise<void> {
  const isDown = new Promise<void>((resolve) => server.tryShutdown(() => resolve()))
  await Promise.race([isDown, pause(SHUTDOWN_MS_MAX, undefined, { ref: false })])
  server.forceShutdown()
}
