import { statfs } from 'node:fs/promises'
import { createBallast } from './ballast.ts'
import { judgeSpace, SPACE } from './space-policy.ts'

/** The disk of the data folder, as it was seen at the last look. */
export interface DiskSpace {
  readonly freeBytes: number
  /** Writes are refused until there is room again. */
  readonly isLow: boolean
  stop(): Promise<void>
}

export interface DiskSpaceOptions {
  readonly dataDir: string
  /** Whether the server that lives there is down: before its start it is. */
  readonly isServerDown: () => boolean
  /** Told of each change: writes are refused, or taken again. */
  readonly onChange: (isLow: boolean, freeBytes: number) => void
  readonly onBallast: (change: 'made' | 'given-back') => void
  /** Told of a look that failed; the next one comes by itself. */
  readonly onTrouble: (error: unknown) => void
  readonly lookEveryMs?: number
}

/** So much may be written between two looks without reaching the end of the disk: a quarter of the floor, at 64 MiB a second. */
const LOOK_EVERY_MS = 500

/**
 * Watches the disk of the data folder from now on, and keeps some of it in reserve. The first look gives back at once
 * what a start on a full disk needs, and makes nothing: the start comes first.
 */
export async function watchDiskSpace(options: DiskSpaceOptions): Promise<DiskSpace> {
  const ballast = createBallast(options.dataDir, SPACE.ballastBytes)
  let freeBytes = Number.POSITIVE_INFINITY
  let isLow = false

  async function look(mayMake: boolean): Promise<void> {
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

  let looking: Promise<void> | undefined = look(false).catch(options.onTrouble)
  await looking
  looking = undefined
  const timer = setInterval(() => {
    looking ??= look(true)
      .catch(options.onTrouble)
      .finally(() => (looking = undefined))
  }, options.lookEveryMs ?? LOOK_EVERY_MS)
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
      await looking
    },
  }
}

/** Free for programs of this user. */
export async function freeBytesOf(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir)
  return bavail * bsize
}
