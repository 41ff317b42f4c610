import { z } from 'zod'
import { createLedger, type Ledger } from './ledger.ts'

const erasedKey = z.object({
  at: z.string(),
  subject: z.string(),
  /** Differs from the key of a person who came back under the same id. */
  keyId: z.string(),
})
export type ErasedKey = z.infer<typeof erasedKey>

/** To be written before a key is destroyed: an older backup of the database still holds it. */
export type ErasureLedger = Ledger<ErasedKey>

export const createErasureLedger = (path: string): ErasureLedger => createLedger(path, erasedKey)
