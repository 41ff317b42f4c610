import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { normalizeHex } from '@app/contracts/fields/contrast-guard.ts'
import { DETAIL_FIELDS, type ProfileDetails, type ProfileTheme } from '@app/contracts/profiles.ts'
import { fieldOf, typedDetails } from '@app/contracts/fields/profile-fields.ts'
import { Refusal } from '@app/contracts/refusals.ts'

export type EditEvent = Extract<DomainEvent, { type: 'ProfileEdited' | 'ThemeApplied' }>

/** Absent fields stay as they are. With `expected`, the command is refused at any other revision. */
export type EditProfile = {
  readonly type: 'EditProfile'
  readonly details: { readonly [F in keyof ProfileDetails]?: string | undefined }
  readonly theme: { readonly [F in keyof ProfileTheme]?: ProfileTheme[F] | undefined }
  readonly expected?: bigint | undefined
}

export interface Editable {
  readonly details: ProfileDetails
  readonly theme: ProfileTheme
  readonly revision: bigint
}

const CHANGED_MEANWHILE = 'Este perfil cambió en otra sesión. Vuelve a cargarlo antes de guardar.'

export function editProfile(command: EditProfile, state: Editable): readonly EditEvent[] {
  checkRevision(command, state)
  return [...editedDetails(command, state), ...appliedTheme(command, state)]
}

export function checkRevision({ expected }: Pick<EditProfile, 'expected'>, { revision }: Editable): void {
  if (expected !== undefined && expected !== revision) throw new Refusal('conflict', CHANGED_MEANWHILE)
}

function editedDetails({ details }: EditProfile, state: Editable): readonly EditEvent[] {
  // Unchanged fields are not validated again: they may predate a rule that they break.
  const touched = fieldsWhere(details, (field, text) => text !== state.details[field])
  const { values, typed, fault } = typedDetails(touched)
  if (fault !== undefined) throw new Refusal('invalid', fault.message, { field: fault.field })
  const changes = fieldsWhere(values, (field, text) => text !== asKept(field, state.details[field]))
  if (Object.keys(changes).length === 0) return []
  return [
    { type: 'ProfileEdited', data: { changes, typed: fieldsWhere(typed, (field) => field in changes) } },
  ]
}

type Fields = Partial<Record<keyof ProfileDetails, string>>

export function fieldsWhere(
  fields: EditProfile['details'],
  holds: (field: keyof ProfileDetails, text: string) => boolean,
): Fields {
  const chosen: Fields = {}
  for (const field of DETAIL_FIELDS) {
    const text = fields[field]
    if (text !== undefined && holds(field, text)) chosen[field] = text
  }
  return chosen
}

/** Older events hold text that was not normalised. */
export function asKept(field: keyof ProfileDetails, text: string): string {
  const normal = fieldOf(field, text)
  return 'value' in normal ? normal.value : text
}

/** An own colour means 'custom', unless another theme is chosen too: a form always sends the present theme. */
function appliedTheme({ theme: wanted }: EditProfile, state: Editable): readonly EditEvent[] {
  const { theme_color, ...colours } = present(wanted)
  const own = Object.entries(colours).filter(
    ([field, colour]) => !isSameColour(colour, state.theme[field as keyof ProfileTheme]),
  )
  const { theme_color: before } = state.theme
  const isOther = theme_color !== undefined && theme_color !== before
  const chosen = isOther ? theme_color : own.length > 0 ? 'custom' : before
  if (own.length === 0 && chosen === before) return []
  return [
    {
      type: 'ThemeApplied',
      data: { theme: { ...state.theme, ...Object.fromEntries(own), theme_color: chosen } },
    },
  ]
}

export const isSameColour = (a: string, b: string): boolean => normalizeHex(a, a) === normalizeHex(b, b)

export const present = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [F in keyof Fields]: Exclude<Fields[F], undefined>
  }
