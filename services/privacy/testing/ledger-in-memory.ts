import type { Ledger } from '../ledger.ts'

export function createLedgerInMemory<Entry>(): Ledger<Entry> {
  const entries: Entry[] = []
  return {
    record: async (more) => void entries.push(...more),
    read: async () => entries,
  }
}
