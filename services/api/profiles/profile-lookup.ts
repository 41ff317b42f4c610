import type { Position } from '@app/contracts/event-store.ts'
import { profileStream, SLUG } from '@app/contracts/events/profile-events.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { UUID } from '@app/contracts/fields/uuid.ts'
import { findProfile, findProfileBySlug, type OwnedProfile } from '@app/projections/profiles/queries.ts'
import type { ReadDb } from '@app/projections/read-db.ts'
import type { RowSeals } from '@app/projections/row-seals.ts'
import {
  createPendingProfileChanges,
  IN_ROWS_MS_MAX,
  type KnownChange,
  type ProfileChange,
} from './pending-profile-changes.ts'
import { createSharedCache, type SharedCache } from '@app/concurrency/shared-cache.ts'

/** At most a moment old, and available while the database is unreachable. */
export interface ProfileLookup {
  /** @throws Refusal profile-not-found, also for an inactive profile and for one of a deactivated account */
  bySlug(slug: string): Promise<OwnedProfile>
  byId(id: string): Promise<OwnedProfile>
  /** This process has saved it: the next reader sees that, or something later. */
  saved(profileId: string, appended: { readonly position: Position } | undefined): void
  /** The log has the change: older rows are read again, and a closed profile is not shown. */
  changed(change: ProfileChange, newSlug?: string): void
}

/** A change is known much earlier. If its notice is lost, a deactivated profile must still disappear within 3 s. */
const FRESH_MS = 1_500
const REMEMBERED_MAX = 4_000
const STALE_AFTER_MS = 500
const BY_SLUG = 'slug '

interface Seen {
  readonly record: OwnedProfile | undefined
  readonly lookUp: number
}

export interface ProfileLookupDeps {
  readonly db: ReadDb
  readonly seals: RowSeals
  readonly monotonicMs: () => number
  readonly passed: (position: Position, timeoutMs: number) => Promise<unknown>
}

export function createProfileLookup(deps: ProfileLookupDeps): ProfileLookup {
  const { passed } = deps
  const changes = createPendingProfileChanges(passed)
  const cache = createRecordCache(deps, changes.lookUpNumber)

  async function visible(key: string): Promise<OwnedProfile> {
    const seen = await cache.get(key)
    if (seen.record === undefined) throw new Refusal('profile-not-found')
    const known = changes.of(seen.record)
    if (known.length === 0) return shown(seen.record, known)
    const newer = known.filter(({ inRowsFrom = Infinity }) => seen.lookUp < inRowsFrom)
    if (newer.length === 0 || isClosed(known)) return shown(seen.record, known)
    await Promise.all(newer.map((change) => change.inRows()))
    // Once per change: while the database is unreachable, the cached profile is shown.
    if (newer.filter((change) => change.isFirstSeenBy(key)).length > 0) cache.forget(key)
    const { record } = await cache.get(key)
    return shown(record, record === undefined ? [] : changes.of(record))
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
    changed: (change, newSlug) => {
      changes.note(change)
      if (newSlug === undefined) return
      // A request before the rows had it got the answer that it does not exist.
      const forget = (): void => cache.forget(BY_SLUG + newSlug)
      void passed(change.position, IN_ROWS_MS_MAX).then(forget, forget)
    },
  }
}

function createRecordCache(deps: ProfileLookupDeps, lookUpNumber: () => number): SharedCache<Seen> {
  const options = {
    freshMs: FRESH_MS,
    max: REMEMBERED_MAX,
    monotonicMs: deps.monotonicMs,
    staleAfterMs: STALE_AFTER_MS,
    isWorthKeeping: ({ record }: Seen) => record !== undefined,
  }
  return createSharedCache(options, async (key) => {
    const lookUp = lookUpNumber()
    return { record: await findByKey(deps, key), lookUp }
  })
}

const findByKey = (deps: ProfileLookupDeps, key: string): Promise<OwnedProfile | undefined> =>
  key.startsWith(BY_SLUG) ? findProfileBySlug(deps, key.slice(BY_SLUG.length)) : findProfile(deps, key)

const isClosed = (known: readonly KnownChange[]): boolean => known.some((change) => change.isClosed)

function shown(record: OwnedProfile | undefined, known: readonly KnownChange[]): OwnedProfile {
  if (record === undefined || !record.isActive || !record.isOwnerActive || isClosed(known))
    throw new Refusal('profile-not-found')
  // Its words open for nobody: they are blocked, or an erasure is under way.
  if (record.profile.slug === '') throw new Refusal('profile-not-found')
  return record
}
