import type { ShownStatus } from '@app/contracts/reminder-lists.ts'
import { subscriptionStream, type Reminder } from '@app/contracts/reminders.ts'
import { profileStream } from '@app/contracts/profiles.ts'
import { UUID } from '@app/contracts/fields/text.ts'
import { createKysely, type Database } from '@app/services/platform/postgres/tables/database.ts'
import { sql, type RawBuilder, type Selectable, type SelectQueryBuilder } from 'kysely'
import { ofVisitor, type VisitorOfProfile } from './queries.ts'
import type { SubscriberText } from './read-model.ts'
import { isProfileFoundBy } from '../profiles/list-profiles.ts'
import { decryptedTextOf, type SealedRows } from '../profiles/queries.ts'
import {
  pageAfter,
  pagesOf,
  keysetPageOf,
  type KeysetPage,
  openWords,
  type ListPlace,
  totalOf,
} from '../lists/list-pages.ts'
import type { ReadDb } from '@app/services/kernel/models/projection.ts'
import type { RowSealer, RowSeals } from '@app/services/kernel/models/row-seals.ts'

type Row = Selectable<Database['read.subscriptions']>

const PREFIX = subscriptionStream('')

export interface ListedSubscription extends OpenedEmail {
  readonly id: string
  readonly profileId: string
  readonly profileName: string
  readonly profileSlug: string
  readonly isProfileBlocked: boolean
  readonly subscribedAtMs: number
  readonly status: Row['status']
  readonly reminders: Readonly<Record<Reminder, ListedReminder>>
}
interface ListedReminder {
  readonly status: Row['first_status']
  readonly atMs: number | null
}

interface PageAsked {
  readonly skip: number
  readonly after?: ListPlace | undefined
  readonly limit: number
}

export interface WantedReminders {
  readonly status?: ShownStatus | undefined
  /** A profile's id, words that begin those of its name, slug or owner, or a subscriber's e-mail; empty means all. */
  readonly search: string
  /** Subjects of the mailbox, where the search is an e-mail. */
  readonly subscribers?: readonly string[] | undefined
}

export async function listReminders(
  deps: SealedRows,
  request: PageAsked & WantedReminders,
): Promise<KeysetPage<ListedSubscription>> {
  const matching = matchingOf(deps, request)
  const isSearch = request.search.trim() !== ''
  const [page, total] = await Promise.all([
    reminderPage(deps, request, matching),
    totalOf(deps.db, matching.select('s.id'), isSearch),
  ])
  return { ...page, total }
}

export async function* reminderPages(
  deps: SealedRows,
  wanted: WantedReminders,
  limit = 500,
): AsyncGenerator<readonly ListedSubscription[]> {
  const matching = matchingOf(deps, wanted)
  yield* pagesOf((after) => reminderPage(deps, { skip: 0, after, limit }, matching))
}

async function reminderPage(
  { db, seals }: SealedRows,
  request: PageAsked,
  matching: Matching,
): Promise<Omit<KeysetPage<ListedSubscription>, 'total'>> {
  const selected = await subscriptionsOf(db, request, matching).execute()
  const { rows, next } = keysetPageOf(selected, request.limit, (row) => ({
    value: Number(row.subscribed_at),
    id: row.id,
  }))
  const [sealer, emails] = await Promise.all([
    seals.of([...new Set(rows.map((row) => profileStream(row.profile_id)))]),
    openEmails(seals, rows),
  ])
  return { rows: rows.map((row, nth) => ({ ...listedOf(sealer, row), ...emails[nth]! })), next }
}

type Matching = SelectQueryBuilder<Database & { s: Database['read.subscriptions'] }, 's', object>

