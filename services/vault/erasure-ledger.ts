import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { codeOf } from '@app/contracts/start-error.ts'

const erasedKey = z.object({
  at: z.string(),
  /** Whose key it was: an id, no name. */
  subject: z.string(),
  /** Tells it from the key of whoever came back under the same id. */
  keyId: z.string(),
})
/** A key that was destroyed. */
export type ErasedKey = z.infer<typeof erasedKey>

/** Whom the vault has forgotten, outside of the database: a copy of it from before knows them still. */
export interface ErasureLedger {
  /** Durable when it resolves: before the key is destroyed. */
  record(erased: readonly ErasedKey[]): Promise<void>
  read(): Promise<readonly ErasedKey[]>
}

/** One line an erasure, only ever added to. */
export const createErasureLedger = (path: string): ErasureLedger => ({
  record: async (erased) => {
    if (erased.length === 0) return
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const file = await open(path, 'a', 0o600)
    try {
      // Begins a line of its own: the last one may have been cut short by a crash.
      await file.appendFile(erased.map((one) => `\n${JSON.stringify(one)}\n`).join(''))
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
    return text.split('\n').flatMap((line) => erasedIn(line))
  },
})

function erasedIn(line: string): readonly ErasedKey[] {
  if (line === '') return []
  try {
    return [erasedKey.parse(JSON.parse(line))]
  } catch {
    return [] // cut short: its key was not destroyed yet
  }
}
