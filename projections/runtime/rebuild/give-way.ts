import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { readProgress, type Versioned } from '../progress/progress-rows.ts'

const BEHIND_MS = 2_000
const REST_MS = 1_000

/** Called between batches of a build that no query sees: it slows down while live read models are behind the log. */
export async function giveWay(
  db: Pick<pg.Pool, 'query'>,
  projections: readonly Versioned[],
  now: Date,
): Promise<void> {
  // The state of a dead runner is `starting`, whatever it reported last.
  const isBehind = (await readProgress(db, projections)).some(
    ({ state, behindSince }) =>
      (state === 'live' || state === 'catching-up') &&
      behindSince !== null &&
      now.getTime() - behindSince.getTime() > BEHIND_MS,
  )
  if (isBehind) await pause(REST_MS)
}
