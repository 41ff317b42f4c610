import type { PublicPageRenderer } from '@app/contracts/taps/public-page.ts'
import type { ReminderTimes } from './reminder-times.ts'
import type { CommandContext } from '../kernel/command-context.ts'
import type { ReminderTokens } from '../kernel/keys/reminder-tokens.ts'
import type { SubscriptionIds } from '../kernel/keys/subscription-ids.ts'
import type { RateCounters } from '../platform/http/limits/rate-counters.ts'
import type { RequestMail } from '../platform/mail/waiting-mail.ts'
import type { UnconfirmedReminders } from './unconfirmed-reminders.ts'
import type { RouteDeps } from '../platform/http/route.ts'
import type { ProfileLookup } from '../profiles/profile-lookup.ts'

export interface ReminderDeps extends RouteDeps, CommandContext {
  readonly profiles: ProfileLookup
  readonly subscriptionIds: SubscriptionIds
  readonly reminderTokens: Pick<ReminderTokens, 'read'>
  readonly reminderTimes: ReminderTimes
  readonly counters: Pick<RateCounters, 'take' | 'refund'>
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
