import { refusalFrom } from '../../../app/refusal.ts'
import type { ProfileEdit, VersionedProfile } from '../profile-api.ts'
import { refusedBy, type Conflict } from './conflict.ts'
import type { Texts } from './edits.ts'

interface Answer {
  readonly data?: VersionedProfile | undefined
  readonly error?: unknown
}

export interface ProfileCalls {
  readonly change: (change: ProfileEdit) => Promise<Answer>
  /** From the server. */
  readonly read: (id: string) => Promise<Answer>
}

export type EditOutcome =
  | { readonly status: 'saved'; readonly saved: VersionedProfile }
  | { readonly status: 'conflict'; readonly conflict: Conflict }
  | { readonly status: 'failed'; readonly error: unknown }

/** Sent with the ETag of `base`; once more where no text was changed by others. */
export async function sendEdits(
  calls: ProfileCalls,
  edits: Texts,
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
  const conflict = { base, edits, theirs }
  const why = refusedBy(conflict)
  if (why === 'saved') return { status: 'saved', saved: theirs }
  if (why === 'unrelated' && !isSecond) return sendEdits(calls, edits, theirs, true)
  return { status: 'conflict', conflict }
}
