import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { z } from 'zod'
import { codeOf } from '@app/contracts/start-error.ts'

/** Outside of the database, because an older backup of it lacks what was decided since. */
export interface Ledger<Entry> {
  /** Durable when it resolves. */
  record(entries: readonly Entry[]): Promise<void>
  read(): Promise<readonly Entry[]>
}

export const createLedger = <Entry>(path: string, entry: z.ZodType<Entry>): Ledger<Entry> => ({
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
