import { randomUUID } from 'node:crypto'
import type { StoreHarness } from '../contract/contract-fixture.ts'
import { eventStoreContract } from '../contract/event-store.contract.ts'
import { addRow, createMemoryLog, openMemoryEventStore } from './memory-store.ts'

const MARCH_MS = Date.UTC(2026, 2, 2)
const deps = { now: () => new Date(MARCH_MS), newId: randomUUID }

/** There is no server to break. */
const nothing = async (): Promise<void> => undefined

async function openMemoryHarness(): Promise<StoreHarness> {
  const log = createMemoryLog()
  return {
    open: (options) => openMemoryEventStore(log, { ...deps, ...options }),
    stopServer: nothing,
    startServer: nothing,
    freezeServer: nothing,
    thawServer: nothing,
    writeForeign: async ({ stream, type, dataText, metaText }) => {
      const event = { id: randomUUID(), type, version: 1, dataJson: dataText, metaJson: metaText }
      addRow(log, stream, event, MARCH_MS)
    },
    dispose: nothing,
  }
}

eventStoreContract('memory', openMemoryHarness, false)
