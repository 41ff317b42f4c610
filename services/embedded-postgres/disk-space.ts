import { statfs, open, rm, stat } from 'node:fs/promises'
import { judgeSpace, SPACE } from './space-policy.ts'
import { randomFillSync } from 'node:crypto'
import { join } from 'node:path'

const FILE = 'ballast'
const CHUNK_BYTES = 2 ** 20

function createBallast(dataDir: string, bytes: number) {
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

export interface DiskSpace {
  readonly freeBytes: number
  readonly isLow: boolean
  stop(): Promise<void>
}

export interface DiskSpaceOptions {
  readonly dataDir: string
  readonly isServerDown: () => boolean
  readonly onChange: (isLow: boolean, freeBytes: number) => void
  readonly onBallast: (change: 'made' | 'given-back') => void
  readonly onTrouble: (error: unknown) => void
  readonly pollMs?: number
}

/** At 64 MiB a second, a quarter of the floor is written between two polls. */
const POLL_MS = 500

/** The first poll may release the ballast for the start, but does not delay the start by making it. */
export async function watchDiskSpace(options: DiskSpaceOptions): Promise<DiskSpace> {
  const ballast = createBallast(options.dataDir, SPACE.ballastBytes)
  let freeBytes = Number.POSITIVE_INFINITY
  let isLow = false

  async function poll(mayMake: boolean): Promise<void> {
    freeBytes = await freeBytesOf(options.dataDir)
    const wasLow = isLow
    const verdict = judgeSpace(freeBytes, {
      isLow,
      hasBallast: await ballast.exists(),
      isServerDown: options.isServerDown(),
    })
    isLow = verdict.isLow
    if (isLow !== wasLow) options.onChange(isLow, freeBytes)
    if (verdict.ballast === 'give-back') {
      await ballast.giveBack()
      options.onBallast('given-back')
    } else if (verdict.ballast === 'make' && mayMake) {
      await ballast.make()
      options.onBallast('made')
    }
  }

  let polling: Promise<void> | undefined = poll(false).catch(options.onTrouble)
  await polling
  polling = undefined
  const timer = setInterval(() => {
    polling ??= poll(true)
      .catch(options.onTrouble)
      .finally(() => (polling = undefined))
  }, options.pollMs ?? POLL_MS)
  timer.unref()
  return {
    get freeBytes() {
      return freeBytes
    },
    get isLow() {
      return isLow
    },
    stop: async () => {
      clearInterval(timer)
      await polling
    },
  }
}

export async function freeBytesOf(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir)
  return bavail * bsize
}
