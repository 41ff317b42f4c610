import type { Actor } from '@app/contracts/event-store.ts'
import { visitorSubject } from '@app/contracts/events/interaction.ts'
import { profileStream } from '@app/contracts/events/profile.ts'
import type { StoredImages } from '@app/vault/pictures/stored-images.ts'
import { deleteProfile } from '../profiles/delete-profile.ts'
import { shred, type ShredDeps } from './shred.ts'

export interface EraseProfileDeps extends ShredDeps {
  readonly storedImages: Pick<StoredImages, 'changing'>
  readonly pause: (ms: number) => Promise<unknown>
}

/** Within so long every process knows that a profile is gone, and records nothing of its visitors any more. */
export const GONE_MS = 3_000
const PAGE = 100

/**
 * Deletes profiles and forgets all people in them: their own words and pictures, and what visitors told them. Their
 * slugs stay theirs, because they are printed on cards. Again after a crash it finishes.
 * @returns how many were there to delete, and how many visitors there were to forget
 */
export async function eraseProfiles(
  deps: EraseProfileDeps,
  profileIds: readonly string[],
  actor: Actor,
): Promise<{ readonly profiles: number; readonly visitors: number }> {
  let [profiles, visitors] = [0, 0]
  for (const id of profileIds) if (await deleteProfile(deps, id, actor)) profiles += 1
  if (profiles > 0) await deps.pause(GONE_MS)
  for (const id of profileIds) {
    await deps.storedImages.changing(id, (images) => images.release())
    visitors += await shredVisitors(deps, id, actor)
    await shred(deps, profileStream(id), actor)
  }
  return { profiles, visitors }
}

/** Whoever has a key has said something; the keys themselves tell who that is. */
async function shredVisitors(deps: EraseProfileDeps, profileId: string, actor: Actor): Promise<number> {
  let count = 0
  for (;;) {
    const subjects = await deps.keys.startingWith(visitorSubject(profileId, ''), PAGE)
    for (const subject of subjects) await shred(deps, subject, actor)
    count += subjects.length
    if (subjects.length < PAGE) return count
  }
}
