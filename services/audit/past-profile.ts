import type { PastAccount } from '@app/contracts/audit/admin-history.ts'
import type { FieldChange, PastProfile } from '@app/contracts/audit/calls.ts'
import { DETAIL_FIELDS, IMAGE_KINDS, type ProfileTheme } from '@app/contracts/profiles/events.ts'
import {
  DETAIL_LABELS,
  IMAGE_FIELD_OF,
  IMAGE_LABELS,
  THEME_LABELS,
  themeName,
} from '@app/contracts/fields/profile-labels.ts'
import { isActivated, type Account } from '../accounts/account/account-state.ts'
import { restoredFrom } from '../profiles/profile-restoring.ts'
import type { CreatedProfile } from '../profiles/profile.ts'
import type { Past } from '../kernel/fold.ts'
import type { StoredImages } from '../media/stored-images.ts'
import { publicProfileOf, revisionTag } from '../profiles/profile-answer.ts'
import { fieldText } from './field-labels.ts'

/** A profile as it was, with those of its pictures that are still there, and what a restore would change. */
export async function pastProfileOf(
  storedImages: Pick<StoredImages, 'kept'>,
  id: string,
  past: CreatedProfile,
  today: CreatedProfile,
): Promise<PastProfile> {
  const refs = Object.values(past.images).filter((ref) => ref !== undefined)
  const kept = await storedImages.kept(refs)
  const gone = IMAGE_KINDS.filter((kind) => !kept.has(past.images[kind] ?? ''))
  const images = { ...past.images, ...Object.fromEntries(gone.map((kind) => [kind, undefined])) }
  return {
    version: Number(past.revision) + 1,
    at: past.updatedAt,
    newest_version: Number(today.revision) + 1,
    is_newest: past.revision === today.revision,
    profile: publicProfileOf(id, { ...past, images }),
    missing_images: gone
      .filter((kind) => past.images[kind] !== undefined)
      .map((kind) => IMAGE_FIELD_OF[kind]),
    ...differences(past, today),
    newest_etag: revisionTag(today.revision),
  }
}

/** A picture's values are its addresses. */
function differences(past: CreatedProfile, today: CreatedProfile): Pick<PastProfile, 'restores' | 'keeps'> {
  const { changes, theme = today.theme, refused } = restoredFrom(past, today)
  const text = (field: keyof typeof DETAIL_LABELS, after: string | undefined) =>
    change(field, DETAIL_LABELS[field], today.details[field], after ?? '')
  const restores = DETAIL_FIELDS.filter((field) => field in changes).map((field) =>
    text(field, changes[field]),
  )
  const images = IMAGE_KINDS.map((kind) =>
    change(IMAGE_FIELD_OF[kind], IMAGE_LABELS[kind], today.images[kind], past.images[kind]),
  )
  return {
    restores: [...restores, ...themeChanges(today.theme, theme)],
    keeps: [
      ...refused.map((field) => text(field, past.details[field])),
      ...images.filter(({ before, after }) => before !== after),
    ],
  }
}

function change(field: string, label: string, before?: string, after?: string): FieldChange {
  const shown = (value?: string) => (value ? fieldText(field, value) : null)
  return { field, label, before: shown(before), after: shown(after), is_erased: false }
}

const themeChanges = (today: ProfileTheme, after: ProfileTheme): readonly FieldChange[] =>
  (Object.keys(THEME_LABELS) as (keyof ProfileTheme)[])
    .map((field) => {
      const shown = (theme: ProfileTheme) =>
        field === 'theme_color' ? themeName(theme.theme_color) : theme[field]
      return change(field, THEME_LABELS[field], shown(today), shown(after))
    })
    .filter(({ before, after: then }) => before !== then)

/** Null where there was none: an erasure ends the account, and a later registration begins another. */
export function pastAccountOf({ state, revision, occurredAt }: Past<Account>): PastAccount | null {
  if (state.status === 'unknown') return null
  return {
    version: Number(revision) + 1,
    at: occurredAt,
    name: state.name || null,
    email: state.email || null,
    is_active: state.isActive,
    is_activated: isActivated(state),
    is_admin: state.isAdmin,
    max_profiles: state.maxProfiles,
    profiles: state.slots.length,
  }
}
