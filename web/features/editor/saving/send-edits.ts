import { refusalFrom } from '../../../app/refusal.ts'
import type { ProfileEdit, VersionedProfile } from '../profile-api.ts'
import { DETAIL_FIELDS, type ProfileDetails } from '@app/contracts/profiles.ts'
import { shownPhone } from '@app/contracts/fields/phone.ts'
import { fieldOf } from '@app/contracts/fields/profile-fields.ts'

export type DetailName = keyof ProfileDetails
export type Texts = Readonly<Record<DetailName, string>>

const NUMBERS: readonly DetailName[] = ['phone', 'whatsapp']

/** As a field shows it: a number is grouped, which changes nothing, because it is stored as before. */
export const shownText = (name: DetailName, stored: string): string =>
  NUMBERS.includes(name) ? (shownPhone(stored) ?? stored) : stored

export const textsOf = ({ profile }: VersionedProfile): Texts =>
  Object.fromEntries(DETAIL_FIELDS.map((name) => [name, shownText(name, profile[name])])) as Texts

/** False for a text that would be stored as it is already, and for one stored before texts were normalised. */
export function isEdited({ profile }: VersionedProfile, name: DetailName, text: string): boolean {
  const field = fieldOf(name, text)
  return text !== profile[name] && !('value' in field && field.value === profile[name])
}

/** The unsaved changes, as typed. */
export const editsOf = (base: VersionedProfile, texts: Partial<Texts>): Partial<Texts> =>
  Object.fromEntries(Object.entries(texts).filter(([name, text]) => isEdited(base, name as DetailName, text)))

export const otherTextsIn = (base: VersionedProfile, theirs: VersionedProfile): readonly DetailName[] =>
  DETAIL_FIELDS.filter((name) => theirs.profile[name] !== base.profile[name])

interface Answer {
  readonly data?: VersionedProfile | undefined
  readonly error?: unknown
}

export interface ProfileCalls {
  readonly change: (change: ProfileEdit) => Promise<Answer>
  /** From the server. */
  readonly read: (id: string) => Promise<Answer>
}

/** The sent texts, the profile they were typed over, and the server's present one. */
export interface Conflict {
  readonly base: VersionedProfile
  readonly edits: Partial<Texts>
  readonly theirs: VersionedProfile
}

export type EditOutcome =
  | { readonly status: 'saved'; readonly saved: VersionedProfile }
  | { readonly status: 'conflict'; readonly conflict: Conflict }
  | { readonly status: 'failed'; readonly error: unknown }

/**
 * Sent with the ETag of `base`. A refused ETag is no conflict where the answer to the same change was lost, or where
 * only pictures, theme or visibility changed: then the texts are sent once more.
 */
export async function sendEdits(
  calls: ProfileCalls,
  edits: Partial<Texts>,
  base: VersionedProfile,
  isSecond = false,
): Promise<EditOutcome> {
  const { id } = base.profile
  // Without an ETag the change would overwrite unseen what others did.
  if (base.etag !== null) {
    const { data, error } = await calls.change({ id, changes: edits, etag: base.etag })
    if (data) return { status: 'saved', saved: data }
    if (refusalFrom(error)?.code !== 'conflict') return { status: 'failed', error }
  }
  const { data: theirs, error } = await calls.read(id)
  if (!theirs || error) return { status: 'failed', error }
  if (Object.keys(editsOf(theirs, edits)).length === 0) return { status: 'saved', saved: theirs }
  if (otherTextsIn(base, theirs).length === 0 && !isSecond) return sendEdits(calls, edits, theirs, true)
  return { status: 'conflict', conflict: { base, edits, theirs } }
}
