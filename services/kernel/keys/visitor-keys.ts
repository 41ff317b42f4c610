import { createHmac } from 'node:crypto'
import { addDays, dayInSantiago } from '@app/contracts/calendar.ts'
import { RETENTION } from '@app/contracts/privacy/retention.ts'
import type pg from 'pg'
import { KEY_BYTES, type RandomBytes } from './sealing.ts'

const HOUR_MS = 3_600_000
/** A salt used this recently is not two days old, even if the wall clock jumped. */
const USED_MS = 24 * HOUR_MS
/** A salt that this process never used is checked twice: the wall clock may have been wrong. */
const SECOND_LOOK_MS = HOUR_MS

export interface VisitorKeys {
  keyOfToday(): Promise<Buffer>
  /** To be called every hour, also without visitors. */
  forgetOld(): Promise<void>
}

export interface VisitorKeysDeps {
  readonly db: Pick<pg.Pool, 'query'>
  readonly secret: Buffer
  readonly random: RandomBytes
  readonly now: () => Date
  readonly monotonicMs: () => number
}

/** Once a day's salt is destroyed, nobody can tell whether hashes of different days are one person's. */
export function createVisitorKeys(deps: VisitorKeysDeps): VisitorKeys {
  const { db, secret, random, now, monotonicMs } = deps
  const heldUntilMs = new Map<string, number>()
  let known: { readonly day: string; readonly key: Buffer } | undefined

  const today = (): string => dayInSantiago(now().getTime())

  function isOver(day: string): boolean {
    const untilMs = heldUntilMs.get(day)
    if (untilMs === undefined) heldUntilMs.set(day, monotonicMs() + SECOND_LOOK_MS)
    return untilMs !== undefined && untilMs <= monotonicMs()
  }

  async function forgetOld(): Promise<void> {
    const { rows } = await db.query<{ day: string }>(
      'select day::text from vault.visitor_salts where day <= $1',
      [addDays(today(), -RETENTION.daySaltDays)],
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
