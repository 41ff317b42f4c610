import type { Actor } from '@app/contracts/event-store.ts'
import { visitorSubject } from '@app/contracts/taps.ts'
import { profileStream } from '@app/contracts/profiles.ts'
import { deleteProfile } from '../../profiles/create-profile.ts'
import { eraseSubscribersOf } from './erase-subscribers.ts'
import { shred, shredAll } from './shred.ts'
import type { Reaction } from '../../kernel/reaction.ts'
import type { Erasing } from './erasing.ts'

/** After this time every process knows that the profile is deleted, and records neither visitors nor subscribers. */
export const GONE_MS = 3_000
const PAGE = 100

/** Slugs stay taken, because they are printed on cards. After a crash the same call completes it. */
export async function eraseProfiles(
  deps: Erasing,
  profileIds: readonly string[],
  actor: Actor,
): Promise<void> {
  let isAnyNew = false
  for (const id of profileIds) if (await deleteProfile(deps, id, actor)) isAnyNew = true
  if (isAnyNew) await deps.pause(GONE_MS)
  await eraseDeleted(deps, profileIds, actor)
}

/** Precondition: the profiles were deleted GONE_MS ago. */
export async function eraseDeleted(
  deps: Erasing,
  profileIds: readonly string[],
  actor: Actor,
): Promise<void> {
  await eraseSubscribersOf(deps, profileIds, actor)
  for (const id of profileIds) {
    await deps.storedImages.changing(id, (images) => images.release())
    await shredVisitors(deps, id, actor)
    await shred(deps, profileStream(id), actor)
  }
}

/** A visitor with personal text has a key, so the keys name the visitors. */
async function shredVisitors(deps: Erasing, profileId: string, actor: Actor): Promise<void> {
  for (;;) {
    const subjects = await deps.keys.startingWith(visitorSubject(profileId, ''), PAGE)
    await shredAll(deps, subjects, actor)
    if (subjects.length < PAGE) return
  }
}

/**
 * Completes an administrator's erasure, because a second call is impossible: the id is unknown after a deletion. Erasures of whole
 * accounts have a reaction of their own, and commands of data staff are repeated.
 */
export const profileErasureReaction = (
  finish: (profileId: string, deletedAt: string, actor: Actor) => Promise<unknown>,
): Reaction => ({
  name: 'profile-erasure',
  types: ['ProfileDeleted'],
  isNeverSkipped: true,
  react: async (_context, { stream, meta }) => {
    if (meta.actor.kind === 'admin')
      await finish(stream.slice(profileStream('').length), meta.occurredAt, meta.actor)
  },
})

/** Until every process knows of a deletion; no longer where the clock was set back. */
export async function untilGone(
  { now, pause }: Pick<Erasing, 'now' | 'pause'>,
  deletedAt: string,
): Promise<void> {
  const goneForMs = now().getTime() - Date.parse(deletedAt)
  if (goneForMs < GONE_MS) await pause(Math.min(GONE_MS, GONE_MS - goneForMs))
}
