import type pg from 'pg'
import type { WrappingKeys } from '../keys/wrapping-keys.ts'

/** The first epoch, for keys that `wrappedBy` wraps. */
export const beginEpoch = (db: Pick<pg.Pool, 'query'>): Promise<unknown> =>
  db.query(`insert into vault.key_epochs (epoch, sealed, began_at, losses)
    values (1, '', now(), 0) on conflict do nothing`)

/** This one key wraps all others, in the first epoch. */
export const wrappedBy = (key: Buffer): WrappingKeys => ({
  current: async () => ({ epoch: 1, key }),
  forgetCurrent: () => undefined,
  find: async (epoch) => (epoch === 1 ? key : undefined),
  masterKeyOf: async () => key,
})
