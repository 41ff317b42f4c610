import { START, positionOf, type Position } from '@app/contracts/event-store.ts'
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
  // One statement: rows and checkpoint of one moment.
  const { rows } = await db.query<{ position: string; ids: string[]; is_whole: boolean }>(
    `select position,
       array(select profile_id::text from "${name}".profile_owners where owner_id = $2) as ids,
       not exists (select from projection.parked where build = $1 and type = 'ProfileCreated') as is_whole
     from projection.builds where build = $1`,
    [name, ownerId],
  )
  const [row] = rows
  return row?.is_whole === true ? { ids: row.ids, upTo: positionOf(row.position) } : NOTHING
}
