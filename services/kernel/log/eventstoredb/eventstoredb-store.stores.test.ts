import { randomUUID } from 'node:crypto'
import { openEventStoreServer } from '../../../../tests/eventstoredb/server.ts'
import { openStandIn, type StandIn } from '../../../../tests/eventstoredb/stand-in-process.ts'
import type { OpenOptions } from '../contract/harness.ts'
import { untilAvailable } from '../contract/contract-fixture.ts'
import { eventStoreContract, type StoreHarness } from '../contract/event-store.contract.ts'
import { openEventStoreDb } from './eventstoredb-store.ts'

const MARCH_MS = Date.UTC(2026, 2, 2)

const openOn = (url: string, options: OpenOptions = {}) =>
  openEventStoreDb({
    url,
    now: () => new Date(MARCH_MS),
    newId: randomUUID,
    ...options,
  })

/** A server may still be starting. */
const ready = (url: string) => untilAvailable(() => openOn(url))

/** The available server: a given one, one in a container, or the stand-in; another log is never in a given one. */
async function openEventStoreDbHarness(): Promise<StoreHarness> {
  const server = await openEventStoreServer()
  let elsewhere: Promise<StandIn> | undefined
  await (await ready(server.url)).dispose()
  return {
    open: (options) => openOn(server.url, options),
    openElsewhere: async () => {
      elsewhere ??= openStandIn()
      return ready((await elsewhere).url)
    },
    restart: server.restart,
    stopServer: server.stop,
    startServer: server.start,
    freezeServer: server.freeze,
    thawServer: server.thaw,
    writeForeign: server.writeForeign,
    dispose: async () => {
      await server.dispose()
      await (await elsewhere)?.dispose()
    },
  }
}

eventStoreContract('EventStoreDB', openEventStoreDbHarness)
