import type { ErasedKey, ErasureLedger } from '../erasures/shred.ts'

export function createLedgerInMemory(): ErasureLedger {
  const entries: ErasedKey[] = []
  return {
    record: async (more) => void entries.push(...more),
    read: async () => entries,
  }
}
