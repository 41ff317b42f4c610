import type { FieldChange, PastProfile } from '@app/contracts/api/history-calls.ts'
import {
  DETAIL_FIELDS,
  IMAGE_KINDS,
  type ProfileDetails,
  type ProfileTheme,
} from '@app/contracts/events/profile-events.ts'
import {
  DETAIL_LABELS,
  IMAGE_FIELD_OF,
  IMAGE_LABELS,
  THEME_LABELS,
  themeName,
} from '@app/contracts/fields/profile-labels.ts'
import { restoredFrom } from '@app/domain/profile-restoring.ts'
import type { CreatedProfile } from '@app/domain/profile.ts'
import type { StoredImages } from '@app/vault/pictures/stored-images.ts'
import { publicProfileOf, revisionTag } from '../profiles/profile-answer.ts'
import { fieldText } from './field-labels.ts'

/** Those pictures of a version that are still there. */
export const keptImagesOf = (
  storedImages: Pick<StoredImages, 'kept'>,
  { images }: CreatedProfile,
): Promise<ReadonlySet<string>> => storedImages.kept(Object.values(images).filter((ref) => ref !== undefined))

/** @param keptImages those of `past` that are still there */
export function pastProfileOf(
  id: string,
  past: CreatedProfile,
  today: CreatedProfile,
  keptImages: ReadonlySet<string>,
): PastProfile {
  const gone = IMAGE_KINDS.filter((kind) => !keptImages.has(past.images[kind] ?? ''))
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

function differences(past: CreatedProfile, today: CreatedProfile): Pick<PastProfile, 'restores' | 'keeps'> {
  const { changes, theme, refused } = restoredFrom(past, today)
  return {
    restores: [
      ...detailChanges(today.details, changes),
      ...(theme === undefined ? [] : themeChanges(today.theme, theme)),
    ],
    keeps: [
      ...detailChanges(
        today.details,
        Object.fromEntries(refused.map((field) => [field, past.details[field]])),
      ),
      ...keptAsToday(past, today),
    ],
  }
}

const change = (field: string, label: string, before: string | null, after: string | null): FieldChange => ({
  field,
  label,
  before: before ? fieldText(field, before) : null,
  after: after ? fieldText(field, after) : null,
  is_erased: false,
})

const detailChanges = (
  today: ProfileDetails,
  after: { readonly [F in keyof ProfileDetails]?: string | undefined },
): readonly FieldChange[] =>
  DETAIL_FIELDS.flatMap((field) => {
    const text = after[field]
    return text === undefined ? [] : [change(field, DETAIL_LABELS[field], today[field], text)]
  })

const COLOURS = ['background_color', 'text_color', 'button_color'] as const

function themeChanges(today: ProfileTheme, after: ProfileTheme): readonly FieldChange[] {
  const names = [themeName(today.theme_color), themeName(after.theme_color)] as const
  return [
    ...(names[0] === names[1] ? [] : [change('theme_color', THEME_LABELS.theme_color, ...names)]),
    ...COLOURS.filter((field) => today[field].toLowerCase() !== after[field].toLowerCase()).map((field) =>
      change(field, THEME_LABELS[field], today[field], after[field]),
    ),
  ]
}

const stateName = (isActive: boolean): string => (isActive ? 'Activo' : 'Inactivo')

/** A picture's values are its addresses. */
function keptAsToday(past: CreatedProfile, today: CreatedProfile): readonly FieldChange[] {
  const kept = [
    change('slug', 'Dirección', today.slug, past.slug),
    change('is_active', 'Estado', stateName(today.isActive), stateName(past.isActive)),
    ...IMAGE_KINDS.map((kind) =>
      change(IMAGE_FIELD_OF[kind], IMAGE_LABELS[kind], today.images[kind] ?? null, past.images[kind] ?? null),
    ),
  ]
  return kept.filter(({ before, after }) => before !== after)
}
