import { isStoreError, type Actor, type Position } from '@app/contracts/event-store.ts'
import { subscriptionStream } from '@app/contracts/reminders.ts'
import { logPages } from '../../kernel/log-pages.ts'
import { handleSubscription } from '../../reminders/subscribe-routes.ts'
import { shredAll } from './shred.ts'
import type { Erasing } from './erasing.ts'

const PAGE = 100
const PREFIX = subscriptionStream('')

/** Subscribers of these profiles, also of ended subscriptions. A profile may have a million: they come in pages. */
export const eraseSubscribersOf = (
  deps: Erasing,
  profileIds: readonly string[],
  actor: Actor,
): Promise<void> => eraseLists(deps, subscriptionsOf(deps, profileIds), actor)

/** After a crash the same call completes it: a row is found until its key is destroyed. */
export const eraseSubscriptions = (deps: Erasing, ids: readonly string[], actor: Actor): Promise<void> =>
  eraseLists(deps, [ids], actor)

async function eraseLists(
  deps: Erasing,
  lists: Iterable<readonly string[]> | AsyncIterable<readonly string[]>,
  actor: Actor,
): Promise<void> {
  for await (const ids of lists)
    for (let from = 0; from < ids.length; from += PAGE)
      await erasePage(deps, ids.slice(from, from + PAGE), actor)
}

async function erasePage(deps: Erasing, page: readonly string[], actor: Actor): Promise<void> {
  const emails: string[] = []
  const unreadable: string[] = []
  for (const id of page)
    emails.push(
      ...(await cancelled(deps, id, actor).catch((error: unknown) => {
        if (isStoreError(error) && error.retryable) throw error
        unreadable.push(id)
        return []
      })),
    )
  // Without the key the recipient of the mails is unknown.
  await deps.removeMailsTo(emails)
  await shredAll(deps, page.map(subscriptionStream), actor)
  // A key that cannot be opened must not prevent its erasure: without it the stream is read again.
  for (const id of unreadable) await cancelled(deps, id, actor)
  // Removes mails that a worker wrote in between. Later ones are removed by the worker, which finds no key.
  await deps.removeMailsTo(emails)
}

/** Before the key is destroyed: an active subscription without an address could never begin again. @returns its e-mail */
async function cancelled(deps: Erasing, id: string, actor: Actor): Promise<readonly string[]> {
  const { state } = await handleSubscription(deps, id, { type: 'Cancel', by: 'erasure' }, actor)
  return state.status === 'none' || state.email === undefined ? [] : [state.email]
}

/** From a read model, and from the log beyond its first page: later rows may lie before the place that was read. */
async function* subscriptionsOf(
  deps: Erasing,
  profileIds: readonly string[],
): AsyncGenerator<readonly string[]> {
  if (profileIds.length === 0) return
  const { sealed } = deps
  let upTo = await sealed.headPosition()
  for (const profileId of profileIds)
    for await (const made of madeFor(deps, profileId)) {
      // A build that was replaced meanwhile may have less.
      if (made.upTo < upTo) upTo = made.upTo
      yield made.ids
    }
  const wanted = new Set<unknown>(profileIds)
  for await (const page of logPages(sealed, upTo, { filter: { types: ['ReminderSubscribed'] } })) {
    const later = page.events.filter(({ data }) => wanted.has(data.profileId))
    yield [...new Set(later.map(({ stream }) => stream.slice(PREFIX.length)))]
  }
}

async function* madeFor(
  { subscriptionsMadeFor }: Erasing,
  profileId: string,
): AsyncGenerator<{ readonly ids: readonly string[]; readonly upTo: Position }> {
  let made = await subscriptionsMadeFor(profileId, { after: undefined, limit: PAGE })
  for (;;) {
    yield made
    if (made.ids.length === 0) return
    made = await subscriptionsMadeFor(profileId, { after: made.ids.at(-1), limit: PAGE })
  }
}
