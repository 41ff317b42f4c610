import type { AdminProfile } from '@app/contracts/administration.ts'
import { profileStream, type ProfileDetails } from '@app/contracts/profiles.ts'
import { createKysely, type Database } from '@app/services/platform/postgres/tables/database.ts'
import { sql, type ExpressionBuilder, type RawBuilder } from 'kysely'
import { openAccountTexts } from '../accounts/queries.ts'
import { pageAfter, keysetPageOf, type KeysetRequest, type KeysetPage, totalOf } from '../lists/list-pages.ts'
import type { ReadDb } from '@app/services/kernel/models/projection.ts'
import {
  decryptedTextOf,
  PROFILE_COLUMNS,
  profilesIn,
  recordOf,
  type ProfileRecord,
  type ProfileRow,
  type SealedRows,
} from './queries.ts'
import { firstDayOf } from '../traffic/queries.ts'
import { ifBlocked, plainText, UUID } from '@app/contracts/fields/text.ts'
import { hasWord, isFoundBy, isFoundByEach, type RowSeals } from '@app/services/kernel/models/row-seals.ts'

export interface AskedProfiles extends KeysetRequest<'created_at'> {
  /** Words that begin words of name, last name, company, slug, or the owner's name or e-mail; empty means all. */
  readonly search: string
  readonly state: 'active' | 'inactive' | 'all'
}

export async function listProfiles(
  { db, seals }: SealedRows,
  request: AskedProfiles,
): Promise<KeysetPage<AdminProfile>> {
  const match = isProfileFoundBy(seals, request.search)
  const matches = matching(db, request, match)
  const total = await totalOf(db, matches.select('p.id'), match !== undefined)
  const order = { value: 'p.created_at', id: 'p.id', idType: 'uuid' } as const
  const listed = await pageAfter(
    matches.select(PROFILE_COLUMNS).select((eb) => visitsOf(eb).as('visits')),
    order,
    request,
  ).execute()
  const { rows, next } = keysetPageOf(listed, request.limit, (row) => ({
    value: Number(row.created_at),
    id: row.id,
  }))
  const ids = rows.map(({ id }) => id)
  const ownerIds = rows.map(({ owner_id: ownerId }) => ownerId)
  const [sealer, ownerOf] = await Promise.all([
    seals.of(ids.map(profileStream)),
    openAccountTexts({ db, seals }, ownerIds),
  ])
  const listedOf = (row: (typeof rows)[number]): AdminProfile => {
    const owner = ownerOf(row.owner_id)
    const { profile, isActive, createdAt } = recordOf(sealer, row)
    return {
      ...profile,
      visits: Number(row.visits),
      user_name: owner?.name ?? '',
      user_email: owner?.email ?? '',
      ...ifBlocked(sealer.isBlocked(profileStream(row.id))),
      ...(owner?.isBlocked && { is_user_blocked: true as const }),
      is_active: isActive,
      created_at: createdAt,
    }
  }
  return { rows: rows.map(listedOf), next, total }
}

const matching = (db: ReadDb, { state }: AskedProfiles, match: RawBuilder<boolean> | undefined) =>
  profilesIn(db)
    .$if(state === 'inactive', (all) => all.where(({ not, ref }) => not(ref('p.is_active'))))
    .$if(state === 'active', (all) => all.where('p.is_active', '=', sql.lit(true)))
    .$if(match !== undefined, (all) => all.where(match!))

interface NamedProfiles {
  readonly ids: readonly string[]
  readonly isMore: boolean
}

export async function findProfilesNamed(
  { db, seals }: SealedRows,
  name: string,
  limit: number,
): Promise<NamedProfiles> {
  const match = isFoundBy(seals, { list: 'profiles', row: 'p', search: name })
  if (match === undefined) return { ids: [], isMore: false }
  const rows = await profilesIn(db)
    .select(['p.id', 'p.words'])
    .where(match)
    .limit(limit + 1)
    .execute()
  const sealer = await seals.of(rows.map(({ id }) => profileStream(id)))
  const wanted = plainText(name)
  const named = rows.filter((row) => plainText(shownName(decryptedTextOf(sealer, row))) === wanted)
  return { ids: named.map(({ id }) => id), isMore: rows.length > limit }
}

