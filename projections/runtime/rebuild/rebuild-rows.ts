import { causeText } from '@app/observability/error-cause.ts'
import type pg from 'pg'

type Db = Pick<pg.Pool, 'query'>

/** Nobody folds a paused build. One that goes on starts without its last error. */
export async function setPaused(db: Db, build: string, isPaused: boolean): Promise<void> {
  await db.query(
    "update projection.builds set is_paused = $2, error = null where build = $1 and state = 'building'",
    [build, isPaused],
  )
}

export async function noteCompared(db: Db, build: string, differing: number): Promise<void> {
  await db.query('update projection.builds set differing = $2 where build = $1', [build, differing])
}

export async function noteCaughtUp(db: Db, build: string, now: Date): Promise<void> {
  await db.query('update projection.builds set caught_up_at = $2 where build = $1', [build, now])
}

/** @param error undefined: it goes on */
export async function noteError(db: Db, build: string, error: unknown): Promise<void> {
  const text = error === undefined ? null : causeText(error)
  await db.query('update projection.builds set error = $2 where build = $1', [build, text])
}
