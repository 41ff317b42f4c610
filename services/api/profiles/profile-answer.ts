import type { OwnProfile } from '@app/contracts/api/profiles.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { CreatedProfile } from '@app/domain/profile.ts'

/** A profile as its owner sees it. */
export const ownProfileOf = (
  id: string,
  { slug, details, theme, images, updatedAt }: CreatedProfile,
  visits: number,
): OwnProfile => ({
  id,
  slug,
  ...details,
  ...theme,
  profile_image: images['profile-image'] ?? null,
  company_logo: images['company-logo'] ?? null,
  background_image: images['background-image'] ?? null,
  updated_at: updatedAt,
  visits,
})

/** Of which revision an answer tells, for the header ETag. */
export const revisionTag = (revision: bigint): string => `"${revision}"`

// A proxy that packs an answer makes its tag a weak one, and the revision is still the same.
const REVISION_TAG = /^(?:W\/)?"(\d{1,18})"$/

/**
 * The revision that If-Match names; undefined where any will do.
 * @throws Refusal invalid
 */
export function expectedRevision(ifMatch: string | undefined): bigint | undefined {
  const tag = ifMatch?.trim()
  if (tag === undefined || tag === '*') return undefined
  const [, revision] = REVISION_TAG.exec(tag) ?? []
  if (revision === undefined)
    throw new Refusal('invalid', 'El encabezado If-Match debe llevar el ETag del perfil, por ejemplo "3".')
  return BigInt(revision)
}
