import type { Reminder } from '@app/contracts/events/subscription.ts'
import { profileStream } from '@app/contracts/events/profile.ts'
import { UUID } from '@app/contracts/fields/uuid.ts'
import { createKysely } from '@app/postgres/kysely.ts'
import type { Database } from '@app/postgres/tables/database.ts'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { decryptedTextOf, type SealedRows } from '../profiles/queries.ts'
import { pageAfter, pageOf, type ListPage, type ListPlace } from '../lists/keyset.ts'
import { sumOfCounts } from '../lists/list-totals.ts'
import type { ReadDb } from '../read-db.ts'
import type { RowSealer } from '../row-seals.ts'

type Row = Selectable<Database['read.subscriptions']>

export interface ListedSubscription {
  readonly id: string
  /** As it lies in the log. */
  readonly email: Row['email']
  readonly profileId: string
  /** Name and slug are empty once the profile is deleted or its key is destroyed. */
  readonly profileName: string
  readonly profileSlug: string
  readonly subscribedAtMs: number
  readonly status: Row['status']
  readonly reminders: Readonly<Record<Reminder, ListedReminder>>
}
export interface ListedReminder {
  readonly status: Row['first_status']
  /** When its outcome was recorded, if it was sent or may have been. */
  readonly atMs: number | null
}

interface Asked {
  /** Rows that come first and are left out. */
  readonly skip: number
  /** Or the last one of the page before. */
  readonly after?: ListPlace | undefined
  readonly limit: number
  readonly status?: Row['status'] | undefined
  /** Of the profile's id; empty means all. */
  readonly profilePart: string
}

export type WantedReminders = Pick<Asked, 'status' | 'profilePart'>
type PageAsked = Omit<Asked, 'profilePart'>

/** Of the latest cycles, newest first. */
export async function listReminders(deps: SealedRows, asked: Asked): Promise<ListPage<ListedSubscription>> {
  const matching = await matchingOf(deps.db, asked.profilePart.toLowerCase())
  const [page, total] = await Promise.all([
    reminderPage(deps, asked, matching),
    totalOf(deps.db, asked.status, matching),
  ])
  return { ...page, total }
}

/** All that match, newest first, in pages. */
export async function* reminderPages(
  deps: SealedRows,
  { status, profilePart }: WantedReminders,
  limit = 500,
): AsyncGenerator<readonly ListedSubscription[]> {
  const matching = await matchingOf(deps.db, profilePart.toLowerCase())
  for (let after: ListPlace | undefined; ;) {
    const { rows, next } = await reminderPage(deps, { skip: 0, after, limit, status }, matching)
    if (rows.length > 0) yield rows
    if (next === undefined) return
    after = next
  }
}

async function reminderPage(
  { db, seals }: SealedRows,
  asked: PageAsked,
  matching: Matching,
): Promise<Omit<ListPage<ListedSubscription>, 'total'>> {
  const found = await subscriptionsOf(db, asked, matching).execute()
  const { rows, next } = pageOf(found, asked.limit, (row) => ({
    value: Number(row.subscribed_at),
    id: row.id,
  }))
  const sealer = await seals.of([...new Set(rows.map((row) => profileStream(row.profile_id)))])
  return { rows: rows.map((row) => listedOf(sealer, row)), next }
}

/** So many profiles are looked up one by one; what is of more of them is soon found among all rows. */
const PROFILES_MAX = 100

interface Matching {
  /** Undefined: more than that, or all. */
  readonly ids: readonly string[] | undefined
  readonly part: string
}

/** The profiles of a filter. A long part is looked for by index first, as an id that begins so. */
async function matchingOf(db: ReadDb, part: string): Promise<Matching> {
  if (part === '') return { ids: undefined, part }
  if (UUID.test(part)) return { ids: [part], part }
  const beginning = beginsWith(part)
  const begun = beginning === undefined ? [] : await profilesWhere(db, beginning)
  const ids = begun.length > 0 ? begun : await profilesWhere(db, hasPart('c', part))
  return { ids: ids.length > PROFILES_MAX ? undefined : ids, part }
}

