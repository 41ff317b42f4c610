import { findProfile, findProfileBySlug, type ProfileRecord } from '@app/projections/profiles/queries.ts'
import type { ReadDb } from '@app/projections/read-db.ts'
import { SLUG } from '@app/contracts/events/profile.ts'
import { LIMITS } from '@app/contracts/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { createRecent } from './recent.ts'

/** Profiles as pages and taps need them: a moment old at most, and still there when the database is not. */
export interface ProfileLookup {
  /** Active profiles only: an inactive one looks exactly like one that does not exist. Old slugs lead to the new. */
  bySlug(slug: string): Promise<ProfileRecord>
  byId(id: string): Promise<ProfileRecord>
}

/** A deactivated profile must be gone within 3 s. */
const FRESH_MS = 1_500
const REMEMBERED_MAX = 2_000
/** How long a page waits for the database before it is served as it was last known. */
const PATIENCE_MS = 500

export function createProfileLookup(db: ReadDb, now: () => Date): ProfileLookup {
  const options = { freshMs: FRESH_MS, max: REMEMBERED_MAX, now, staleAfterMs: PATIENCE_MS }
  const slugs = createRecent(options, (slug) => findProfileBySlug(db, slug))
  const ids = createRecent(options, (id) => findProfile(db, id))

  const active = (found: ProfileRecord | undefined): ProfileRecord => {
    if (found === undefined || !found.isActive) throw new Refusal('profile-not-found')
    return found
  }

  return {
    bySlug: async (typed) => {
      const slug = typed.toLowerCase()
      if (slug.length > LIMITS.slugCharsMax || !SLUG.test(slug)) throw new Refusal('profile-not-found')
      return active(await slugs.get(slug))
    },
    byId: async (id) => active(await ids.get(id.toLowerCase())),
  }
}
