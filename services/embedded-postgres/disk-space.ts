import { rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'

const MIB = 2 ** 20

/** PostgreSQL dies without room for a write-ahead segment (16 MiB), and needs some to recover. */
export const SPACE = {
  /** Writes are refused below it. Leaves room until the next poll, and for read models. */
  floorBytes: 128 * MIB,
  /** Writes are accepted again above it, at some distance from the floor. */
  enoughBytes: 144 * MIB,
  firstStartBytes: 192 * MIB,
  /** A segment and a checkpoint. */
  startBytes: 32 * MIB,
} as const

export interface DiskSpace {
  readonly freeBytes: number
  readonly isLow: boolean
  stop(): void
}

export interface DiskSpaceOptions {
  readonly dataDir: string
  readonly onChange: (isLow: boolean, freeBytes: number) => void
  readonly onTrouble: (error: unknown) => void
  readonly pollMs?: number
}

/** At 64 MiB a second, a quarter of the floor is written between two polls. */
const POLL_MS = 500

export async function watchDiskSpace(options: DiskSpaceOptions): Promise<DiskSpace> {
  // A reserve that former versions made.
  await rm(join(options.dataDir, 'ballast'), { force: true })
  let freeBytes = Number.POSITIVE_INFINITY
  let isLow = false

  async function poll(): Promise<void> {
    try {
      freeBytes = await freeBytesOf(options.dataDir)
      const wasLow = isLow
      isLow = freeBytes < (wasLow ? SPACE.enoughBytes : SPACE.floorBytes)
      if (isLow !== wasLow) options.onChange(isLow, freeBytes)
    } catch (error) {
      options.onTrouble(error)
    }
  }

  await poll()
  const timer = setInterval(() => void poll(), options.pollMs ?? POLL_MS)
  timer.unref()
  return {
    get freeBytes() {
      return freeBytes
    },
    get isLow() {
      return isLow
    },
    stop: () => clearInterval(timer),
  }
}

export async function freeBytesOf(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir)
  return bavail * bsize
}
