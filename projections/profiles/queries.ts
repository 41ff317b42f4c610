import { DEMO_PROFILE_ID } from '@app/contracts/product.ts'
import { publicProfile, type PublicProfile } from '@app/contracts/profile-calls.ts'
import { NO_DETAILS, profileStream, type ProfileDetails } from '@app/contracts/profiles.ts'
import { UUID } from '@app/contracts/fields/text.ts'
import { createKysely, type Database } from '@app/services/platform/postgres/tables/database.ts'
import { sql, type Selectable } from 'kysely'
import type { ReadDb } from '@app/services/kernel/models/projection.ts'
import type { RowSealer, RowSeals } from '@app/services/kernel/models/row-seals.ts'
import type { ProfileText } from './read-model.ts'

export type ProfileRow = Omit<Selectable<Database['read.profiles']>, 'networks' | 'subject' | 'found_by'>

/** Fields besides `profile` are only for the owner and administrators. */
export interface ProfileRecord {
  readonly profile: PublicProfile
  readonly ownerId: string
  readonly isActive: boolean
  readonly createdAt: string
}

export interface OwnedProfile extends ProfileRecord {
  /** The demo profile is shown whatever the state of its owner. */
  readonly isOwnerActive: boolean
}

export const PROFILE_COLUMNS = [
  'p.id',
  'p.owner_id',
  'p.words',
  'p.theme',
  'p.is_active',
  'p.created_at',
  'p.updated_at',
] as const

export interface SealedRows {
  readonly db: ReadDb
  readonly seals: RowSeals
}

const wordsOf = (sealer: RowSealer, { id, words }: Pick<ProfileRow, 'id' | 'words'>): ProfileText =>
  (sealer.open({ subject: profileStream(id), column: 'profiles.words' }, words) ?? {}) as ProfileText

export const decryptedTextOf = (
  sealer: RowSealer,
  row: Pick<ProfileRow, 'id' | 'words'>,
): ProfileDetails & { readonly slug: string } => shownText(wordsOf(sealer, row))

const shownText = ({ slug = '', details }: ProfileText) => ({ slug, ...NO_DETAILS, ...details })

export function recordOf(sealer: RowSealer, row: ProfileRow): ProfileRecord {
  const words = wordsOf(sealer, row)
  return {
    profile: publicProfile.parse({
      id: row.id,
      ...shownText(words),
      ...row.theme,
      profile_image: words.images?.['profile-image'] ?? null,
      company_logo: words.images?.['company-logo'] ?? null,
      background_image: words.images?.['background-image'] ?? null,
      updated_at: new Date(Number(row.updated_at)).toISOString(),
    }),
    ownerId: row.owner_id,
    isActive: row.is_active,
    createdAt: new Date(Number(row.created_at)).toISOString(),
  }
}

export const profilesIn = (db: ReadDb) => createKysely(db).selectFrom('read.profiles as p')

/** Left join: the accounts read model may be behind this one, so an owner without a row counts as active. */
const ownedProfilesIn = (db: ReadDb) =>
  profilesIn(db)
    .leftJoin('read.accounts as a', 'a.id', 'p.owner_id')
    .select(PROFILE_COLUMNS)
    .select((eb) => eb.fn.coalesce('a.is_active', sql.lit(true)).as('is_owner_active'))

const ownedProfileOf = (sealer: RowSealer, row: ProfileRow & { is_owner_active: boolean }): OwnedProfile => ({
  ...recordOf(sealer, row),
  isOwnerActive: row.is_owner_active || row.id === DEMO_PROFILE_ID,
})

/** Also finds a profile by an earlier slug; the answer then has another slug than the requested one. */
export async function findProfileBySlug(
  { db, seals }: SealedRows,
  slug: string,
): Promise<OwnedProfile | undefined> {
  const row = await ownedProfilesIn(db)
    .innerJoin('read.profile_slugs as s', 's.subject', 'p.subject')
    .where('s.slug_name', '=', seals.slugName(slug))
    .executeTakeFirst()
  return row && ownedProfileOf(await seals.of([profileStream(row.id)]), row)
}

export async function findProfile({ db, seals }: SealedRows, id: string): Promise<OwnedProfile | undefined> {
  if (!UUID.test(id)) return undefined
  const [sealer, row] = await Promise.all([
    seals.of([profileStream(id.toLowerCase())]),
    ownedProfilesIn(db).where('p.id', '=', id).executeTakeFirst(),
  ])
  return row && ownedProfileOf(sealer, row)
}
