import { NO_DETAILS } from '@app/contracts/events/profile-events.ts'
import { slugStream } from '@app/contracts/events/slug-events.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { slug } from '@app/domain/slug.ts'
import { load, type Cause } from '@app/event-store/handle.ts'
import { derivedId } from '@app/event-store/ids.ts'
import type { CommandContext, Naming } from '@app/processes/command-context.ts'
import { createProfile } from '@app/processes/profiles/create-profile.ts'

export interface ProfileOfMap {
  readonly slug: string
  readonly id: string
  readonly reused: boolean
}

/** Finds or creates the slug's profile, and completes a creation that a crash interrupted. */
export async function ensureProfile(
  deps: CommandContext & Naming,
  wanted: { readonly slug: string; readonly ownerId: string; readonly source: string },
): Promise<ProfileOfMap> {
  const { slug: name, ownerId, source } = wanted
  // Keyed, so that guessing slugs does not reveal it.
  const id = derivedId(`imported profile ${deps.names.slug(name)}`)
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

async function holderOf(deps: Naming, name: string, refusal: Refusal): Promise<string> {
  const { state } = await load(deps.store, slug, slugStream(deps.names.slug(name)))
  if (state.status === 'free') throw refusal
  return state.profileId
}

/** `maria-paz` → `Maria Paz` */
const nameOf = (name: string): string =>
  name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
