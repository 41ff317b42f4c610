import { profileStream, type ProfileDetails } from '@app/contracts/profiles/events.ts'
import { plainText } from '@app/contracts/fields/text.ts'
import { createKysely } from '@app/services/platform/postgres/kysely.ts'
import { sql } from 'kysely'
import { isFoundBy } from '@app/services/kernel/models/search-words.ts'
import { decryptedTextOf, type SealedRows } from './queries.ts'

export interface NamedProfiles {
  readonly ids: readonly string[]
  /** More profiles have these words than were read. */
  readonly isMore: boolean
}

/** Profiles that show this whole name, or as a company without a person's name; capitals and accents do not matter. */
export async function findProfilesNamed(
  { db, seals }: SealedRows,
  name: string,
  limit: number,
): Promise<NamedProfiles> {
  const found = isFoundBy(seals, { list: 'profiles', row: 'p', search: name })
  if (found === undefined) return { ids: [], isMore: false }
  const rows = await createKysely(db)
    .selectFrom('read.profiles as p')
    .select(['p.id', 'p.words'])
    .where(found)
    .limit(limit + 1)
    .execute()
  const sealer = await seals.of(rows.map(({ id }) => profileStream(id)))
  const wanted = plainText(name)
  const named = rows.filter((row) => plainText(shownName(decryptedTextOf(sealer, row))) === wanted)
  return { ids: named.map(({ id }) => id), isMore: rows.length > limit }
}

const shownName = ({ name, lastname, company }: Pick<ProfileDetails, 'name' | 'lastname' | 'company'>) =>
  `${name} ${lastname}`.trim() || company

export interface ProfileName {
  readonly name: string
  readonly slug: string
}

/** Of the profiles whose words can be read. */
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
