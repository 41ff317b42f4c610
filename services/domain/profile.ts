import { normalizeHex } from '@app/contracts/fields/contrast-guard.ts'
import type { DomainEvent, PastEvent, PastEventOf } from '@app/contracts/events/catalogue.ts'
import {
  DEFAULT_THEME,
  DETAIL_FIELDS,
  NO_DETAILS,
  type ImageKind,
  type ProfileDetails,
  type ProfileTheme,
} from '@app/contracts/events/profile.ts'
import { fieldOf, typedDetails } from '@app/contracts/fields/profile-fields.ts'
import { LIMITS } from '@app/contracts/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Decider, Occurrence } from './decider.ts'

type ProfileEvent = Extract<DomainEvent, { type: `Profile${string}` | 'ThemeApplied' }>

/** Precondition: the slug is claimed, and a slot is taken if there is a limit. */
export type CreateProfile = {
  readonly type: 'CreateProfile'
  readonly ownerId: string
  readonly slug: string
  readonly details: ProfileDetails
}
/** Absent fields stay as they are. With `expected`, the command is refused at any other revision. */
export type EditProfile = {
  readonly type: 'EditProfile'
  readonly details: { readonly [F in keyof ProfileDetails]?: string | undefined }
  readonly theme: { readonly [F in keyof ProfileTheme]?: ProfileTheme[F] | undefined }
  readonly expected?: bigint | undefined
}
export type SetImage = {
  readonly type: 'SetImage'
  readonly kind: ImageKind
  readonly ref: string
  readonly width: number
  readonly height: number
}
export type RemoveImage = { readonly type: 'RemoveImage'; readonly kind: ImageKind }
export type DeleteProfile = { readonly type: 'DeleteProfile' }
export type ProfileCommand = CreateProfile | EditProfile | SetImage | RemoveImage | DeleteProfile

export type Profile =
  | { readonly status: 'unknown' }
  | {
      readonly status: 'created'
      readonly ownerId: string
      /** Empty after the personal data was erased, like the details. */
      readonly slug: string
      readonly details: ProfileDetails
      readonly theme: ProfileTheme
      readonly images: { readonly [K in ImageKind]?: string }
      readonly isActive: boolean
      readonly revision: bigint
      readonly createdAt: string
      readonly updatedAt: string
    }
  | { readonly status: 'deleted'; readonly ownerId: string }
export type CreatedProfile = Extract<Profile, { status: 'created' }>

function evolve(state: Profile, event: PastEvent, { revision, occurredAt }: Occurrence): Profile {
  if (event.type === 'ProfileCreated') return created(event.data, { revision, occurredAt })
  if (state.status !== 'created') return state
  const touched = { ...state, revision, updatedAt: occurredAt }
  switch (event.type) {
    case 'ProfileEdited':
      return { ...touched, details: { ...state.details, ...present(event.data.changes ?? {}) } }
    case 'ProfileImageSet':
      return { ...touched, images: { ...state.images, [event.data.kind]: event.data.ref } }
    case 'ProfileImageRemoved':
      return { ...touched, images: { ...state.images, [event.data.kind]: undefined } }
    case 'ThemeApplied':
      return { ...touched, theme: event.data.theme }
    case 'ProfileSlugChanged':
      return { ...touched, slug: event.data.slug ?? '' }
    case 'ProfileActivated':
      return { ...touched, isActive: true }
    case 'ProfileDeactivated':
      return { ...touched, isActive: false }
    case 'ProfileDeleted':
      return { status: 'deleted', ownerId: state.ownerId }
    default:
      return state
  }
}

const created = (
  { ownerId, slug = '', details = NO_DETAILS }: PastEventOf<'ProfileCreated'>['data'],
  { revision, occurredAt }: Occurrence,
): CreatedProfile => ({
  status: 'created',
  ownerId,
  slug,
  details,
  theme: DEFAULT_THEME,
  images: {},
  isActive: true,
  revision,
  createdAt: occurredAt,
  updatedAt: occurredAt,
})

const present = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [F in keyof Fields]: Exclude<Fields[F], undefined>
  }

function decide(command: ProfileCommand, state: Profile): readonly ProfileEvent[] {
  if (command.type === 'CreateProfile') {
    const { ownerId, slug, details } = command
    return state.status === 'unknown' ? [{ type: 'ProfileCreated', data: { ownerId, slug, details } }] : []
  }
  if (state.status !== 'created') {
    if (command.type === 'DeleteProfile') return []
    throw new Refusal('not-found')
  }
  switch (command.type) {
    case 'EditProfile':
      return withinRoom(state, editProfile(command, state))
    case 'SetImage': {
      const { type: _, ...data } = command
      return withinRoom(
        state,
        state.images[data.kind] === data.ref ? [] : [{ type: 'ProfileImageSet', data }],
      )
    }
    case 'RemoveImage': {
      const { kind } = command
      return state.images[kind] === undefined ? [] : [{ type: 'ProfileImageRemoved', data: { kind } }]
    }
    case 'DeleteProfile':
      return [{ type: 'ProfileDeleted', data: {} }]
  }
}

/** Not for removals: each one undoes an earlier event, so their number is bounded. */
function withinRoom({ revision }: CreatedProfile, events: readonly ProfileEvent[]): readonly ProfileEvent[] {
  const recorded = Number(revision) + 1
  if (events.length > 0 && recorded >= LIMITS.streamEventsMax) throw new Refusal('history-full')
  return events
}

const CHANGED_MEANWHILE = 'Este perfil cambió en otra sesión. Vuelve a cargarlo antes de guardar.'

function editProfile(command: EditProfile, state: CreatedProfile): readonly ProfileEvent[] {
  if (command.expected !== undefined && command.expected !== state.revision)
    throw new Refusal('conflict', CHANGED_MEANWHILE)
  return [...editedDetails(command, state), ...appliedTheme(command, state)]
}

function editedDetails({ details }: EditProfile, state: CreatedProfile): readonly ProfileEvent[] {
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

function fieldsWhere(
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
function asKept(field: keyof ProfileDetails, text: string): string {
  const kept = fieldOf(field, text)
  return 'value' in kept ? kept.value : text
}

/** An own colour means 'custom', unless another theme is chosen too: a form always sends the present theme. */
function appliedTheme({ theme: given }: EditProfile, state: CreatedProfile): readonly ProfileEvent[] {
  const { theme_color, ...colours } = present(given)
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

const isSameColour = (a: string, b: string): boolean => normalizeHex(a, a) === normalizeHex(b, b)

export const profile: Decider<Profile, ProfileCommand, ProfileEvent> = {
  initial: { status: 'unknown' },
  keptAs: { name: 'profile', version: 2 },
  evolve,
  decide,
}
