import { profileStream, type ProfileDetails } from '@app/contracts/profiles.ts'
import { createKysely } from '@app/services/platform/postgres/tables/database.ts'
import { sql, type RawBuilder } from 'kysely'
import { openAccountTexts } from '../accounts/queries.ts'
import { pageAfter, keysetPageOf, type KeysetRequest, type KeysetPage, totalOf } from '../lists/keyset.ts'
import type { ReadDb } from '@app/services/kernel/models/projection.ts'
import {
  isProfileFoundBy,
  PROFILE_COLUMNS,
  recordOf,
  type SealedRows,
  type VisitedProfile,
  decryptedTextOf,
  visitsOf,
} from './queries.ts'
import { plainText } from '@app/contracts/fields/text.ts'
import { isFoundBy } from '@app/services/kernel/models/search-words.ts'

export interface ListedProfile extends VisitedProfile {
  readonly ownerName: string
  readonly ownerEmail: string
  readonly isBlocked: boolean
  readonly isOwnerBlocked: boolean
}

export interface AskedProfiles extends KeysetRequest<'created_at'> {
  /** Words that begin words of name, last name, company, slug, or the owner's name or e-mail; empty means all. */
  readonly search: string
  readonly state: 'active' | 'inactive' | undefined
}

export async function listProfiles(
  { db, seals }: SealedRows,
  request: AskedProfiles,
): Promise<KeysetPage<ListedProfile>> {
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
  const listedOf = (row: (typeof rows)[number]): ListedProfile => {
    const owner = ownerOf(row.owner_id)
    return {
      ...recordOf(sealer, row),
      visits: Number(row.visits),
      ownerName: owner?.name ?? '',
      ownerEmail: owner?.email ?? '',
      isBlocked: sealer.isBlocked(profileStream(row.id)),
      isOwnerBlocked: owner?.isBlocked ?? false,
    }
  }
  return { rows: rows.map(listedOf), next, total }
}

const matching = (db: ReadDb, { state }: AskedProfiles, match: RawBuilder<boolean> | undefined) =>
  createKysely(db)
    .selectFrom('read.profiles as p')
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
  const rows = await createKysely(db)
    .selectFrom('read.profiles as p')
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
    createKysely(db)
      .selectFrom('read.profiles as p')
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
