import { withTimeout } from '../platform/concurrency/concurrency-limiter.ts'
import { SLUG } from '@app/contracts/profiles.ts'
import { UUID } from '@app/contracts/fields/text.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { findProfile, findProfileBySlug, type OwnedProfile } from '@app/projections/profiles/queries.ts'
import { LRUCache } from 'lru-cache'
import type { Ctx } from '../platform/ctx.ts'

/** Profiles as everybody sees them: a second old at most, and ten minutes while the database is away. */
export interface ProfileLookup {
  /** @throws Refusal profile-not-found, also for an inactive profile and for one of a deactivated account */
  bySlug(slug: string): Promise<OwnedProfile>
  byId(id: string): Promise<OwnedProfile>
}

const FRESH_MS = 1_000
const FORMER_MS_MAX = 600_000
/** A former copy is shown when the database takes longer. */
const LATE_MS = 500
const CACHED_MAX = 4_000
const BY_SLUG = 'slug '

type Found = OwnedProfile | undefined

interface Entry {
  readonly startedMs: number
  readonly answer: Promise<Found>
  /** The last answer of the database, also where it came too late for `answer`. */
  last: { readonly record: Found; readonly atMs: number } | undefined
}

interface Reading extends Pick<Ctx, 'db' | 'seals' | 'monotonicMs'> {
  readonly freshMs?: number | undefined
}

export function createProfileLookup(deps: Reading): ProfileLookup {
  const { monotonicMs, freshMs = FRESH_MS } = deps
  const entries = new LRUCache<string, Entry>({ max: CACHED_MAX })

  function find(key: string): Promise<Found> {
    const startedMs = monotonicMs()
    const before = entries.get(key)
    if (before !== undefined && startedMs - before.startedMs < freshMs) return before.answer
    const reading = findByKey(deps, key)
    const former = before?.last
    const isShown = former !== undefined && startedMs - former.atMs < FORMER_MS_MAX
    const inTime = () => withTimeout(reading, LATE_MS, () => former?.record).catch(() => former?.record)
    const answer = isShown ? inTime() : reading
    const entry: Entry = { startedMs, answer, last: former }
    entries.set(key, entry)
    const forget = (): void => void (entries.peek(key) === entry && entries.delete(key))
    reading.then(
      (record) => {
        entry.last = { record, atMs: startedMs }
        // Unknown names, which callers choose, must not evict profiles.
        if (record === undefined) forget()
      },
      () => (isShown ? undefined : forget()),
    )
    return answer
  }

  return {
    bySlug: async (typed) => {
      const slug = typed.toLowerCase()
      if (slug.length > LIMITS.slugCharsMax || !SLUG.test(slug)) throw new Refusal('profile-not-found')
      return shown(await find(BY_SLUG + slug))
    },
    byId: async (id) => {
      if (!UUID.test(id)) throw new Refusal('profile-not-found')
      return shown(await find(id.toLowerCase()))
    },
  }
}

const findByKey = (deps: Reading, key: string): Promise<Found> =>
  key.startsWith(BY_SLUG) ? findProfileBySlug(deps, key.slice(BY_SLUG.length)) : findProfile(deps, key)

function shown(record: Found): OwnedProfile {
  // Without a slug its words open for nobody: they are blocked, or an erasure is under way.
  if (record === undefined || !record.isActive || !record.isOwnerActive || record.profile.slug === '')
    throw new Refusal('profile-not-found')
  return record
}
