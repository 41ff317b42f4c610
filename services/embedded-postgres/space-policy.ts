const MIB = 2 ** 20

/** PostgreSQL dies without room for a write-ahead segment (16 MiB), and needs some to recover. */
export const SPACE = {
  /** Writes are refused below it. Leaves room until the next poll, and for read models. */
  floorBytes: 128 * MIB,
  /** Writes are accepted again above it, at some distance from the floor. */
  enoughBytes: 144 * MIB,
  /** Four segments, for recovery and its checkpoint. */
  ballastBytes: 64 * MIB,
  /** The ballast is released below it for a stopped server. Writes remain refused. */
  giveBackBytes: 48 * MIB,
  plentyBytes: 256 * MIB,
} as const

export interface SpaceState {
  readonly isLow: boolean
  readonly hasBallast: boolean
  /** A running server would use up the ballast too. */
  readonly isServerDown: boolean
}

export interface SpaceVerdict {
  readonly isLow: boolean
  readonly ballast: 'keep' | 'make' | 'give-back'
}

export function judgeSpace(freeBytes: number, { isLow, hasBallast, isServerDown }: SpaceState): SpaceVerdict {
  const low = freeBytes < (isLow ? SPACE.enoughBytes : SPACE.floorBytes)
  const isNeeded = isServerDown && freeBytes < SPACE.giveBackBytes
  if (hasBallast) return { isLow: low, ballast: isNeeded ? 'give-back' : 'keep' }
  return { isLow: low, ballast: freeBytes >= SPACE.plentyBytes ? 'make' : 'keep' }
}