function matchingOf({ db, seals }: SealedRows, { status, search, subscribers }: WantedReminders): Matching {
  const all = createKysely(db)
    .selectFrom('read.subscriptions as s')
    .where('s.words', 'is not', null)
    .$if(status !== undefined, (rows) => rows.where(isShownAs(status!)))
  if (subscribers !== undefined) {
    const ids = subscribers.filter((one) => one.startsWith(PREFIX)).map((one) => one.slice(PREFIX.length))
    return all.where('s.id', '=', sql<string>`any(${ids}::uuid[])`)
  }
  if (UUID.test(search.trim())) return all.where('s.profile_id', '=', search.trim())
  const words = isProfileFoundBy(seals, search)
  if (words === undefined) return all
  return all.where(sql<boolean>`s.profile_id in (select p.id from read.profiles p where ${words})`)
}

function isShownAs(shown: ShownStatus): RawBuilder<boolean> {
  const status = shown === 'completed' ? 'active' : shown
  // Literals, so that the planner can use the partial indexes.
  const isOf = sql`s.status = ${sql.lit(status)}`
  if (shown === 'completed') return sql<boolean>`${isOf} and s.next_reminder is null`
  return shown === 'active' ? sql<boolean>`${isOf} and s.next_reminder is not null` : sql<boolean>`${isOf}`
}

/** Names are looked up for the page alone, and not for what is skipped. */
function subscriptionsOf(db: ReadDb, { skip, after, limit }: PageAsked, rows: Matching) {
  const place = { value: 's.subscribed_at', id: 's.id', idType: 'uuid' } as const
  const page = pageAfter(rows.select('s.id'), place, { after, limit, isDescending: true }).offset(skip)
  return createKysely(db)
    .selectFrom(page.as('page'))
    .innerJoin('read.subscriptions as s', 's.id', 'page.id')
    .leftJoin('read.profiles as p', 'p.id', 's.profile_id')
    .selectAll('s')
    .select('p.words as profile_words')
    .orderBy('s.subscribed_at', 'desc')
    .orderBy('s.id', 'desc')
}

type ListedRow = Row & { readonly profile_words: string | null }

function listedOf(sealer: RowSealer, row: ListedRow): Omit<ListedSubscription, keyof OpenedEmail> {
  const { profile_id: profileId, profile_words: words } = row
  const profile = decryptedTextOf(sealer, { id: profileId, words })
  const instant = (at: string | null) => (at === null ? null : Number(at))
  return {
    id: row.id,
    profileId,
    profileName: `${profile.name} ${profile.lastname}`.trim(),
    profileSlug: profile.slug,
    isProfileBlocked: sealer.isBlocked(profileStream(profileId)),
    subscribedAtMs: Number(row.subscribed_at),
    status: row.status,
    reminders: {
      first: { status: row.first_status, atMs: instant(row.first_at) },
      second: { status: row.second_status, atMs: instant(row.second_at) },
    },
  }
}

/** As lists count and filter them: with no mail to come, an active one is completed. */
const shownStatusOf = ({
  status,
  next_reminder: next,
}: Pick<Row, 'status' | 'next_reminder'>): ShownStatus =>
  status === 'active' && next === null ? 'completed' : status

export interface SubscriptionOfVisitor extends OpenedEmail {
  readonly subscriptionId: string
  readonly subscribedAtMs: number
  readonly status: ShownStatus
}

export async function listOfVisitor(
  { db, seals }: SealedRows,
  { limit, ...visitor }: VisitorOfProfile & { readonly limit: number },
): Promise<readonly SubscriptionOfVisitor[]> {
  const rows =
    (await ofVisitor(db, visitor)
      ?.select(['id', 'subscribed_at', 'status', 'next_reminder', 'subject', 'words'])
      .limit(limit)
      .execute()) ?? []
  const emails = await openEmails(seals, rows)
  return rows.map((row, nth) => ({
    subscriptionId: row.id,
    subscribedAtMs: Number(row.subscribed_at),
    status: shownStatusOf(row),
    ...emails[nth]!,
  }))
}

interface OpenedEmail {
  readonly email: string
  readonly isBlocked: boolean
}

async function openEmails(
  seals: RowSeals,
  listed: Parameters<typeof openWords>[2],
): Promise<readonly OpenedEmail[]> {
  const opened = await openWords<SubscriberText>(seals, 'subscriptions', listed)
  return opened.map(({ words, isBlocked }) => ({ email: words?.email ?? '', isBlocked }))
}
