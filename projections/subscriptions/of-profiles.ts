import { sql } from 'kysely'
import type pg from 'pg'
import { idsMade, type IdsMade } from '../runtime/ids-made.ts'
import { subscriptionsProjection } from './projection.ts'

/** All subscriptions to some profiles, ended ones included. */
export const subscriptionsMadeFor = (db: pg.Pool, profileIds: readonly string[]): Promise<IdsMade> =>
  idsMade(db, subscriptionsProjection, {
    by: 'ReminderSubscribed',
    ids: (build) =>
      sql`select id from ${sql.id(build, 'subscriptions')} where profile_id = any(${profileIds}::uuid[])`,
  })
