import { statfs } from 'node:fs/promises'
import type { Log } from '../../platform/observability/log.ts'

const MIB = 2 ** 20
/** Writes are refused below it, which leaves room until the next poll, and for read models. */
const FLOOR_BYTES = 128 * MIB
/** Writes are accepted again above it, at some distance from the floor. */
const ENOUGH_BYTES = 144 * MIB
/** At 64 MiB a second, a quarter of the floor is written between two polls. */
const POLL_MS = 500

export interface DiskSpace {
  readonly freeBytes: number
  readonly isLow: boolean
  stop(): void
}

export interface DiskSpaceOptions {
  readonly dataDir: string
  readonly say: (line: string) => void
  readonly log: Pick<Log, 'warn'>
}

/** PostgreSQL dies without room for a write-ahead segment, so writes are refused before. */
export async function watchDiskSpace({ dataDir, say, log }: DiskSpaceOptions): Promise<DiskSpace> {
  const space = { freeBytes: Number.POSITIVE_INFINITY, isLow: false, stop: () => clearInterval(timer) }

  async function poll(): Promise<void> {
    space.freeBytes = await freeBytesOf(dataDir)
    const wasLow = space.isLow
    space.isLow = space.freeBytes < (wasLow ? ENOUGH_BYTES : FLOOR_BYTES)
    if (space.isLow === wasLow) return
    log.warn(
      { free_bytes: space.freeBytes, low: space.isLow },
      space.isLow ? 'disk space is low: writes are refused' : 'disk space is available again',
    )
    say(
      space.isLow
        ? `Quedan ${mebibytes(space.freeBytes)} MiB en el disco: no se guarda nada hasta que haya espacio.`
        : 'Hay espacio en el disco otra vez: se vuelve a guardar.',
    )
  }

  const look = (): Promise<void> =>
    poll().catch((error: unknown) => log.warn({ err: error }, 'free disk space could not be read'))
  const timer = setInterval(() => void look(), POLL_MS).unref()
  await look()
  return space
}

export const mebibytes = (bytes: number): number => Math.floor(bytes / MIB)

export async function freeBytesOf(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir)
  return bavail * bsize
}
