import { START, positionOf, type Position } from '@app/contracts/event-store.ts'
import { createKysely } from '@app/postgres/kysely.ts'
import type { Database } from '@app/postgres/tables/database.ts'
import { sql, type Selectable } from 'kysely'
import type pg from 'pg'
import { findBuild } from '../runtime/builds.ts'
import { profilesProjection } from './projection.ts'

/** Profiles that were ever made for an account, deleted ones as well: all that the log holds up to a position. */
export interface ProfilesMade {
  readonly ids: readonly string[]
  readonly upTo: Position
}

const NOTHING: ProfilesMade = { ids: [], upTo: START }

/** What the read model knows; nothing while it is not there yet, or passed over a profile that it could not read. */
export async function profilesMadeFor(db: pg.Pool, ownerId: string): Promise<ProfilesMade> {
  const name = `${profilesProjection.name}_v${profilesProjection.version}`
  if ((await findBuild(db, name)) === undefined) return NOTHING
  const row = await madeAndPosition(db, name, ownerId)
  return row?.is_whole === true ? { ids: row.ids, upTo: positionOf(row.position) } : NOTHING
}

/** Not through the view: another version's build may be the active one. */
const ownersOf = (build: string) =>
  sql<Selectable<Database['read.profile_owners']>>`${sql.id(build, 'profile_owners')}`.as('o')

/** One statement: rows and checkpoint of one moment. */
function madeAndPosition(db: pg.Pool, build: string, ownerId: string) {
  const kysely = createKysely(db)
  const ids = kysely.selectFrom(ownersOf(build)).select('o.profile_id').where('o.owner_id', '=', ownerId)
  const passedOver = kysely
    .selectFrom('projection.parked')
    .select('position')
    .where('build', '=', build)
    .where('type', '=', 'ProfileCreated')
  return kysely
    .selectFrom('projection.builds')
    .select((eb) => [
      'position',
      sql<readonly string[]>`array(${ids})`.as('ids'),
      eb.not(eb.exists(passedOver)).as('is_whole'),
    ])
    .where('build', '=', build)
    .executeTakeFirst()
}
