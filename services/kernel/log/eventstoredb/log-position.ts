import { START, StoreError, type Position } from '@app/contracts/event-store.ts'

/** As EventStoreDB sends it: both numbers are equal for an event; `prepare` is 0 for a checkpoint. */
export interface LogPosition {
  readonly commit: bigint
  readonly prepare: bigint
}

/** Some servers send this as a checkpoint before the first match. As a start it means the end of the log. */
const NOWHERE = 2n ** 64n - 1n
const COMMIT_MAX = 2n ** 62n - 1n

/**
 * Keeps both numbers: a checkpoint may carry the commit position of an event that is still to come, and resuming from
 * the commit position alone would skip that event. @throws StoreError InvalidPosition
 */
export function positionFrom({ commit, prepare }: LogPosition): Position {
  const isEvent = prepare === commit
  if (commit < 0n || commit > COMMIT_MAX || !(isEvent || prepare === 0n))
    throw new StoreError('InvalidPosition', `commit ${commit}, prepare ${prepare}: not a position of the log`)
  return (2n * commit + (isEvent ? 1n : 0n)) as Position
}

export function logPositionOf(position: Position): LogPosition | 'start' {
  if (position === START) return 'start'
  const commit = position >> 1n
  return { commit, prepare: position % 2n === 1n ? commit : 0n }
}

/** Such a checkpoint must never be stored. */
export const isNowhere = ({ commit, prepare }: LogPosition): boolean =>
  commit === NOWHERE || prepare === NOWHERE
