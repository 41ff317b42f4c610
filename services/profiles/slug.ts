import type { DomainEvent, PastEvent } from '@app/contracts/events/catalogue.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { Decider } from '../kernel/decider.ts'

type SlugEvent = Extract<DomainEvent, { type: 'SlugClaimed' }>
export type ClaimSlug = {
  readonly type: 'ClaimSlug'
  readonly profileId: string
  /** The slug itself, where a change of slug must be finished after a crash. */
  readonly slug?: string
}

/** A slug is never given to another profile, because it is printed on cards. */
export type Slug = { readonly status: 'free' } | { readonly status: 'claimed'; readonly profileId: string }

function evolve(state: Slug, event: PastEvent): Slug {
  return event.type === 'SlugClaimed' ? { status: 'claimed', profileId: event.data.profileId } : state
}

function decide(command: ClaimSlug, state: Slug): readonly SlugEvent[] {
  const { type: _, ...claim } = command
  if (state.status === 'free') return [{ type: 'SlugClaimed', data: claim }]
  if (state.profileId !== claim.profileId) throw new Refusal('conflict', 'Esa dirección ya está en uso.')
  return []
}

export const slug: Decider<Slug, ClaimSlug, SlugEvent> = { initial: { status: 'free' }, evolve, decide }
