import type { PublicPageRenderer } from '@app/contracts/public-page.ts'
import type { ReminderTimes } from '@app/domain/reminder-times.ts'
import type { CommandContext } from '@app/processes/command-context.ts'
import type { ReminderTokens } from '@app/vault/keys/reminder-tokens.ts'
import type { SubscriptionIds } from '@app/vault/keys/subscription-ids.ts'
import type { RateCounters } from '@app/vault/logins/rate-counters.ts'
import type { RequestMail } from '@app/processes/mails/waiting-mail.ts'
import type { UnconfirmedReminders } from '@app/vault/mails/unconfirmed-reminders.ts'
import type { RouteDeps } from '../http/route.ts'
import type { ProfileLookup } from '../profiles/profile-lookup.ts'

export interface ReminderDeps extends RouteDeps, CommandContext {
  readonly profiles: ProfileLookup
  readonly subscriptionIds: SubscriptionIds
  readonly reminderTokens: Pick<ReminderTokens, 'read'>
  readonly reminderTimes: ReminderTimes
  readonly counters: RateCounters
  readonly unconfirmed: UnconfirmedReminders
  /** Queues a mail. @throws Refusal unavailable when the queue is full */
  readonly requestMail: RequestMail
  /** Who is blocked may refuse mails, and have everything erased. */
  readonly onPolicyRefusal: (reason: string) => void
  /** Undefined: nobody may report a bounce. */
  readonly mailReportsSecret: string | undefined
  readonly renderer: PublicPageRenderer
  readonly publicUrl: string
}
