import { NO_DETAILS } from '@app/contracts/events/profile.ts'
import { slugStream } from '@app/contracts/events/slug.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { slug } from '@app/domain/slug.ts'
import { load, type Cause } from '@app/event-store/handle.ts'
import { derivedId } from '@app/outside/ids.ts'
import type { Acting } from '@app/processes/acting.ts'
import { createProfile } from '@app/processes/create-profile.ts'

export interface ProfileOfMap {
  readonly slug: string
  readonly id: string
  /** Its slug was somebody's already. */
  readonly reused: boolean
}

/** The profile of a slug: the one that bears it, or else a new one of the owner's. After a crash it is finished. */
export async function ensureProfile(
  deps: Acting,
  wanted: { readonly slug: string; readonly ownerId: string; readonly source: string },
): Promise<ProfileOfMap> {
  const { slug: name, ownerId, source } = wanted
  const id = derivedId(`imported profile ${name}`)
  const cause: Cause = {
    actor: { kind: 'system', id: 'import' },
    occurredAt: deps.now().toISOString(),
    correlationId: `import:${source}`,
  }
  const details = { ...NO_DETAILS, name: nameOf(name) }
  try {
    const profile = { profileId: id, ownerId, name, details, slug: name, cause }
    const { isNew } = await createProfile(deps, profile)
    return { slug: name, id, reused: !isNew }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { slug: name, id: await holderOf(deps, name, error), reused: true }
  }
}

/** Whose slug it is. */
async function holderOf({ store }: Acting, name: string, refusal: Refusal): Promise<string> {
  const { state } = await load(store, slug, slugStream(name))
  if (state.status === 'free') throw refusal
  return state.profileId
}

/** `maria-paz` → `Maria Paz`. */
const nameOf = (name: string): string =>
  name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