async function profilesWhere(db: ReadDb, matches: RawBuilder<boolean>): Promise<readonly string[]> {
  const found = await createKysely(db)
    .selectFrom('read.subscription_counts as c')
    .where(matches)
    .select('c.profile_id')
    .distinct()
    .limit(PROFILES_MAX + 1)
    .execute()
  return found.map(({ profile_id: id }) => id)
}

/** A part as long as an id's first group is in no second id, and a shorter one is soon found. */
const BEGINNING_CHARS_MIN = 8
const LOWEST = '00000000-0000-0000-0000-000000000000'
const HIGHEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** Undefined where no id can begin so. */
function beginsWith(part: string): RawBuilder<boolean> | undefined {
  const [from, to] = [LOWEST, HIGHEST].map((id) => part + id.slice(part.length))
  if (part.length < BEGINNING_CHARS_MIN || !UUID.test(from!)) return undefined
  return sql<boolean>`c.profile_id between ${from}::uuid and ${to}::uuid`
}

const hasPart = (table: 's' | 'c', part: string) =>
  sql<boolean>`strpos(${sql.ref(`${table}.profile_id`)}::text, ${part}) > 0`

/** Names are looked up for the page alone, and not for what is skipped. */
function subscriptionsOf(db: ReadDb, { skip, after, limit, status }: PageAsked, { ids, part }: Matching) {
  const matching = createKysely(db)
    .selectFrom('read.subscriptions as s')
    .$if(status !== undefined, (all) => all.where('s.status', '=', status!))
    .$if(ids !== undefined, (all) => all.where('s.profile_id', '=', sql<string>`any(${ids!}::uuid[])`))
    .$if(ids === undefined && part !== '', (all) => all.where(hasPart('s', part)))
    .select('s.id')
  const place = { value: 's.subscribed_at', id: 's.id', idType: 'uuid' } as const
  const page = pageAfter(matching, place, { after, limit, isDescending: true }).offset(skip)
  return createKysely(db)
    .selectFrom(page.as('page'))
    .innerJoin('read.subscriptions as s', 's.id', 'page.id')
    .leftJoin('read.profiles as p', 'p.id', 's.profile_id')
    .selectAll('s')
    .select(['p.slug', 'p.details'])
    .orderBy('s.subscribed_at', 'desc')
    .orderBy('s.id', 'desc')
}

async function totalOf(
  db: ReadDb,
  status: Row['status'] | undefined,
  { ids, part }: Matching,
): Promise<number> {
  if (part === '') return sumOfCounts(db, 'read.subscription_totals', status)
  const counted = await createKysely(db)
    .selectFrom('read.subscription_counts as c')
    .$if(status !== undefined, (all) => all.where('c.status', '=', status!))
    .$if(ids !== undefined, (all) => all.where('c.profile_id', '=', sql<string>`any(${ids!}::uuid[])`))
    .$if(ids === undefined, (all) => all.where(hasPart('c', part)))
    .select(({ fn }) => fn.sum<string | null>('c.subscriptions').as('total'))
    .executeTakeFirstOrThrow()
  return Number(counted.total ?? 0)
}

type ListedRow = Row & { readonly slug: string | null; readonly details: string | null }

function listedOf(sealer: RowSealer, row: ListedRow): ListedSubscription {
  const { profile_id: profileId, slug, details } = row
  const profile = decryptedTextOf(sealer, { id: profileId, slug, details })
  const instant = (at: string | null) => (at === null ? null : Number(at))
  return {
    id: row.id,
    email: row.email,
    profileId,
    profileName: `${profile.name} ${profile.lastname}`.trim(),
    profileSlug: profile.slug,
    subscribedAtMs: Number(row.subscribed_at),
    status: row.status,
    reminders: {
      first: { status: row.first_status, atMs: instant(row.first_at) },
      second: { status: row.second_status, atMs: instant(row.second_at) },
    },
  }
}
