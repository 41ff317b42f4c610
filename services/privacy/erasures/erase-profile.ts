import { type Actor, isStoreError } from '@app/contracts/event-store.ts'
import { visitorSubject } from '@app/contracts/taps.ts'
import { profileStream } from '@app/contracts/profiles.ts'
import { deleteProfile } from '../../profiles/create-profile.ts'
import { shred, shredAll, type Erasing } from './shred.ts'
import type { Reaction } from '../../kernel/reaction.ts'
import { subscriptionStream } from '@app/contracts/reminders.ts'
import { logPages } from '../../kernel/log-pages.ts'
import { handleSubscription } from '../../reminders/subscribe-routes.ts'

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

/** Completes an administrator's erasure: a second call is impossible, as the id is unknown after a deletion. */
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

/** Subscribers of these profiles, also of ended subscriptions. A profile may have a million: they come in pages. */
export async function eraseSubscribersOf(
  deps: Erasing,
  profileIds: readonly string[],
  actor: Actor,
): Promise<void> {
  for await (const ids of subscriptionsOf(deps, profileIds)) await eraseSubscriptions(deps, ids, actor)
}

/** After a crash the same call completes it: a row is readable until its key is destroyed. */
export async function eraseSubscriptions(deps: Erasing, ids: readonly string[], actor: Actor): Promise<void> {
  for (let from = 0; from < ids.length; from += PAGE)
    await erasePage(deps, ids.slice(from, from + PAGE), actor)
}

async function erasePage(deps: Erasing, page: readonly string[], actor: Actor): Promise<void> {
  const unreadable: string[] = []
  for (const id of page)
    await cancel(deps, id, actor).catch((error: unknown) => {
      if (isStoreError(error) && error.retryable) throw error
      unreadable.push(id)
    })
  await shredAll(deps, page.map(subscriptionStream), actor)
  // A key that cannot be opened must not prevent its erasure: without it the stream is read again.
  for (const id of unreadable) await cancel(deps, id, actor)
  // Later a worker finds no key; a copy written at this instant stays a week.
  await deps.removeMails()
}

/** Before the key is destroyed: an active subscription without an address could never begin again. */
const cancel = (deps: Erasing, id: string, actor: Actor) =>
  handleSubscription(deps, id, { type: 'Cancel', by: 'erasure' }, actor)

/** From a read model, and from the log beyond its first page: later rows may lie before the place that was read. */
async function* subscriptionsOf(
  { sealed, subscriptionsMadeFor }: Erasing,
  profileIds: readonly string[],
): AsyncGenerator<readonly string[]> {
  if (profileIds.length === 0) return
  let upTo = await sealed.headPosition()
  for (const profileId of profileIds)
    for (let after: string | undefined; ;) {
      const made = await subscriptionsMadeFor(profileId, { after, limit: PAGE })
      // A build that was replaced meanwhile may have less.
      if (made.upTo < upTo) upTo = made.upTo
      if (made.ids.length === 0) break
      yield made.ids
      after = made.ids.at(-1)
    }
  const wanted = new Set<unknown>(profileIds)
  for await (const page of logPages(sealed, upTo, { filter: { types: ['ReminderSubscribed'] } })) {
    const later = page.events.filter(({ data }) => wanted.has(data.profileId))
    yield [...new Set(later.map(({ stream }) => stream.slice(subscriptionStream('').length)))]
  }
}
