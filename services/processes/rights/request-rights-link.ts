import { mailboxSubject } from '@app/contracts/events/rights-events.ts'
import { RIGHTS_LINKS_OF_MAILBOX } from '@app/contracts/limits/rate-limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import type { SubscriptionIds } from '@app/vault/keys/subscription-ids.ts'
import type { RateCounters } from '@app/vault/logins/rate-counters.ts'
import type { Addressee } from '@app/vault/mails/mail-quota.ts'
import { counterOf } from '../reminders/subscribe.ts'
import { keptSubjects, type KeptSubjectsDeps } from './kept-subjects.ts'

export interface RequestRightsLinkDeps extends KeptSubjectsDeps {
  readonly ids: Pick<SubscriptionIds, 'address' | 'suppression'>
  readonly counters: Pick<RateCounters, 'take' | 'refund'>
  /** Queues a mail with what its letter needs. @throws Refusal unavailable when the queue is full */
  readonly requestMail: (addressee: Addressee, contents: string) => Promise<void>
}

/**
 * Mails a link to everything that is kept of the mailbox, if there is anything. The caller does not learn it. For an
 * unknown mailbox nothing is written, so that strangers cannot fill a table with made-up addresses.
 */
export async function requestRightsLink(deps: RequestRightsLinkDeps, email: string): Promise<void> {
  const mailboxId = deps.ids.address(email)
  if ((await keptSubjects(deps, mailboxId)).length === 0) return
  const counter = counterOf('rights links of mailbox', deps.ids.suppression(email))
  const { isTaken, windowEnd } = await deps.counters.take(counter, RIGHTS_LINKS_OF_MAILBOX)
  if (!isTaken) return
  try {
    await deps.requestMail(
      { kind: 'rights-link', subject: mailboxSubject(mailboxId) },
      JSON.stringify({ email }),
    )
  } catch (error) {
    await deps.counters.refund(counter, windowEnd)
    // A full queue must not reveal of whom something is kept.
    if (!(error instanceof Refusal)) throw error
  }
}
