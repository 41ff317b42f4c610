import { START, StoreError, type Position } from '@app/contracts/event-store.ts'

/** A place as EventStoreDB names it: equal numbers for an event, (page bound, 0) for a checkpoint. */
export interface LogPosition {
  readonly commit: bigint
  readonly prepare: bigint
}

/** What some servers send as a checkpoint before anything matched; read back it means the end of the log. */
const NOWHERE = 2n ** 64n - 1n
const COMMIT_MAX = 2n ** 62n - 1n

/**
 * One ordered number that keeps both: a checkpoint may name the exact place of an event that is still to come, so
 * whoever kept the commit position alone would resume behind that event, and never see it.
 * @throws StoreError InvalidPosition for what neither an event nor a checkpoint can have
 */
export function positionFrom({ commit, prepare }: LogPosition): Position {
  const isEvent = prepare === commit
  if (commit < 0n || commit > COMMIT_MAX || !(isEvent || prepare === 0n))
    throw new StoreError('InvalidPosition', `commit ${commit}, prepare ${prepare}: not a position of the log`)
  return (2n * commit + (isEvent ? 1n : 0n)) as Position
}

/** The inverse of `positionFrom`; the beginning of the log has a name of its own. */
export function logPositionOf(position: Position): LogPosition | 'start' {
  if (position === START) return 'start'
  const commit = position >> 1n
  return { commit, prepare: position % 2n === 1n ? commit : 0n }
}

/** Whether a checkpoint says nothing, or worse: it must never be kept. */
export const isNowhere = ({ commit, prepare }: LogPosition): boolean =>
  commit === NOWHERE || prepare === NOWHERE
