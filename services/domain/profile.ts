import type { DomainEvent, PastEvent } from '@app/contracts/events/catalogue.ts'
import type { ProfileDetails } from '@app/contracts/events/profile.ts'
import type { Decider } from './decider.ts'

type ProfileEvent = Extract<DomainEvent, { type: 'ProfileCreated' }>

/** The slug was claimed, and a slot taken where there is a limit, before this. */
export type CreateProfile = {
  readonly type: 'CreateProfile'
  readonly ownerId: string
  readonly slug: string
  readonly details: ProfileDetails
}

export type Profile = { readonly status: 'unknown' } | { readonly status: 'created'; readonly slug: string }

function evolve(state: Profile, event: PastEvent): Profile {
  return event.type === 'ProfileCreated' ? { status: 'created', slug: event.data.slug } : state
}

function decide({ ownerId, slug, details }: CreateProfile, state: Profile): readonly ProfileEvent[] {
  if (state.status === 'created') return []
  return [{ type: 'ProfileCreated', data: { ownerId, slug, details } }]
}

export const profile: Decider<Profile, CreateProfile, ProfileEvent> = {
  initial: { status: 'unknown' },
  evolve,
  decide,
}
