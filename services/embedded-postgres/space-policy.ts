const MIB = 2 ** 20

/**
 * PostgreSQL dies when it has no room for a write-ahead segment (16 MiB), and needs some of them to recover.
 */
export const SPACE = {
  /** Below it writes are refused. Leaves room for writes until the next look and for read models. */
  floorBytes: 128 * MIB,
  /**
   * Writes are accepted again. Higher than the floor, so that one freed file does not switch both ways in
   * turn.
   */
  enoughBytes: 144 * MIB,
  /** Four segments, for recovery and its checkpoint. */
  ballastBytes: 64 * MIB,
  /**
   * Below it a stopped server gets the ballast. Both together stay below the floor, so that writes remain
   * refused.
   */
  giveBackBytes: 48 * MIB,
  /** From here on there is room to make the ballast again. */
  plentyBytes: 256 * MIB,
} as const

export interface SpaceState {
  readonly isLow: boolean
  readonly hasBallast: boolean
  /** A running server would use the ballast up with the rest. */
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
