import { openTcpProxy } from '../../services/kernel/log/testing/tcp-proxy.ts'
import { startedContainer } from './container.ts'
import { nodeAddressOf, urlAt } from './esdb-url.ts'
import { writeRaw, type RawEvent } from './raw-event.ts'
import { openStandIn } from './stand-in-process.ts'

/** The server of a test, which can be stopped. */
export interface EventStoreServer {
  readonly kind: 'EVENTSTORE_URL' | 'container' | 'stand-in'
  readonly description: string
  readonly url: string
  /** Stops it from the client's view. Our own server really ends, alternately by a crash and orderly. */
  stop(): Promise<void>
  /** Does nothing while it runs, as `thaw` does while it answers. */
  start(): Promise<void>
  restart(): Promise<void>
  /** Makes it accept connections without answers. */
  freeze(): Promise<void>
  thaw(): Promise<void>
  writeForeign(raw: RawEvent): Promise<void>
  dispose(): Promise<void>
}

/** The server of EVENTSTORE_URL, or else a container if Docker is available, or else the stand-in. */
export async function openEventStoreServer(): Promise<EventStoreServer> {
  const server = await chosenServer()
  announce(server.description)
  return server
}

async function chosenServer(): Promise<EventStoreServer> {
  const named = process.env.EVENTSTORE_URL
  if (named !== undefined && named !== '') {
    const { host, port } = nodeAddressOf(named)
    return behindProxy('EVENTSTORE_URL', `the server at ${host}:${port}`, named)
  }
  try {
    const container = await startedContainer()
    if (container !== undefined)
      return await behindProxy('container', `a container of ${container.image}`, container.url)
  } catch (error) {
    return ownServer(`the stand-in, because no container starts: ${String(error)}`)
  }
  return ownServer('the stand-in')
}

let announced: string | undefined

/** Printed once a process, because the value of a green run depends on it. */
function announce(description: string): void {
  if (announced === description) return
  announced = description
  console.info(`event store contract on EventStoreDB: ${description}`)
}

/** A server that tests must not stop; a proxy breaks its connections instead. */
async function behindProxy(
  kind: EventStoreServer['kind'],
  description: string,
  url: string,
): Promise<EventStoreServer> {
  const proxy = await openTcpProxy(nodeAddressOf(url))
  return {
    kind,
    description,
    url: urlAt(url, { host: '127.0.0.1', port: proxy.port }),
    stop: () => proxy.stop(),
    start: () => proxy.start(),
    restart: async () => {
      await proxy.stop()
      await proxy.start()
    },
    freeze: async () => proxy.freeze(),
    thaw: async () => proxy.thaw(),
    writeForeign: (raw) => writeRaw(url, raw),
    dispose: () => proxy.close(),
  }
}

async function ownServer(description: string): Promise<EventStoreServer> {
  const server = await openStandIn()
  let stops = 0
  const stop = (): Promise<void> => (stops++ % 2 === 0 ? server.kill() : server.stop())
  return {
    kind: 'stand-in',
    description,
    url: server.url,
    stop,
    start: () => server.start(),
    restart: async () => {
      await stop()
      await server.start()
    },
    freeze: async () => server.freeze(),
    thaw: async () => server.thaw(),
    writeForeign: (raw) => writeRaw(server.url, raw),
    dispose: () => server.dispose(),
  }
}
