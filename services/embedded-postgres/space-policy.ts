const MIB = 2 ** 20

/**
 * Free space of the data folder's disk, in steps. Postgres dies when it finds no room for a write-ahead segment (16 MiB),
 * and needs room for some of them to come back.
 */
export const SPACE = {
  /** Below it writes are refused. What one look does not see yet, and read models that still follow, fit in it. */
  floorBytes: 128 * MIB,
  /** Writes are taken again from here on, so that one freed file does not open and close them by turns. */
  enoughBytes: 144 * MIB,
  /** Room for recovery and its checkpoint: four segments. */
  ballastBytes: 64 * MIB,
  /** Below it a server that is down gets the ballast. Even then the floor is not reached: it is not for new writes. */
  giveBackBytes: 48 * MIB,
  /** From here on the ballast is made again: enough is left beside it. */
  plentyBytes: 256 * MIB,
} as const

export interface SpaceState {
  /** Writes are refused. */
  readonly isLow: boolean
  readonly hasBallast: boolean
  /** The server is down, and may be so for want of space. While it runs, the ballast would only be used up with the rest. */
  readonly isServerDown: boolean
}

export interface SpaceVerdict {
  readonly isLow: boolean
  readonly ballast: 'keep' | 'make' | 'give-back'
}

/** What follows from a look at the disk. */
export function judgeSpace(freeBytes: number, { isLow, hasBallast, isServerDown }: SpaceState): SpaceVerdict {
  const low = freeBytes < (isLow ? SPACE.enoughBytes : SPACE.floorBytes)
  const isNeeded = isServerDown && freeBytes < SPACE.giveBackBytes
  if (hasBallast) return { isLow: low, ballast: isNeeded ? 'give-back' : 'keep' }
  return { isLow: low, ballast: freeBytes >= SPACE.plentyBytes ? 'make' : 'keep' }
}
