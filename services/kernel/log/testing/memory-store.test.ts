import { randomUUID } from 'node:crypto'
import { eventStoreContract, type StoreHarness } from '../contract/event-store.contract.ts'
import { addRow } from './memory-log.ts'
import { createMemoryLog, openMemoryEventStore } from './memory-store.ts'

const MARCH_MS = Date.UTC(2026, 2, 2)
const deps = { now: () => new Date(MARCH_MS), newId: randomUUID }

/** There is no server to break. */
const nothing = async (): Promise<void> => undefined

async function openMemoryHarness(): Promise<StoreHarness> {
  const log = createMemoryLog()
  return {
    open: (options) => openMemoryEventStore(log, { ...deps, ...options }),
    openElsewhere: () => openMemoryEventStore(createMemoryLog(), deps),
    restart: nothing,
    stopServer: nothing,
    startServer: nothing,
    freezeServer: nothing,
    thawServer: nothing,
    writeForeign: async ({ stream, type, dataText, metaText }) =>
      addRow(
        log,
        stream,
        { id: randomUUID(), type, version: 1, dataJson: dataText, metaJson: metaText },
        MARCH_MS,
      ),
    dispose: nothing,
  }
}

eventStoreContract('memory', openMemoryHarness, { hasServer: false })
