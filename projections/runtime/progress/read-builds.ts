import { START, type Position } from '@app/contracts/event-store.ts'
import type { ProjectionMove } from './progress.ts'
import type { PolledTo } from './own-runners.ts'
import type { ReadBuild } from './progress-rows.ts'

/** The builds that queries see, as last known to this process. */
export interface ReadBuilds {
  hasPassed(projection: string, position: Position): boolean
  /** Position of its rows: the checkpoint, or beyond it if its runner has announced more. */
  reached(projection: string): Position
  find(projection: string): ReadBuild | undefined
  /** Its runner is ahead of the checkpoint that this process knows; undefined retracts. */
  polled(projection: string, to: PolledTo | undefined): void
  /** The build has moved; false if queries read another one until now. */
  move(projection: string, to: ReadBuild): boolean
  /** @param isAnew moves may have been missed */
  set(projection: string, to: ReadBuild | undefined, isAnew: boolean): void
}

/** @param onMove called after each move is applied */
export function createReadBuilds(onMove: (move: ProjectionMove) => void): ReadBuilds {
  const builds = new Map<string, ReadBuild>()
  /** Kept only while the rows of the same build go forward. */
  const polledTo = new Map<string, Position>()

  function replace(
    projection: string,
    before: ReadBuild | undefined,
    to: ReadBuild,
    isMissed: boolean,
  ): void {
    builds.set(projection, to)
    const isAnew = isMissed || before?.build !== to.build
    if (isAnew || to.position < before.position) polledTo.delete(projection)
    if (before === undefined) return
    if (!isAnew && before.position === to.position) return
    onMove({ projection, from: before.position, to: to.position, isAnew })
  }

  function reached(projection: string): Position {
    const written = builds.get(projection)?.position ?? START
    const polled = polledTo.get(projection) ?? START
    return polled > written ? polled : written
  }

  return {
    find: (projection) => builds.get(projection),
    reached,
    hasPassed: (projection, position) => builds.has(projection) && reached(projection) >= position,
    polled: (projection, to) => {
      if (to !== undefined && builds.get(projection)?.build === to.build)
        polledTo.set(projection, to.position)
      else polledTo.delete(projection)
    },
    move: (projection, to) => {
      const before = builds.get(projection)
      if (before?.build !== to.build) return false
      replace(projection, before, to, false)
      return true
    },
    set: (projection, to, isAnew) => {
      const before = builds.get(projection)
      if (to !== undefined) return replace(projection, before, to, isAnew)
      builds.delete(projection)
      polledTo.delete(projection)
    },
  }
}
