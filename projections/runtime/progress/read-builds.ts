import type { Position } from '@app/contracts/event-store.ts'
import type { ProjectionMove } from './progress.ts'
import type { ReadBuild } from './progress-rows.ts'

/** The builds that queries see, as last known to this process. */
export interface ReadBuilds {
  hasPassed(projection: string, position: Position): boolean
  find(projection: string): ReadBuild | undefined
  /** The build has moved; false if queries read another one until now. */
  move(projection: string, to: ReadBuild): boolean
  /** @param isAnew moves may have been missed */
  set(projection: string, to: ReadBuild | undefined, isAnew: boolean): void
}

/** @param onMove called after each move is applied */
export function createReadBuilds(onMove: (move: ProjectionMove) => void): ReadBuilds {
  const builds = new Map<string, ReadBuild>()

  function set(projection: string, to: ReadBuild | undefined, isMissed: boolean): void {
    const before = builds.get(projection)
    if (to === undefined) return void builds.delete(projection)
    builds.set(projection, to)
    if (before === undefined) return
    const isAnew = isMissed || before.build !== to.build
    if (isAnew || before.position !== to.position)
      onMove({ projection, from: before.position, to: to.position, isAnew })
  }

  return {
    find: (projection) => builds.get(projection),
    hasPassed: (projection, position) => (builds.get(projection)?.position ?? -1n) >= position,
    move: (projection, to) => {
      if (builds.get(projection)?.build !== to.build) return false
      set(projection, to, false)
      return true
    },
    set,
  }
}
