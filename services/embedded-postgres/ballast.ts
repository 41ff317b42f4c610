import { randomFillSync } from 'node:crypto'
import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

export interface Ballast {
  exists(): Promise<boolean>
  make(): Promise<void>
  giveBack(): Promise<void>
}

const FILE = 'ballast'
const CHUNK_BYTES = 2 ** 20

export function createBallast(dataDir: string, bytes: number): Ballast {
  const path = join(dataDir, FILE)
  const giveBack = (): Promise<void> => rm(path, { force: true })
  return {
    // A crash may have left an incomplete file.
    exists: async () => (await stat(path).catch(() => undefined))?.size === bytes,
    make: () =>
      write(path, bytes).catch(async (error: unknown) => {
        await giveBack()
        throw error
      }),
    giveBack,
  }
}

/** Random bytes, because a file system may compress zeros or store holes. */
async function write(path: string, bytes: number): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    const chunk = Buffer.alloc(CHUNK_BYTES)
    for (let written = 0; written < bytes; written += CHUNK_BYTES) {
      randomFillSync(chunk)
      await file.writeFile(chunk.subarray(0, Math.min(CHUNK_BYTES, bytes - written)))
    }
  } finally {
    await file.close()
  }
}
