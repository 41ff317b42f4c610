import type { Actor, AppendResult } from '@app/contracts/event-store.ts'
import { profileStream, slugStream } from '@app/contracts/profiles.ts'
import { isSlug, slugFault } from '@app/contracts/fields/slug-text.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { profile, type ChangeSlug, type Profile } from './profile.ts'
import { slug, type ClaimSlug } from './slug.ts'
import {
  handle,
  load,
  type Cause,
  type Handled,
  causeBy,
  type CommandContext,
  type Naming,
  causeFollowing,
} from '../kernel/commands.ts'
import { readEvent } from '@app/contracts/events/catalogue.ts'
import type { Reaction } from '../kernel/reaction.ts'

export interface ChangeSlugDeps extends CommandContext, Naming {
  readonly shred: (subject: string, actor: Actor) => Promise<unknown>
}

export interface SlugChange {
  readonly profileId: string
  readonly slug: string
}

export interface ChangedSlug {
  readonly previous: string
  readonly appended: AppendResult | undefined
}

/** The slug's stream decides; a reaction completes it. @throws Refusal not-found, invalid, conflict, history-full */
export async function changeSlug(
  deps: ChangeSlugDeps,
  wanted: SlugChange & { readonly actor: Actor },
): Promise<ChangedSlug> {
  const command = { type: 'ChangeSlug', slug: wanted.slug } as const
  const { state } = await load(deps.store, profile, profileStream(wanted.profileId))
  if (state.status !== 'created') throw new Refusal('not-found')
  const claim = await claimOf(deps, wanted)
  // Before the claim, which lasts for ever: a refused change must leave none.
  if (profile.decide(command, state).length === 0) return { previous: state.slug, appended: undefined }
  const cause = causeBy(deps, wanted.actor)
  await handle(deps.store, slug, { ...claim, cause, newId: deps.newId })
  const { appended } = await changeClaimed(deps, { profileId: wanted.profileId, command, cause })
  return { previous: state.slug, appended }
}

/** The claim that the profile may make. @throws Refusal invalid, conflict */
async function claimOf(deps: Naming, { profileId, slug: text }: SlugChange) {
  const fault = slugFault(text)
  if (!isSlug(text)) throw new Refusal('invalid', fault, { field: 'new_slug' })
  const command: ClaimSlug = { type: 'ClaimSlug', profileId, slug: text }
  const stream = slugStream(deps.names.slug(text))
  const { state } = await load(deps.store, slug, stream)
  const isOwn = state.status === 'claimed' && state.profileId === profileId
  // A profile may have a reserved word back, as the demo has its own.
  if (fault !== undefined && !isOwn) throw new Refusal('invalid', fault, { field: 'new_slug' })
  slug.decide(command, state)
  return { stream, command }
}

/** A claim that came after the erasure has made a new key of the profile: it goes as well. @throws Refusal not-found */
async function changeClaimed(
  deps: ChangeSlugDeps,
  change: {
    readonly profileId: string
    readonly command: ChangeSlug
    readonly cause: Cause
  },
): Promise<Handled<Profile>> {
  const { command, cause } = change
  const stream = profileStream(change.profileId)
  try {
    return await handle(deps.store, profile, { stream, command, cause, newId: deps.newId })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not-found') await deps.shred(stream, cause.actor)
    throw error
  }
}

/** Gives a profile the slug that it has claimed. Claims of new profiles contain no text: `slotReaction` makes those. */
export const slugReaction = ({ shred }: Pick<ChangeSlugDeps, 'shred'>): Reaction => ({
  name: 'slug-change',
  types: ['SlugClaimed'],
  react: async (deps, stored) => {
    const event = readEvent(stored)
    if (event.type !== 'SlugClaimed' || event.data.slug === undefined) return
    const { profileId, slug } = event.data
    const command = { type: 'FinishSlugChange', slug } as const
    const change = { profileId, command, cause: causeFollowing(deps, stored) }
    await changeClaimed({ ...deps, shred }, change).catch(unlessDeleted)
  },
})

function unlessDeleted(error: unknown): void {
  if (!(error instanceof Refusal) || error.code !== 'not-found') throw error
}
