import { z } from 'zod'
import { createLedger, type Ledger } from './ledger.ts'

const keptBack = z.object({
  at: z.string(),
  subject: z.string(),
  /** Differs from the key of a person who came back under the same id. */
  keyId: z.string(),
  requestId: z.string(),
  isBlocked: z.boolean(),
})
export type KeptBack = z.infer<typeof keptBack>

/** Written after the event and before the vault. A subject's last entry counts. */
export type BlockLedger = Ledger<KeptBack>

export const createBlockLedger = (path: string): BlockLedger => createLedger(path, keptBack)
