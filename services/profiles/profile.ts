import type { DomainEvent, PastEvent, PastEventOf } from '@app/contracts/events/catalogue.ts'
import {
  DEFAULT_THEME,
  NO_DETAILS,
  type ImageKind,
  type ProfileDetails,
  type ProfileTheme,
} from '@app/contracts/profiles.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Decider, Occurrence } from '../kernel/decider.ts'
import { editProfile, present, type EditProfile } from './profile-editing.ts'
import { restoreVersion, type RestoreVersion } from './profile-restoring.ts'

type ProfileEvent = Extract<DomainEvent, { type: `Profile${string}` | 'ThemeApplied' }>
type DataOf<Type extends ProfileEvent['type']> = Extract<ProfileEvent, { type: Type }>['data']

/** Precondition: the slug is claimed, and a slot is taken if there is a limit. */
export type CreateProfile = { readonly type: 'CreateProfile' } & DataOf<'ProfileCreated'>
type SetImage = { readonly type: 'SetImage' } & DataOf<'ProfileImageSet'>
type RemoveImage = { readonly type: 'RemoveImage' } & DataOf<'ProfileImageRemoved'>
type Switch = { readonly type: 'ActivateProfile' | 'DeactivateProfile' | 'DeleteProfile' }
/**
 * Precondition: the profile has claimed the slug. `FinishSlugChange` is the same after a crash: a slug that was changed
 * before, and perhaps changed back, stays.
 */
export type ChangeSlug = { readonly type: 'ChangeSlug' | 'FinishSlugChange'; readonly slug: string }
export type ProfileCommand =
  CreateProfile | EditProfile | RestoreVersion | SetImage | RemoveImage | Switch | ChangeSlug

export type Profile =
  | { readonly status: 'unknown' }
  | {
      readonly status: 'created'
      readonly ownerId: string
      /** Empty after the personal data was erased, like the details. */
      readonly slug: string
      readonly formerSlugs: readonly string[]
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
      return { ...touched, ...slugsAfter(state, event.data.slug ?? '') }
    case 'ProfileVersionRestored':
      return touched
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

const slugsAfter = ({ slug: before, formerSlugs }: CreatedProfile, slug: string) => ({
  slug,
  formerSlugs: [...new Set([...formerSlugs, before])].filter((one) => one !== slug && one !== ''),
})

const created = (
  { ownerId, slug = '', details = NO_DETAILS }: PastEventOf<'ProfileCreated'>['data'],
  { revision, occurredAt }: Occurrence,
): CreatedProfile => ({
  status: 'created',
  ownerId,
  slug,
  formerSlugs: [],
  details,
  theme: DEFAULT_THEME,
  images: {},
  isActive: true,
  revision,
  createdAt: occurredAt,
  updatedAt: occurredAt,
})

function decide(command: ProfileCommand, state: Profile): readonly ProfileEvent[] {
  if (command.type === 'CreateProfile') {
    const { type: _, ...data } = command
    return state.status === 'unknown' ? [{ type: 'ProfileCreated', data }] : []
  }
  if (state.status !== 'created') {
    if (command.type === 'DeleteProfile') return []
    throw new Refusal('not-found')
  }
  return decideCreated(command, state)
}

/** They build on what is there. While it is blocked nobody can tell what they would change. */
const WORDED: ReadonlySet<ProfileCommand['type']> = new Set([
  'EditProfile',
  'RestoreVersion',
  'ChangeSlug',
  'SetImage',
])
const UNREADABLE = 'Este perfil está bloqueado: nadie puede leerlo ni cambiarlo.'

function decideCreated(
  command: Exclude<ProfileCommand, CreateProfile>,
  state: CreatedProfile,
): readonly ProfileEvent[] {
  if (state.slug === '' && WORDED.has(command.type)) throw new Refusal('conflict', UNREADABLE)
  switch (command.type) {
    case 'EditProfile':
      return withinRoom(state, editProfile(command, state))
    case 'RestoreVersion':
      return withinRoom(state, restoreVersion(command, state))
    case 'SetImage':
      return withinRoom(state, setImage(command, state))
    case 'RemoveImage':
      return removeImage(command, state)
    case 'ActivateProfile':
      return withinRoom(state, state.isActive ? [] : [{ type: 'ProfileActivated', data: {} }])
    case 'DeactivateProfile':
      return state.isActive ? [{ type: 'ProfileDeactivated', data: {} }] : []
    case 'ChangeSlug':
    case 'FinishSlugChange':
      return withinRoom(state, changeSlug(command, state))
    case 'DeleteProfile':
      return [{ type: 'ProfileDeleted', data: {} }]
  }
}

function setImage(command: SetImage, { images }: CreatedProfile): readonly ProfileEvent[] {
  const { type: _, ...data } = command
  return images[data.kind] === data.ref ? [] : [{ type: 'ProfileImageSet', data }]
}

const removeImage = ({ kind }: RemoveImage, { images }: CreatedProfile): readonly ProfileEvent[] =>
  images[kind] === undefined ? [] : [{ type: 'ProfileImageRemoved', data: { kind } }]

function changeSlug(
  { type, slug }: ChangeSlug,
  { slug: previous, formerSlugs }: CreatedProfile,
): readonly ProfileEvent[] {
  const isFormer = formerSlugs.includes(slug)
  if (slug === previous || (type === 'FinishSlugChange' && isFormer)) return []
  // A slug that the profile has claimed already is finished all the same.
  const isFull = type === 'ChangeSlug' && !isFormer && formerSlugs.length >= LIMITS.formerSlugsMax
  if (isFull) throw new Refusal('history-full')
  return [{ type: 'ProfileSlugChanged', data: { slug, previous } }]
}

/** Not for commands that undo an event (removals, switching off): their number is limited by the others. */
function withinRoom({ revision }: CreatedProfile, events: readonly ProfileEvent[]): readonly ProfileEvent[] {
  const recorded = Number(revision) + 1
  if (events.length > 0 && recorded >= LIMITS.streamEventsMax) throw new Refusal('history-full')
  return events
}

export const profile: Decider<Profile, ProfileCommand, ProfileEvent> = {
  initial: { status: 'unknown' },
  evolve,
  decide,
}
