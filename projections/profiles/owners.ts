import { START, positionOf, type Position } from '@app/contracts/event-store.ts'
import { createKysely } from '@app/postgres/kysely.ts'
import type { Database } from '@app/postgres/tables/database.ts'
import { sql, type Selectable } from 'kysely'
import type pg from 'pg'
import { findBuild } from '../runtime/builds.ts'
import { profilesProjection } from './projection.ts'

/** All profiles created for an account up to a log position, deleted ones included. */
export interface ProfilesMade {
  readonly ids: readonly string[]
  readonly upTo: Position
}

const NOTHING: ProfilesMade = { ids: [], upTo: START }

/** Empty, up to the start of the log, when the build is missing or has parked a `ProfileCreated` event. */
export async function profilesMadeFor(db: pg.Pool, ownerId: string): Promise<ProfilesMade> {
  const name = `${profilesProjection.name}_v${profilesProjection.version}`
  if ((await findBuild(db, name)) === undefined) return NOTHING
  const row = await madeAndPosition(db, name, ownerId)
  return row?.is_whole === true ? { ids: row.ids, upTo: positionOf(row.position) } : NOTHING
}

/** Reads the build's own table: the view may show a build of another version. */
const ownersOf = (build: string) =>
  sql<Selectable<Database['read.profile_owners']>>`${sql.id(build, 'profile_owners')}`.as('o')

/** One statement, so that rows and checkpoint are of one snapshot. */
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
