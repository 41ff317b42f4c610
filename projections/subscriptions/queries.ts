import type { ShownStatus } from '@app/contracts/reminders.ts'
import { UUID } from '@app/contracts/fields/text.ts'
import { createKysely, type Database } from '@app/services/platform/postgres/tables/database.ts'
import { sql, type Selectable } from 'kysely'
import type { SealedRows } from '../profiles/queries.ts'
import type { ReadDb } from '@app/services/kernel/models/projection.ts'
import { openWords } from '../lists/keyset.ts'
import type { RowSeals } from '@app/services/kernel/models/row-seals.ts'
import type { SubscriberText } from './read-model.ts'

type Row = Selectable<Database['read.subscriptions']>
export type SubscriptionStatus = Row['status']

/** A row without words is of an erased subscriber: nobody sees it, and a reminder that is due cancels it. */
const IS_THERE = 'words is not null'
const isThere = sql<boolean>`${sql.raw(IS_THERE)}`

/** As lists count and filter them: with no mail to come, an active one is completed. */
const shownStatusOf = ({
  status,
  next_reminder: next,
}: Pick<Row, 'status' | 'next_reminder'>): ShownStatus =>
  status === 'active' && next === null ? 'completed' : status

/** A visitor may make any number. */
const ACTIVE_OF_VISITOR_MAX = 100

/** Also those that wait for no reminder any more: they can still be converted. */
export async function findActiveOfVisitor(
  db: ReadDb,
  { profileId, visitorId }: { readonly profileId: string; readonly visitorId: string },
): Promise<readonly { readonly subscriptionId: string; readonly cycle: number }[]> {
  if (![profileId, visitorId].every((id) => UUID.test(id))) return []
  return createKysely(db)
    .selectFrom('read.subscriptions')
    .select(['id as subscriptionId', 'cycle'])
    .where('profile_id', '=', profileId)
    .where('visitor_id', '=', visitorId)
    .where('status', '=', 'active')
    .where(isThere)
    .orderBy('subscribed_at', 'desc')
    .limit(ACTIVE_OF_VISITOR_MAX)
    .execute()
}

interface OfVisitor {
  readonly profileId: string
  readonly visitorId: string
  readonly limit: number
}

export interface SubscriptionOfVisitor extends OpenedEmail {
  readonly subscriptionId: string
  readonly subscribedAtMs: number
  readonly status: ShownStatus
}

export async function listOfVisitor(
  { db, seals }: SealedRows,
  { profileId, visitorId, limit }: OfVisitor,
): Promise<readonly SubscriptionOfVisitor[]> {
  if (![profileId, visitorId].every((id) => UUID.test(id))) return []
  const rows = await createKysely(db)
    .selectFrom('read.subscriptions')
    .select(['id', 'subscribed_at', 'status', 'next_reminder', 'subject', 'words'])
    .where('profile_id', '=', profileId)
    .where('visitor_id', '=', visitorId)
    .where(isThere)
    .orderBy('subscribed_at', 'desc')
    .limit(limit)
    .execute()
  const emails = await openEmails(seals, rows)
  return rows.map((row, nth) => ({
    subscriptionId: row.id,
    subscribedAtMs: Number(row.subscribed_at),
    status: shownStatusOf(row),
    ...emails[nth]!,
  }))
}

/** Erased ones included. @param request.after id of the last one of the page before */
export async function listOfProfile(
  db: ReadDb,
  request: { readonly profileId: string; readonly after?: string | undefined; readonly limit: number },
): Promise<readonly { readonly subscriptionId: string; readonly status: SubscriptionStatus }[]> {
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

export interface OpenedEmail {
  readonly email: string
  readonly isBlocked: boolean
}

export async function openEmails(
  seals: RowSeals,
  listed: Parameters<typeof openWords>[2],
): Promise<readonly OpenedEmail[]> {
  const opened = await openWords<SubscriberText>(seals, 'subscriptions', listed)
  return opened.map(({ words, isBlocked }) => ({ email: words?.email ?? '', isBlocked }))
}
