import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Decider } from '../kernel/decider.ts'

type SlugEvent = Extract<DomainEvent, { type: 'SlugClaimed' }>
export type ClaimSlug = {
  readonly type: 'ClaimSlug'
  readonly profileId: string
  /** The slug itself, where a change of slug must be finished after a crash. */
  readonly slug?: string
}

/** No other profile ever gets the slug, because it is printed on cards. */
export type Slug = { readonly status: 'free' } | { readonly status: 'claimed'; readonly profileId: string }

export const slug: Decider<Slug, ClaimSlug, SlugEvent> = {
  initial: { status: 'free' },
  evolve: (state, event) =>
    event.type === 'SlugClaimed' ? { status: 'claimed', profileId: event.data.profileId } : state,
  decide: (command, state) => {
    const { type: _, ...claim } = command
    if (state.status === 'free') return [{ type: 'SlugClaimed', data: claim }]
    if (state.profileId !== claim.profileId) throw new Refusal('conflict', 'Esa dirección ya está en uso.')
    return []
  },
}
