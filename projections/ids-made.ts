import { START, positionOf, type Position } from '@app/contracts/event-store.ts'
import type { EventType } from '@app/contracts/events/catalogue.ts'
import { createKysely } from '@app/services/platform/postgres/tables/database.ts'
import { sql, type RawBuilder } from 'kysely'
import type pg from 'pg'
import { listBuilds, ownBuildAmong } from '@app/services/kernel/models/builds.ts'
import type { Projection } from '@app/services/kernel/models/projection.ts'
import { profilesModel } from './profiles/read-model.ts'
import { subscriptionsModel } from './subscriptions/read-model.ts'

export interface IdsMade {
  readonly ids: readonly string[]
  readonly upTo: Position
}

const NOTHING: IdsMade = { ids: [], upTo: START }

/**
 * Empty, up to the start of the log, when the build is missing or has parked an event that makes such rows.
 * @param made.ids selects from the build's own table: the view may show a build of another version
 */
async function idsMade(
  db: pg.Pool,
  projection: Pick<Projection, 'name' | 'version'>,
  made: { readonly by: EventType; readonly ids: (build: string) => RawBuilder<unknown> },
): Promise<IdsMade> {
  const build = ownBuildAmong(await listBuilds(db), projection)?.name
  if (build === undefined) return NOTHING
  const kysely = createKysely(db)
  const passedOver = kysely
    .selectFrom('kernel.parked')
    .select('position')
    .where('name', '=', build)
    .where('type', '=', made.by)
  // One statement, so that rows and checkpoint are of one snapshot.
  const row = await kysely
    .selectFrom('kernel.checkpoints')
    .select((eb) => [
      'position',
      sql<readonly string[]>`array(${made.ids(build)})`.as('ids'),
      eb.not(eb.exists(passedOver)).as('is_whole'),
    ])
    .where('name', '=', build)
    .executeTakeFirst()
  return row?.is_whole === true ? { ids: row.ids, upTo: positionOf(row.position) } : NOTHING
}

export const profilesMadeFor = (db: pg.Pool, ownerId: string): Promise<IdsMade> =>
  idsMade(db, profilesModel, {
    by: 'ProfileCreated',
    ids: (build) =>
      sql`select profile_id from ${sql.id(build, 'profile_owners')} where owner_id = ${ownerId}`,
  })

const FIRST = '00000000-0000-0000-0000-000000000000'

/** Subscriptions to a profile, ended ones included and erased ones not: a page in the order of their ids. */
export const subscriptionsMadeFor = (
  db: pg.Pool,
  profileId: string,
  { after = FIRST, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<IdsMade> =>
  idsMade(db, subscriptionsModel, {
    by: 'ReminderSubscribed',
    ids: (build) =>
      sql`select id from ${sql.id(build, 'subscriptions')}
          where profile_id = ${profileId} and id > ${after} and words is not null order by id limit ${limit}`,
  })
