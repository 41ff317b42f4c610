import { sql } from 'kysely'
import type pg from 'pg'
import { idsMade, type IdsMade } from '../runtime/ids-made.ts'
import { profilesProjection } from './projection.ts'

/** All profiles created for an account, deleted ones included. */
export const profilesMadeFor = (db: pg.Pool, ownerId: string): Promise<IdsMade> =>
  idsMade(db, profilesProjection, {
    by: 'ProfileCreated',
    ids: (build) =>
      sql`select profile_id from ${sql.id(build, 'profile_owners')} where owner_id = ${ownerId}`,
  })