const shownName = ({ name, lastname, company }: Pick<ProfileDetails, 'name' | 'lastname' | 'company'>) =>
  `${name} ${lastname}`.trim() || company

interface ProfileName {
  readonly name: string
  readonly slug: string
}

export async function namesOfProfiles(
  { db, seals }: SealedRows,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ProfileName>> {
  if (ids.length === 0) return new Map()
  const [sealer, rows] = await Promise.all([
    seals.of(ids.map(profileStream)),
    profilesIn(db)
      .select(['p.id', 'p.words'])
      .where('p.id', '=', sql<string>`any(${ids}::uuid[])`)
      .execute(),
  ])
  return new Map(
    rows.flatMap((row) => {
      const texts = decryptedTextOf(sealer, row)
      const { slug } = texts
      return slug === '' ? [] : [[row.id, { name: shownName(texts) || slug, slug }] as const]
    }),
  )
}

export interface AnalysedProfile extends ProfileRecord {
  readonly firstDay: string | null
}

export async function findAnalysedProfile(
  { db, seals }: SealedRows,
  id: string,
): Promise<AnalysedProfile | undefined> {
  if (!UUID.test(id)) return undefined
  const [sealer, { rows }] = await Promise.all([
    seals.of([profileStream(id.toLowerCase())]),
    db.query<ProfileRow & { first_day: string | null }>({
      name: 'analysed-profile',
      text: `select ${PROFILE_COLUMNS.join(', ')}, ${firstDayOf('p.id')} as first_day
        from read.profiles p where p.id = $1`,
      values: [id],
    }),
  ])
  return rows[0] && { ...recordOf(sealer, rows[0]), firstDay: rows[0].first_day }
}

const visitsOf = (eb: ExpressionBuilder<Database & { p: Database['read.profiles'] }, 'p'>) =>
  eb
    .selectFrom('read.traffic_days as d')
    .select(({ fn }) => fn.coalesce(fn.sum<string>('d.visits'), sql.lit(0)).as('visits'))
    .whereRef('d.profile_id', '=', 'p.id')

export interface VisitedProfile extends ProfileRecord {
  readonly visits: number
}

export async function listOwnProfiles(
  { db, seals }: SealedRows,
  ownerId: string,
  limit: number,
): Promise<readonly VisitedProfile[]> {
  const rows = await profilesIn(db)
    .select(PROFILE_COLUMNS)
    .select((eb) => visitsOf(eb).as('visits'))
    .where('p.owner_id', '=', ownerId)
    .orderBy('p.created_at')
    .orderBy('p.id')
    .limit(limit)
    .execute()
  const sealer = await seals.of(rows.map(({ id }) => profileStream(id)))
  return rows.map((row) => ({ ...recordOf(sealer, row), visits: Number(row.visits) }))
}

export async function countVisits(db: ReadDb, profileId: string): Promise<number> {
  const row = await createKysely(db)
    .selectFrom('read.traffic_days')
    .select(({ fn }) => fn.sum<string | null>('visits').as('visits'))
    .where('profile_id', '=', profileId)
    .executeTakeFirst()
  return Number(row?.visits ?? 0)
}

export const isProfileFoundBy = (
  seals: Pick<RowSeals, 'searchWord'>,
  search: string,
): RawBuilder<boolean> | undefined =>
  isFoundByEach(
    search,
    (word) => sql<boolean>`(${hasWord(seals, { list: 'profiles', row: 'p', word })} or p.owner_id in (
      select o.id from read.accounts o where ${hasWord(seals, { list: 'accounts', row: 'o', word })}))`,
  )
