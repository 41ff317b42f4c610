import { publicProfile, type PublicProfile } from '@app/contracts/api/public.ts'
import { NO_DETAILS, profileStream } from '@app/contracts/events/profile.ts'
import { accountStream } from '@app/contracts/events/account.ts'
import { UUID } from '@app/contracts/fields/uuid.ts'
import type { AccountWords } from '../accounts/projection.ts'
import type { ReadDb } from '../read-db.ts'
import type { RowSealer, RowSeals } from '../row-seals.ts'
import { firstDayOf } from '../traffic/queries.ts'

interface Row {
  readonly id: string
  readonly owner_id: string
  /** Sealed, as the details. */
  readonly slug: string | null
  readonly details: string | null
  readonly theme: object
  readonly images: Readonly<Record<string, string>>
  readonly is_active: boolean
  readonly created_at: Date
  readonly updated_at: Date
}

/** A profile with what only its owner and the administrators may know. */
export interface ProfileRecord {
  readonly profile: PublicProfile
  readonly ownerId: string
  readonly isActive: boolean
  readonly createdAt: string
}

/** What a public page has to know: its owner may be deactivated. */
export interface OwnedProfile extends ProfileRecord {
  readonly isOwnerActive: boolean
}

const COLUMNS =
  'p.id, p.owner_id, p.slug, p.details, p.theme, p.images, p.is_active, p.created_at, p.updated_at'

/** Rows of people, and what opens what is sealed in them. */
export interface SealedRows {
  readonly db: ReadDb
  readonly seals: RowSeals
}

const openedWords = (sealer: RowSealer, { id, slug, details }: Row): object => {
  const opened = (column: 'slug' | 'details', words: string | null) =>
    sealer.open({ subject: profileStream(id), column: `profiles.${column}` }, words)
  return {
    slug: opened('slug', slug) ?? '',
    ...NO_DETAILS,
    ...(opened('details', details) as object | undefined),
  }
}

const recordOf = (sealer: RowSealer, row: Row): ProfileRecord => ({
  profile: publicProfile.parse({
    id: row.id,
    ...openedWords(sealer, row),
    ...row.theme,
    profile_image: row.images['profile-image'] ?? null,
    company_logo: row.images['company-logo'] ?? null,
    background_image: row.images['background-image'] ?? null,
    updated_at: row.updated_at.toISOString(),
  }),
  ownerId: row.owner_id,
  isActive: row.is_active,
  createdAt: row.created_at.toISOString(),
})

type OwnedRow = Row & { readonly is_owner_active: boolean }

/** An owner who has no row is none that was deactivated: read models may be at different positions. */
const OWNED_COLUMNS = `${COLUMNS}, coalesce(a.is_active, true) as is_owner_active`
const OF_OWNER = 'left join read.accounts a on a.id = p.owner_id'

const ownedProfileOf = (sealer: RowSealer, row: OwnedRow): OwnedProfile => ({
  ...recordOf(sealer, row),
  isOwnerActive: row.is_owner_active,
})

/** By its slug, or by one that it had before: then the answer's slug is another. */
export async function findProfileBySlug(
  { db, seals }: SealedRows,
  slug: string,
): Promise<OwnedProfile | undefined> {
  const { rows } = await db.query<OwnedRow>(
    `select ${OWNED_COLUMNS} from read.profile_slugs s join read.profiles p on p.id = s.profile_id ${OF_OWNER}
     where s.slug_name = $1`,
    [seals.slugName(slug)],
  )
  const [row] = rows
  return row && ownedProfileOf(await seals.of([profileStream(row.id)]), row)
}

/** By its id; what is no id is nobody's. */
export async function findProfile({ db, seals }: SealedRows, id: string): Promise<OwnedProfile | undefined> {
  if (!UUID.test(id)) return undefined
  const [sealer, { rows }] = await Promise.all([
    seals.of([profileStream(id.toLowerCase())]),
    db.query<OwnedRow>(`select ${OWNED_COLUMNS} from read.profiles p ${OF_OWNER} where p.id = $1`, [id]),
  ])
  return rows[0] && ownedProfileOf(sealer, rows[0])
}

export interface AnalysedProfile extends ProfileRecord {
  /** The first day on which anything was counted or excluded, if there is one. */
  readonly firstDay: string | null
}

/** By its id, with where its figures begin: all that a question about figures has to know first. */
export async function findAnalysedProfile(
  { db, seals }: SealedRows,
  id: string,
): Promise<AnalysedProfile | undefined> {
  if (!UUID.test(id)) return undefined
  const [sealer, { rows }] = await Promise.all([
    seals.of([profileStream(id.toLowerCase())]),
    db.query<Row & { first_day: string | null }>({
      name: 'analysed-profile',
      text: `select ${COLUMNS}, ${firstDayOf('p.id')} as first_day
        from read.profiles p where p.id = $1`,
      values: [id],
    }),
  ])
  return rows[0] && { ...recordOf(sealer, rows[0]), firstDay: rows[0].first_day }
}

/** Counted visits of all time of the profile `p`. */
const VISITS =
  '(select coalesce(sum(m.visits), 0) from read.traffic_months m where m.profile_id = p.id) as visits'

export interface VisitedProfile extends ProfileRecord {
  readonly visits: number
}

/** Profiles of one account, in the order in which they were made. */
export async function listOwnProfiles(
  { db, seals }: SealedRows,
  ownerId: string,
  limit: number,
): Promise<readonly VisitedProfile[]> {
  const { rows } = await db.query<Row & { visits: string }>(
    `select ${COLUMNS}, ${VISITS} from read.profiles p where p.owner_id = $1
     order by p.created_at, p.id limit $2`,
    [ownerId, limit],
  )
  const sealer = await seals.of(rows.map(({ id }) => profileStream(id)))
  return rows.map((row) => ({ ...recordOf(sealer, row), visits: Number(row.visits) }))
}

/** Counted visits of all time. */
export async function countVisits(db: ReadDb, profileId: string): Promise<number> {
  const { rows } = await db.query<{ visits: string }>(
    'select coalesce(sum(visits), 0) as visits from read.traffic_months where profile_id = $1',
    [profileId],
  )
  return Number(rows[0]?.visits ?? 0)
}

export interface ListedProfile extends VisitedProfile {
  readonly ownerName: string
  readonly ownerEmail: string
}

/** All profiles, newest first, with their owners and their counted visits of all time. */
export async function listProfiles(
  { db, seals }: SealedRows,
  limit: number,
): Promise<readonly ListedProfile[]> {
  const { rows } = await db.query<Row & { visits: string; owner_words: string | null }>(
    `select ${COLUMNS}, a.words as owner_words, ${VISITS}
     from read.profiles p left join read.accounts a on a.id = p.owner_id
     order by p.created_at desc, p.id limit $1`,
    [limit],
  )
  const owners = new Set(rows.map((row) => accountStream(row.owner_id)))
  const sealer = await seals.of([...rows.map(({ id }) => profileStream(id)), ...owners])
  return rows.map((row) => {
    const place = { subject: accountStream(row.owner_id), column: 'accounts.words' }
    const owner = sealer.open(place, row.owner_words) as AccountWords | undefined
    return {
      ...recordOf(sealer, row),
      visits: Number(row.visits),
      ownerName: owner?.name ?? '',
      ownerEmail: owner?.email ?? '',
    }
  })
}
