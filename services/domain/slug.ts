import type { DomainEvent, PastEvent } from '@app/contracts/events/catalogue.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Decider } from './decider.ts'

type SlugEvent = Extract<DomainEvent, { type: 'SlugClaimed' }>
export type ClaimSlug = { readonly type: 'ClaimSlug'; readonly profileId: string }

/** A slug is never given to another profile, because it is printed on cards. */
export type Slug = { readonly status: 'free' } | { readonly status: 'claimed'; readonly profileId: string }

function evolve(state: Slug, event: PastEvent): Slug {
  if (event.type === 'SlugClaimed') return { status: 'claimed', profileId: event.data.profileId }
  return event.type === 'SlugReleased' ? { status: 'free' } : state
}

function decide({ profileId }: ClaimSlug, state: Slug): readonly SlugEvent[] {
  if (state.status === 'free') return [{ type: 'SlugClaimed', data: { profileId } }]
  if (state.profileId !== profileId) throw new Refusal('conflict', 'Esa dirección ya está en uso.')
  return []
}

export const slug: Decider<Slug, ClaimSlug, SlugEvent> = { initial: { status: 'free' }, evolve, decide }
