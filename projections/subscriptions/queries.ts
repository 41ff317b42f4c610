import { UUID } from '@app/contracts/fields/text.ts'
import { createKysely } from '@app/services/platform/postgres/tables/database.ts'
import { sql } from 'kysely'
import type { ReadDb } from '@app/services/kernel/models/projection.ts'

/** A row without words is of an erased subscriber: nobody sees it, and a reminder that is due cancels it. */
const IS_THERE = 'words is not null'

/** A visitor may make any number. */
const ACTIVE_OF_VISITOR_MAX = 100

export interface VisitorOfProfile {
  readonly profileId: string
  readonly visitorId: string
}

/** Newest first. Undefined for ids of another form, which no row has. */
export function ofVisitor(db: ReadDb, { profileId, visitorId }: VisitorOfProfile) {
  if (![profileId, visitorId].every((id) => UUID.test(id))) return undefined
  return createKysely(db)
    .selectFrom('read.subscriptions')
    .where('profile_id', '=', profileId)
    .where('visitor_id', '=', visitorId)
    .where(sql<boolean>`${sql.raw(IS_THERE)}`)
    .orderBy('subscribed_at', 'desc')
}

/** Also those that wait for no reminder any more: they can still be converted. */
export const findActiveOfVisitor = async (db: ReadDb, visitor: VisitorOfProfile) =>
  (await ofVisitor(db, visitor)
    ?.select(['id as subscriptionId', 'cycle'])
    .where('status', '=', 'active')
    .limit(ACTIVE_OF_VISITOR_MAX)
    .execute()) ?? []

/** Erased ones included. @param request.after id of the last one of the page before */
export async function listOfProfile(
  db: ReadDb,
  request: { readonly profileId: string; readonly after?: string | undefined; readonly limit: number },
) {
  const { profileId, after, limit } = request
  if (!UUID.test(profileId)) return []
  const all = createKysely(db)
    .selectFrom('read.subscriptions')
    .select(['id as subscriptionId', 'status'])
    .where('profile_id', '=', profileId)
  return (after === undefined ? all : all.where('id', '>', after)).orderBy('id').limit(limit).execute()
}

export interface SubscriptionCounts {
  readonly active: number
  readonly converted: number
}

/** `SubscriptionCounts` as JSON. @param instants of subscribing, from and before, as parameters; null: all time */
export const subscriptionCounts = (
  profileId: string,
  instants: readonly [from: string, until: string] | null,
): string => `(select json_build_object(
    'active', count(*) filter (where status = 'active' and next_reminder is not null),
    'converted', count(*) filter (where status = 'converted'))
  from read.subscriptions where profile_id = ${profileId} and ${IS_THERE}${instants === null ? '' : ` and subscribed_at >= ${instants[0]}::bigint and subscribed_at < ${instants[1]}::bigint`})`
