import type { ErasedKey, ErasureLedger } from '../erasure-ledger.ts'

export function createLedgerInMemory(): ErasureLedger {
  const erased: ErasedKey[] = []
  return {
    record: async (more) => void erased.push(...more),
    read: async () => erased,
  }
}
