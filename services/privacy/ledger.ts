import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'

import { codeOf } from '@app/contracts/start-error.ts'
import { z } from 'zod'

const erasedKey = z.object({
  at: z.string(),
  subject: z.string(),
  /** Differs from the key of a person who came back under the same id. */
  keyId: z.string(),
})
export type ErasedKey = z.infer<typeof erasedKey>

/** Written before a key is destroyed; outside of the database, because an older backup of it still holds the key. */
export interface ErasureLedger {
  /** Durable when it resolves. */
  record(entries: readonly ErasedKey[]): Promise<void>
  read(): Promise<readonly ErasedKey[]>
}

export const createErasureLedger = (path: string): ErasureLedger => ({
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
    return text.split('\n').flatMap(entryIn)
  },
})

function entryIn(line: string): readonly ErasedKey[] {
  if (line === '') return []
  try {
    return [erasedKey.parse(JSON.parse(line))]
  } catch {
    return [] // cut short by a crash, before anything followed from it
  }
}
