import { createHmac } from 'node:crypto'
import { addDays, dayInSantiago } from '@app/contracts/calendar.ts'
import type pg from 'pg'
import { KEY_BYTES, type RandomBytes } from './sealing.ts'

const DAYS_KEPT = 2

export interface VisitorKeys {
  keyOfToday(): Promise<Buffer>
  /** Destroys the salts whose time is over; to be called now and then, also where no visitor comes. */
  forgetOld(): Promise<void>
}

/**
 * The key of the day, under which visitors without an id are hashed. Its salt is destroyed after two days:
 * from then on nobody can tell whether two hashes of different days were one person.
 */
export function createVisitorKeys(deps: {
  readonly db: pg.Pool
  readonly secret: Buffer
  readonly random: RandomBytes
  readonly now: () => Date
}): VisitorKeys {
  const { db, secret, random, now } = deps
  let known: { readonly day: string; readonly key: Buffer } | undefined

  async function forgetOld(): Promise<void> {
    const day = dayInSantiago(now().getTime())
    await db.query('delete from vault.visitor_salts where day <= $1', [addDays(day, -DAYS_KEPT)])
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
    const day = dayInSantiago(now().getTime())
    if (known?.day !== day) {
      const salt = await saltOf(day)
      known = { day, key: createHmac('sha256', secret).update(salt).digest() }
    }
    return known.key
  }

  return { keyOfToday, forgetOld }
}
