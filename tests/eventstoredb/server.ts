import { openTcpProxy } from '../../services/event-store/testing/tcp-proxy.ts'
import { startedContainer } from './container.ts'
import { nodeAddressOf, urlAt } from './esdb-url.ts'
import { writeRaw, type RawEvent } from './raw-event.ts'
import { openStandIn } from './stand-in-process.ts'

/** The server behind a test, and how to take it away. */
export interface EventStoreServer {
  readonly kind: 'EVENTSTORE_URL' | 'container' | 'stand-in'
  readonly description: string
  readonly url: string
  /** From the client's view; a stand-in really ends, by turns as in a crash and in good order. */
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

/** A server that is named by EVENTSTORE_URL, else one in a container where there is Docker, else the stand-in. */
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
    return behindNothing(`the stand-in, for no container would start: ${String(error)}`)
  }
  return behindNothing('the stand-in')
}

let announced: string | undefined

/** What a green run has shown depends on it, so it is said; once a process is enough. */
function announce(description: string): void {
  if (announced === description) return
  announced = description
  console.info(`event store contract on EventStoreDB: ${description}`)
}

/** A server that is not ours to stop: the line to it is broken instead. */
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

async function behindNothing(description: string): Promise<EventStoreServer> {
  const standIn = await openStandIn()
  let stops = 0
  const stop = (): Promise<void> => (stops++ % 2 === 0 ? standIn.kill() : standIn.stop())
  return {
    kind: 'stand-in',
    description,
    url: standIn.url,
    stop,
    start: () => standIn.start(),
    restart: async () => {
      await stop()
      await standIn.start()
    },
    freeze: async () => standIn.freeze(),
    thaw: async () => standIn.thaw(),
    writeForeign: (raw) => writeRaw(standIn.url, raw),
    dispose: () => standIn.dispose(),
  }
}
