import { createHash } from 'node:crypto'
import { RESET_MAILS } from '@app/contracts/rate-limits.ts'
import type pg from 'pg'

const NAME = 'reset-mails'
const MS = 1_000

/**
 * Counts the mails for a new password, mailbox by mailbox. An hour begins anew with each mail, so that no hour at all
 * holds more of them than it may.
 * @returns whether one more may be sent to the account's mailbox; it is counted then
 */
export const createResetMails =
  (db: pg.Pool, now: () => Date) =>
  async (accountId: string): Promise<boolean> => {
    const at = now()
    const { rowCount } = await db.query(
      `insert into vault.rate_counters as counter (name, key_hash, window_end, count) values ($1, $2, $3, 1)
       on conflict (name, key_hash) do update set
         window_end = excluded.window_end,
         count = case when counter.window_end <= $4 then 1 else counter.count + 1 end
       where counter.window_end <= $4 or counter.count < $5`,
      [
        NAME,
        // An account's id is a keyed hash already.
        createHash('sha256').update(accountId).digest(),
        new Date(at.getTime() + RESET_MAILS.seconds * MS),
        at,
        RESET_MAILS.max,
      ],
    )
    return rowCount === 1
  }
