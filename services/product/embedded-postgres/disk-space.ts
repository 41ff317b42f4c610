import { statfs } from 'node:fs/promises'
import { StartError } from '@app/contracts/start-error.ts'
import type { Log } from '../../platform/observability/log.ts'
import type { PostgresServerOptions } from './postgres-server.ts'

const MIB = 2 ** 20
const mebibytes = (bytes: number): number => Math.floor(bytes / MIB)
/** A segment and a checkpoint. */
const START_BYTES = 32 * MIB
/** Writes are refused below it, which leaves room until the next poll, and for read models. */
const FLOOR_BYTES = 128 * MIB
/** Writes are accepted again above it, at some distance from the floor. */
const ENOUGH_BYTES = 144 * MIB
/** At 64 MiB a second, a quarter of the floor is written between two polls. */
const SPACE_POLL_MS = 500

/** @throws StartError */
export function refuseFullDisk(dataDir: string, freeBytes: number): void {
  if (freeBytes >= START_BYTES) return
  throw new StartError(
    `En el disco de ${dataDir} quedan ${mebibytes(freeBytes)} MiB libres y se necesitan ${mebibytes(START_BYTES)}: libera espacio.`,
  )
}

/** PostgreSQL dies without room for a write-ahead segment, so writes are refused before. */
export async function watchDiskSpace({
  dataDir,
  say,
  log,
}: Pick<PostgresServerOptions, 'dataDir' | 'say'> & { readonly log: Pick<Log, 'warn'> }) {
  const space = { freeBytes: Number.POSITIVE_INFINITY, isLow: false, stop: () => clearInterval(timer) }

  async function poll(): Promise<void> {
    space.freeBytes = await freeBytesOf(dataDir)
    const wasLow = space.isLow
    space.isLow = space.freeBytes < (wasLow ? ENOUGH_BYTES : FLOOR_BYTES)
    if (space.isLow === wasLow) return
    log.warn({ free_bytes: space.freeBytes, low: space.isLow }, 'disk space has become low, or enough again')
    say(
      space.isLow
        ? `Quedan ${mebibytes(space.freeBytes)} MiB en el disco: no se guarda nada hasta que haya espacio.`
        : 'Hay espacio en el disco otra vez: se vuelve a guardar.',
    )
  }

  const pollSafely = (): Promise<void> =>
    poll().catch((error: unknown) => log.warn({ err: error }, 'free disk space could not be read'))
  const timer = setInterval(() => void pollSafely(), SPACE_POLL_MS)
  await pollSafely()
  return space
}

export async function freeBytesOf(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir)
  return bavail * bsize
}
