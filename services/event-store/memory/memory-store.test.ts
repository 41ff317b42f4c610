import { randomUUID } from 'node:crypto'
import { eventStoreContract, type StoreHarness } from '../contract/event-store.contract.ts'
import { addRow } from './memory-log.ts'
import { createMemoryLog, openMemoryEventStore } from './memory-store.ts'

const MARCH_MS = Date.UTC(2026, 2, 2)
const clockAt = (offsetMs: number) => ({ now: () => new Date(MARCH_MS + offsetMs), newId: randomUUID })

async function openMemoryHarness(): Promise<StoreHarness> {
  const log = createMemoryLog()
  const become = (outage: typeof log.outage) => async () => {
    log.outage = outage
  }
  return {
    open: (options) => openMemoryEventStore(log, { ...clockAt(0), ...options }),
    openAtClock: (offsetMs) => openMemoryEventStore(log, clockAt(offsetMs)),
    openElsewhere: () => openMemoryEventStore(createMemoryLog(), clockAt(0)),
    restart: async () => {
      log.outage = 'down'
      await new Promise((resolve) => setTimeout(resolve, 20))
      log.outage = 'none'
    },
    stopServer: become('down'),
    startServer: become('none'),
    freezeServer: become('silent'),
    thawServer: become('none'),
    writeForeign: async ({ stream, type, dataText, metaText }) =>
      addRow(
        log,
        stream,
        { id: randomUUID(), type, version: 1, dataJson: dataText, metaJson: metaText },
        MARCH_MS,
      ),
    closeStream: async (stream) => void log.closed.add(stream),
    dispose: become('down'),
  }
}

eventStoreContract('memory', openMemoryHarness)
