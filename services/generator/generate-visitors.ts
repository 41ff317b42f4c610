import { pickDevice, pickLanguage, pickPhone, type SimulatedDevice } from './devices.ts'
import { oneOf, uuidOf, type Random } from './random.ts'

export interface SimulatedVisitor {
  readonly id: string
  readonly device: SimulatedDevice
  readonly language: string
  name?: string
}

export interface SimulatedVisitors {
  next(profile: number, isFair: boolean): SimulatedVisitor
  size(): number
}

/** Limits memory; a forgotten visitor does not return. */
export const VISITORS_REMEMBERED_MAX = 60_000
const OF_A_PROFILE_MAX = 500
const RETURNING_PART = 0.32
const RETURNING_AT_FAIR = 0.08

/** @param returningPart share of visits by returning visitors */
export function createVisitors(
  random: Random,
  profiles: number,
  returningPart = RETURNING_PART,
): SimulatedVisitors {
  const room = Math.min(OF_A_PROFILE_MAX, Math.floor(VISITORS_REMEMBERED_MAX / profiles))
  const known = Array.from({ length: profiles }, (): SimulatedVisitor[] => [])
  const came = new Uint32Array(profiles)
  let remembered = 0

  function remember(profile: number, visitor: SimulatedVisitor): void {
    if (room === 0) return
    const place = came[profile]! % room
    came[profile]! += 1
    const theirs = known[profile]!
    if (theirs.length === place) remembered += 1
    theirs[place] = visitor
  }

  return {
    next: (profile, isFair) => {
      const theirs = known[profile]!
      const isReturning = random() < (isFair ? RETURNING_AT_FAIR : returningPart)
      if (isReturning && theirs.length > 0) return oneOf(random, theirs)
      const device = (isFair ? pickPhone : pickDevice)(random)
      const visitor = { id: uuidOf(random), device, language: pickLanguage(random) }
      remember(profile, visitor)
      return visitor
    },
    size: () => remembered,
  }
}
