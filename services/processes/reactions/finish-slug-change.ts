import { readEvent } from '@app/contracts/events/catalogue.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { causeFollowing } from '../command-context.ts'
import { changeClaimed, type ChangeSlugDeps } from '../profiles/change-slug.ts'
import type { Reaction } from './follow-reaction.ts'

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
