import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'

import { codeOf } from '@app/contracts/start-error.ts'
import { z } from 'zod'

/** Outside of the database, because an older backup of it lacks what was decided since. */
export interface Ledger<Entry> {
  /** Durable when it resolves. */
  record(entries: readonly Entry[]): Promise<void>
  read(): Promise<readonly Entry[]>
}

const createLedger = <Entry>(path: string, entry: z.ZodType<Entry>): Ledger<Entry> => ({
  record: async (entries) => {
    if (entries.length === 0) return
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const file = await open(path, 'a', 0o600)
    try {
      // Starts a new line: a crash may have cut the last one short.
      await file.appendFile(entries.map((one) => `\n${JSON.stringify(one)}\n`).join(''))
      await file.sync()
    } finally {
      await file.close()
    }
  },
  read: async () => {
    const text = await readFile(path, 'utf8').catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error
      return ''
    })
    return text.split('\n').flatMap((line) => entryIn(entry, line))
  },
})

function entryIn<Entry>(entry: z.ZodType<Entry>, line: string): readonly Entry[] {
  if (line === '') return []
  try {
    return [entry.parse(JSON.parse(line))]
  } catch {
    return [] // cut short by a crash, before anything followed from it
  }
}

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
