import { randomFillSync } from 'node:crypto'
import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A file that only occupies space, so that there is some to give back on a full disk. */
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
    // A part of it, left by a crash, does not count.
    exists: async () => (await stat(path).catch(() => undefined))?.size === bytes,
    make: () =>
      write(path, bytes).catch(async (error: unknown) => {
        await giveBack()
        throw error
      }),
    giveBack,
  }
}

/** Written through with what no file system compresses or leaves out: a sparse file would hold nothing. */
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
