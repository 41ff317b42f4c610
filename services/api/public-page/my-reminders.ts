import type { MyReminder } from '@app/contracts/api/my-data-calls.ts'
import type { Actor } from '@app/contracts/event-store.ts'
import { maskedEmail } from '@app/contracts/fields/email.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { eraseSubscriptions } from '@app/processes/erasures/erase-subscribers.ts'
import { handleSubscription } from '@app/processes/reminders/subscription-command.ts'
import { listOfVisitor } from '@app/projections/subscriptions/queries.ts'
import type { PublicPageDeps } from './public-page-deps.ts'

/** The event of a subscription names the visitor, so that their browser is the proof, as for other data. */
export interface OneVisitor {
  readonly profileId: string
  readonly visitorId: string
}

/** An unconfirmed one is shown as active: a person who only typed the address must not learn of a refusal. */
export async function remindersOf(deps: PublicPageDeps, visitor: OneVisitor): Promise<readonly MyReminder[]> {
  const [rows, waiting] = await Promise.all([
    listOfVisitor(deps, { ...visitor, limit: LIMITS.myRemindersMax }),
    deps.unconfirmed.ofVisitor(visitor),
  ])
  const recorded = rows.map(({ email, subscribedAtMs, status }) => ({
    email: email === '' ? '' : maskedEmail(email),
    subscribed_at: new Date(subscribedAtMs).toISOString(),
    status,
  }))
  const asked = waiting.map(({ wish, askedAt, isCancelled }) => ({
    email: wish === undefined ? '' : maskedEmail(wish.email),
    subscribed_at: askedAt.toISOString(),
    status: isCancelled ? ('cancelled' as const) : ('active' as const),
  }))
  return [...recorded, ...asked]
    .toSorted((a, b) => b.subscribed_at.localeCompare(a.subscribed_at))
    .slice(0, LIMITS.myRemindersMax)
}

const allOf = async (deps: PublicPageDeps, visitor: OneVisitor) => ({
  recorded: await listOfVisitor(deps, { ...visitor, limit: LIMITS.myRemindersAtOnceMax }),
  waiting: await deps.unconfirmed.ofVisitor(visitor),
})

/** @returns how many were active */
export async function cancelReminders(
  deps: PublicPageDeps,
  visitor: OneVisitor,
  actor: Actor,
): Promise<number> {
  const { recorded, waiting } = await allOf(deps, visitor)
  const ids = waiting.filter(({ isCancelled }) => !isCancelled).map(({ subscriptionId }) => subscriptionId)
  await deps.unconfirmed.cancel(ids)
  const active = recorded.filter(({ status }) => status === 'active' || status === 'completed')
  for (const { subscriptionId } of active)
    await handleSubscription(deps, subscriptionId, { type: 'Cancel', by: 'subscriber' }, actor)
  return active.length + ids.length
}

export async function eraseReminders(deps: PublicPageDeps, visitor: OneVisitor, actor: Actor): Promise<void> {
  const { recorded, waiting } = await allOf(deps, visitor)
  const ids = [...recorded, ...waiting].map(({ subscriptionId }) => subscriptionId)
  await eraseSubscriptions(deps, [...new Set(ids)], actor)
}
