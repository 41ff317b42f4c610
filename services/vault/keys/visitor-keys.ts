import { createHmac } from 'node:crypto'
import { addDays, dayInSantiago } from '@app/contracts/calendar.ts'
import type pg from 'pg'
import { KEY_BYTES, type RandomBytes } from './sealing.ts'

const DAYS_KEPT = 2
const HOUR_MS = 3_600_000
/** A salt that was used within so long is not two days old, whatever the clock says. */
const USED_MS = 24 * HOUR_MS
/** One that this process never used is destroyed at a second look: a clock that was set wrong is right again by then. */
const SECOND_LOOK_MS = HOUR_MS

export interface VisitorKeys {
  keyOfToday(): Promise<Buffer>
  /** Destroys the salts whose time is over; to be called every hour, also where no visitor comes. */
  forgetOld(): Promise<void>
}

export interface VisitorKeysDeps {
  readonly db: Pick<pg.Pool, 'query'>
  readonly secret: Buffer
  readonly random: RandomBytes
  readonly now: () => Date
  readonly monotonicMs: () => number
}

/**
 * The key of the day, under which visitors without an id are hashed. Its salt is destroyed after two days:
 * from then on nobody can tell whether two hashes of different days were one person.
 */
export function createVisitorKeys(deps: VisitorKeysDeps): VisitorKeys {
  const { db, secret, random, now, monotonicMs } = deps
  /** Days whose salts stay until then by the monotonic clock, though the clock on the wall may have jumped. */
  const heldUntilMs = new Map<string, number>()
  let known: { readonly day: string; readonly key: Buffer } | undefined

  const today = (): string => dayInSantiago(now().getTime())

  /** Whether a salt that looks too old is so by the monotonic clock as well. */
  function isOver(day: string): boolean {
    const untilMs = heldUntilMs.get(day)
    if (untilMs === undefined) heldUntilMs.set(day, monotonicMs() + SECOND_LOOK_MS)
    return untilMs !== undefined && untilMs <= monotonicMs()
  }

  async function forgetOld(): Promise<void> {
    const { rows } = await db.query<{ day: string }>(
      'select day::text from vault.visitor_salts where day <= $1',
      [addDays(today(), -DAYS_KEPT)],
    )
    const over = rows.map(({ day }) => day).filter(isOver)
    if (over.length === 0) return
    await db.query('delete from vault.visitor_salts where day = any($1)', [over])
    for (const day of over) heldUntilMs.delete(day)
  }

  async function saltOf(day: string): Promise<Buffer> {
    await forgetOld()
    await db.query('insert into vault.visitor_salts (day, salt) values ($1, $2) on conflict do nothing', [
      day,
      random(KEY_BYTES),
    ])
    const { rows } = await db.query<{ salt: Buffer }>('select salt from vault.visitor_salts where day = $1', [
      day,
    ])
    return rows[0]!.salt
  }

  async function keyOfToday(): Promise<Buffer> {
    const day = today()
    if (known?.day !== day) {
      const salt = await saltOf(day)
      known = { day, key: createHmac('sha256', secret).update(salt).digest() }
    }
    heldUntilMs.set(day, monotonicMs() + USED_MS)
    return known.key
  }

  return { keyOfToday, forgetOld }
}
