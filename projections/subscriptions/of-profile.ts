import { sql } from 'kysely'
import type pg from 'pg'
import { idsMade, type IdsMade } from '../runtime/ids-made.ts'
import { subscriptionsProjection } from './projection.ts'

const FIRST = '00000000-0000-0000-0000-000000000000'

/** Subscriptions to a profile, ended ones included: a page in the order of their ids. */
export const subscriptionsMadeFor = (
  db: pg.Pool,
  profileId: string,
  { after = FIRST, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<IdsMade> =>
  idsMade(db, subscriptionsProjection, {
    by: 'ReminderSubscribed',
    ids: (build) =>
      sql`select id from ${sql.id(build, 'subscriptions')}
          where profile_id = ${profileId} and id > ${after} order by id limit ${limit}`,
  })
