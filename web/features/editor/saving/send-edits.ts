import { refusalFrom } from '../../../app/refusal.ts'
import type { ProfileEdit, VersionedProfile } from '../profile-api.ts'
import { editsOf, otherTextsIn, type Texts } from './edits.ts'

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
