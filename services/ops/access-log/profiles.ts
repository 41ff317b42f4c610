import type { EventStore } from '@app/contracts/event-store.ts'
import { NO_DETAILS, profileStream } from '@app/contracts/events/profile.ts'
import { slugStream } from '@app/contracts/events/slug.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { profile } from '@app/domain/profile.ts'
import { slug } from '@app/domain/slug.ts'
import { handle, load, type Cause } from '@app/event-store/handle.ts'
import { derivedId } from '@app/outside/ids.ts'

export interface ProfileDeps {
  readonly store: EventStore
  readonly now: () => Date
  readonly newId: () => string
}

export interface ProfileOfMap {
  readonly slug: string
  readonly id: string
  /** Its slug was somebody's already. */
  readonly reused: boolean
}

/** The profile of a slug: the one that bears it, or else a new one of the owner's. After a crash it is finished. */
export async function ensureProfile(
  deps: ProfileDeps,
  wanted: { readonly slug: string; readonly ownerId: string; readonly source: string },
): Promise<ProfileOfMap> {
  const { store, newId } = deps
  const id = derivedId(`imported profile ${wanted.slug}`)
  const cause: Cause = {
    actor: { kind: 'system', id: 'import' },
    occurredAt: deps.now().toISOString(),
    correlationId: `import:${wanted.source}`,
  }
  const holder = await claim(deps, wanted.slug, id, cause)
  if (holder !== id) return { slug: wanted.slug, id: holder, reused: true }
  const { events } = await handle(store, profile, {
    stream: profileStream(id),
    command: {
      type: 'CreateProfile',
      ownerId: wanted.ownerId,
      slug: wanted.slug,
      details: { ...NO_DETAILS, name: nameOf(wanted.slug) },
    },
    cause,
    newId,
  })
  return { slug: wanted.slug, id, reused: events.length === 0 }
}

/** Answers whose slug it is. */
async function claim(
  { store, newId }: ProfileDeps,
  name: string,
  profileId: string,
  cause: Cause,
): Promise<string> {
  const stream = slugStream(name)
  try {
    await handle(store, slug, { stream, command: { type: 'ClaimSlug', profileId }, cause, newId })
    return profileId
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { state } = await load(store, slug, stream)
    if (state.status === 'free') throw error
    return state.profileId
  }
}

/** `maria-paz` → `Maria Paz`. */
const nameOf = (name: string): string =>
  name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
