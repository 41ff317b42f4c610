import { openTcpProxy } from '../../services/event-store/testing/tcp-proxy.ts'
import { startedContainer } from './container.ts'
import { nodeAddressOf, urlAt } from './esdb-url.ts'
import { writeRaw, type RawEvent } from './raw-event.ts'
import { isCommandGiven } from './commanded-server.ts'
import { openLogServer } from './open-log-server.ts'

/** The server behind a test, and ways to stop it. */
export interface EventStoreServer {
  readonly kind: 'EVENTSTORE_URL' | 'EVENTSTORE_COMMAND' | 'container' | 'stand-in'
  readonly description: string
  readonly url: string
  /** From the client's view; one of our own really ends, by turns as in a crash and in good order. */
  stop(): Promise<void>
  /** Does nothing where it runs; so does `thaw` where it answers. */
  start(): Promise<void>
  restart(): Promise<void>
  /** It accepts, and never answers. */
  freeze(): Promise<void>
  thaw(): Promise<void>
  writeForeign(raw: RawEvent): Promise<void>
  dispose(): Promise<void>
}

/**
 * A server that is named by EVENTSTORE_URL, else one that EVENTSTORE_COMMAND starts, else one in a container where there
 * is Docker, else the stand-in.
 */
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
  if (isCommandGiven()) return ownServer('EVENTSTORE_COMMAND', 'a server that EVENTSTORE_COMMAND starts')
  try {
    const container = await startedContainer()
    if (container !== undefined)
      return await behindProxy('container', `a container of ${container.image}`, container.url)
  } catch (error) {
    return ownServer('stand-in', `the stand-in, for no container would start: ${String(error)}`)
  }
  return ownServer('stand-in', 'the stand-in')
}

let announced: string | undefined

/** Printed once a process, because the value of a green run depends on it. */
function announce(description: string): void {
  if (announced === description) return
  announced = description
  console.info(`event store contract on EventStoreDB: ${description}`)
}

/** A server that we must not stop: its connection is broken instead. */
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

async function ownServer(kind: EventStoreServer['kind'], description: string): Promise<EventStoreServer> {
  const server = await openLogServer()
  let stops = 0
  const stop = (): Promise<void> => (stops++ % 2 === 0 ? server.kill() : server.stop())
  return {
    kind,
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
