import { EventStoreDBClient } from '@eventstore/db-client'
import { randomUUID } from 'node:crypto'
import { openTcpProxy } from '@app/services/kernel/log/testing/tcp-proxy.ts'
import type { StoreHarness } from '@app/services/kernel/log/contract/contract-fixture.ts'
import { openStandIn } from './stand-in-process.ts'

/** The server of a test, which can be stopped. */
export interface EventStoreServer extends Omit<StoreHarness, 'open'> {
  readonly url: string
}

/** The server of EVENTSTORE_URL, one node without TLS behind a proxy that breaks its connections, or else the stand-in. */
export async function openEventStoreServer(): Promise<EventStoreServer> {
  const named = process.env.EVENTSTORE_URL
  // The value of a green run depends on it.
  console.info(`event store contract on EventStoreDB: ${named ? 'EVENTSTORE_URL' : 'the stand-in'}`)
  if (!named) return ownServer()
  const { hostname, port, search } = new URL(named)
  const proxy = await openTcpProxy({ host: hostname, port: Number(port || '2113') })
  return {
    url: `esdb://127.0.0.1:${proxy.port}${search}`,
    stopServer: proxy.stop,
    startServer: proxy.start,
    freezeServer: async () => proxy.freeze(),
    thawServer: async () => proxy.thaw(),
    writeForeign: (event) => writeForeign(named, event),
    dispose: proxy.close,
  }
}

async function ownServer(): Promise<EventStoreServer> {
  const server = await openStandIn()
  return {
    url: server.url,
    stopServer: server.kill,
    startServer: server.start,
    freezeServer: async () => server.freeze(),
    thawServer: async () => server.thaw(),
    writeForeign: (event) => writeForeign(server.url, event),
    dispose: server.dispose,
  }
}

/** By the client as it comes, with any bytes as metadata. */
async function writeForeign(
  url: string,
  foreign: Parameters<StoreHarness['writeForeign']>[0],
): Promise<void> {
  const { stream, type, dataText, metaText } = foreign
  const client = EventStoreDBClient.connectionString(url)
  const data = JSON.parse(dataText) as Record<string, unknown>
  const metadata = new TextEncoder().encode(metaText)
  const event = { id: randomUUID(), type, contentType: 'application/json', data, metadata } as const
  await client.appendToStream(stream, event, { credentials: { username: 'admin', password: 'changeit' } })
  await client.dispose()
}
