import type { Position } from '@app/contracts/event-store.ts'
import { DEMO_PROFILE_ID } from '@app/contracts/demo-profile.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { profileStream, SLUG } from '@app/contracts/events/profile-events.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { UUID } from '@app/contracts/fields/uuid.ts'
import { LRUCache } from 'lru-cache'
import { findProfile, findProfileBySlug, type OwnedProfile } from '@app/projections/profiles/queries.ts'
import type { ReadDb } from '@app/projections/read-db.ts'
import type { RowSeals } from '@app/projections/row-seals.ts'
import { createSharedCache } from '@app/concurrency/shared-cache.ts'

/** The stream of a profile, or of an account and so of all its profiles. */
export interface ProfileChange {
  readonly stream: string
  readonly position: Position
  /** `closed`: not shown until `opened`. */
  readonly effect: 'closed' | 'opened' | 'edited'
}

/** At most a moment old, and available while the database is unreachable. */
export interface ProfileLookup {
  /** @throws Refusal profile-not-found, also for an inactive profile and for one of a deactivated account */
  bySlug(slug: string): Promise<OwnedProfile>
  byId(id: string): Promise<OwnedProfile>
  /** This process has saved it: the next reader sees that, or something later. */
  saved(profileId: string, appended: { readonly position: Position } | undefined): void
  /** The log has the change: rows are read again once they have it, and a closed profile is not shown. */
  changed(change: ProfileChange): void
}

/** A change is known much earlier. If its notice is lost, a deactivated profile must still disappear within 3 s. */
const FRESH_MS = 1_500
const REMEMBERED_MAX = 4_000
const STALE_AFTER_MS = 500
const BY_SLUG = 'slug '
/** Older ones are in the rows, and the cache has been refreshed since. */
const CHANGES_MAX = 10_000
const IN_ROWS_MS_MAX = 500

export interface ProfileLookupDeps {
  readonly db: ReadDb
  readonly seals: RowSeals
  readonly monotonicMs: () => number
  readonly passed: (position: Position, timeoutMs: number) => Promise<unknown>
}

export function createProfileLookup(deps: ProfileLookupDeps): ProfileLookup {
  const cache = createSharedCache(
    {
      freshMs: FRESH_MS,
      max: REMEMBERED_MAX,
      monotonicMs: deps.monotonicMs,
      staleAfterMs: STALE_AFTER_MS,
      isWorthKeeping: (record: OwnedProfile | undefined) => record !== undefined,
    },
    (key) => findByKey(deps, key),
  )
  // Of all profiles: while nothing changes they are read again as often.
  const changes = createChanges(deps.passed, cache.forgetAll)

  async function visible(key: string): Promise<OwnedProfile> {
    const cached = await cache.get(key)
    const known = changes.of(cached)
    if (known.length === 0 || known.some(({ isClosed }) => isClosed)) return shown(cached, known)
    await Promise.all(known.map(({ inRows }) => inRows))
    const record = await cache.get(key)
    return shown(record, changes.of(record))
  }

  return {
    bySlug: async (typed) => {
      const slug = typed.toLowerCase()
      if (slug.length > LIMITS.slugCharsMax || !SLUG.test(slug)) throw new Refusal('profile-not-found')
      return visible(BY_SLUG + slug)
    },
    byId: async (id) => {
      if (!UUID.test(id)) throw new Refusal('profile-not-found')
      return visible(id.toLowerCase())
    },
    saved: (profileId, appended) => {
      if (appended !== undefined)
        changes.note({ stream: profileStream(profileId), position: appended.position, effect: 'edited' })
    },
    changed: changes.note,
  }
}

interface KnownChange {
  readonly position: Position
  readonly isClosed: boolean
  /** Resolves once the rows have it and cached ones are read again, or after IN_ROWS_MS_MAX. */
  readonly inRows: Promise<void>
}

/** Changes that rows of the read models may lack. */
function createChanges(passed: ProfileLookupDeps['passed'], refresh: () => void) {
  const known = new LRUCache<string, KnownChange>({ max: CHANGES_MAX })
  return {
    note: ({ stream, position, effect }: ProfileChange): void => {
      const before = known.peek(stream)
      if (before !== undefined && before.position >= position) return
      known.set(stream, {
        position,
        isClosed: effect === 'closed' || (effect === 'edited' && before?.isClosed === true),
        inRows: passed(position, IN_ROWS_MS_MAX).then(refresh, refresh),
      })
    },
    of: (record: OwnedProfile | undefined): readonly KnownChange[] => {
      if (record === undefined) return []
      const { profile, ownerId } = record
      const streams = [
        profileStream(profile.id),
        ...(profile.id === DEMO_PROFILE_ID ? [] : [accountStream(ownerId)]),
      ]
      // `peek` renews no entry: changes that the rows contain are evicted first.
      return streams.flatMap((stream) => known.peek(stream) ?? [])
    },
  }
}

const findByKey = (deps: ProfileLookupDeps, key: string): Promise<OwnedProfile | undefined> =>
  key.startsWith(BY_SLUG) ? findProfileBySlug(deps, key.slice(BY_SLUG.length)) : findProfile(deps, key)

function shown(record: OwnedProfile | undefined, known: readonly KnownChange[]): OwnedProfile {
  if (
    record === undefined ||
    !record.isActive ||
    !record.isOwnerActive ||
    known.some(({ isClosed }) => isClosed)
  )
    throw new Refusal('profile-not-found')
  // Its words open for nobody: they are blocked, or an erasure is under way.
  if (record.profile.slug === '') throw new Refusal('profile-not-found')
  return record
}
