import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { DETAIL_FIELDS, type ProfileDetails, type ProfileTheme } from '@app/contracts/profiles.ts'
import { fieldOf, typedDetails } from '@app/contracts/fields/profile-fields.ts'
import {
  asKept,
  checkRevision,
  fieldsWhere,
  isSameColour,
  type Editable,
  type EditEvent,
} from './profile-editing.ts'

type RestoreEvent = EditEvent | Extract<DomainEvent, { type: 'ProfileVersionRestored' }>

export type RestoreVersion = {
  readonly type: 'RestoreVersion'
  readonly version: number
  readonly at: string
  readonly details: ProfileDetails
  readonly theme: ProfileTheme
  readonly expected?: bigint | undefined
}

export function restoreVersion(command: RestoreVersion, state: Editable): readonly RestoreEvent[] {
  checkRevision(command, state)
  const { changes, theme } = restoredFrom(command, state)
  const edits: EditEvent[] = []
  if (Object.keys(changes).length > 0) edits.push({ type: 'ProfileEdited', data: { changes, typed: {} } })
  if (theme !== undefined) edits.push({ type: 'ThemeApplied', data: { theme } })
  const { version, at } = command
  return edits.length === 0 ? [] : [...edits, { type: 'ProfileVersionRestored', data: { version, at } }]
}

interface Restored {
  readonly changes: Partial<ProfileDetails>
  readonly theme: ProfileTheme | undefined
  /** Their texts of then break a rule of today, so that they stay as they are. */
  readonly refused: readonly (keyof ProfileDetails)[]
}

/** The changes that a restore would make. The theme is set whole: as an edit, colours of a preset would make it an own one. */
export function restoredFrom(
  past: Pick<Editable, 'details' | 'theme'>,
  state: Pick<Editable, 'details' | 'theme'>,
): Restored {
  const other = fieldsWhere(past.details, (field, text) => text !== state.details[field])
  const refused = DETAIL_FIELDS.filter((field) => 'fault' in fieldOf(field, other[field] ?? ''))
  const { values } = typedDetails(fieldsWhere(other, (field) => !refused.includes(field)))
  const changes = fieldsWhere(values, (field, text) => text !== asKept(field, state.details[field]))
  return { changes, theme: restoredTheme(past.theme, state.theme), refused }
}

/** Undefined where it is today's. A colour that is spelled otherwise today is no change. */
function restoredTheme(past: ProfileTheme, today: ProfileTheme): ProfileTheme | undefined {
  const colour = (field: Exclude<keyof ProfileTheme, 'theme_color'>): string =>
    isSameColour(past[field], today[field]) ? today[field] : past[field]
  const theme: ProfileTheme = {
    theme_color: past.theme_color,
    background_color: colour('background_color'),
    text_color: colour('text_color'),
    button_color: colour('button_color'),
  }
  return (Object.keys(theme) as (keyof ProfileTheme)[]).every((field) => theme[field] === today[field])
    ? undefined
    : theme
}
