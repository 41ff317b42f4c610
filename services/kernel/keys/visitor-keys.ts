import { createHmac } from 'node:crypto'
import { addDays, dayInSantiago } from '@app/contracts/calendar.ts'
import { RETENTION } from '@app/contracts/privacy/retention.ts'
import type pg from 'pg'
import { KEY_BYTES, type RandomBytes } from './sealing.ts'

const MAKE = 'insert into vault.visitor_salts (day, salt) values ($1, $2) on conflict do nothing'
const FIND = 'select salt from vault.visitor_salts where day = $1'
const FORGET = 'delete from vault.visitor_salts where day <= $1'

/** Once a day's salt is destroyed, nobody can tell whether hashes of different days are one person's. */
export function createVisitorKeys({
  db,
  secret,
  random,
  now,
}: {
  readonly db: Pick<pg.Pool, 'query'>
  readonly secret: Buffer
  readonly random: RandomBytes
  readonly now: () => Date
}) {
  let cached: { readonly day: string; readonly key: Buffer } | undefined
  const today = (): string => dayInSantiago(now().getTime())
  /** To be called every hour, also without visitors. */
  const forgetOld = async (): Promise<void> =>
    void (await db.query(FORGET, [addDays(today(), -RETENTION.daySaltDays)]))

  return {
    forgetOld,
    keyOfToday: async (): Promise<Buffer> => {
      const day = today()
      if (cached?.day === day) return cached.key
      await forgetOld()
      await db.query(MAKE, [day, random(KEY_BYTES)])
      const { rows } = await db.query<{ salt: Buffer }>(FIND, [day])
      cached = { day, key: createHmac('sha256', secret).update(rows[0]!.salt).digest() }
      return cached.key
    },
  }
}
