import { subscriptionStream } from '@app/contracts/events/subscription-events.ts'
import { REMINDER_LINKS_OF_MAILBOX } from '@app/contracts/limits/rate-limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { subscription } from '@app/domain/subscription.ts'
import { load } from '@app/event-store/handle.ts'
import { counterOf, type SubscribeDeps } from './subscribe.ts'

type RequestLinkDeps = Pick<SubscribeDeps, 'store' | 'ids' | 'counters' | 'requestMail'>

/** Mails a link to the subscriber, if there is one. The caller does not learn it. */
export async function requestReminderLink(
  { store, ids, counters, requestMail }: RequestLinkDeps,
  { profileId, email }: { readonly profileId: string; readonly email: string },
): Promise<void> {
  const subject = subscriptionStream(ids.subscription(profileId, email))
  const { state } = await load(store, subscription, subject)
  if (state.status === 'none' || state.email === undefined) return
  const counter = counterOf('reminder links of mailbox', ids.suppression(email))
  const { isTaken, windowEnd } = await counters.take(counter, REMINDER_LINKS_OF_MAILBOX)
  if (!isTaken) return
  try {
    await requestMail({ kind: 'reminder-link', subject })
  } catch (error) {
    await counters.refund(counter, windowEnd)
    // A full queue must not reveal who has a subscription.
    if (!(error instanceof Refusal)) throw error
  }
}
