import type { OwnProfile } from '@app/contracts/profiles/calls.ts'
import type { PublicProfile } from '@app/contracts/taps/calls.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { CreatedProfile } from './profile.ts'

/** From its stream, for callers that must not wait for a read model. */
export const publicProfileOf = (
  id: string,
  { slug, details, theme, images, updatedAt }: CreatedProfile,
): PublicProfile => ({
  id,
  slug,
  ...details,
  ...theme,
  profile_image: images['profile-image'] ?? null,
  company_logo: images['company-logo'] ?? null,
  background_image: images['background-image'] ?? null,
  updated_at: updatedAt,
})

export const ownProfileOf = (id: string, profile: CreatedProfile, visits: number): OwnProfile => ({
  ...publicProfileOf(id, profile),
  visits,
  is_active: profile.isActive,
})

export const revisionTag = (revision: bigint): string => `"${revision}"`

// A proxy that compresses an answer makes its tag weak; the revision is the same.
const REVISION_TAG = /^(?:W\/)?"(\d{1,18})"$/

/** Undefined: any revision. @throws Refusal invalid */
export function expectedRevision(ifMatch: string | undefined): bigint | undefined {
  const tag = ifMatch?.trim()
  if (tag === undefined || tag === '*') return undefined
  const [, revision] = REVISION_TAG.exec(tag) ?? []
  if (revision === undefined)
    throw new Refusal('invalid', 'El encabezado If-Match debe llevar el ETag del perfil, por ejemplo "3".')
  return BigInt(revision)
}
