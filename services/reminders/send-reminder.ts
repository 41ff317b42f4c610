import { isStoreError, type Expected } from '@app/contracts/event-store.ts'
import { profileStream } from '@app/contracts/profiles.ts'
import { subscriptionStream, type Reminder } from '@app/contracts/reminders.ts'
import type { CreatedProfile } from '../profiles/profile.ts'
import { subscription, type SendOutcome, type SubscribedCycle } from './subscription.ts'
import { append, causeBy, envelop, type CommandContext } from '../kernel/commands.ts'
import { derivedId } from '../kernel/log/ids.ts'
import type { Delivery, WrittenMail } from '../platform/mail/mailer.ts'
import { deliverUnlessErased, type Delivering } from '../platform/mail/waiting-mail.ts'
import type { SubscriptionIds } from '../kernel/keys/keyed-ids.ts'
import type { ReminderTimes, Plan } from './plan.ts'
import { handleSubscription } from './subscribe-routes.ts'

/** One reminder of a cycle, and the cycle's stream as it was read. */
export interface Due {
  readonly subscriptionId: string
  readonly reminder: Reminder
  /** Milliseconds since 1970. */
  readonly dueMs: number
  readonly state: SubscribedCycle
  readonly expected: Expected
}

export interface Reminding extends CommandContext, Delivering {
  readonly ids: SubscriptionIds
  /** Whether one of them is. */
  readonly isBlocked: (subjects: readonly string[]) => Promise<boolean>
  readonly times: ReminderTimes
  readonly messageIdOf: (mailId: string) => string
  readonly write: (mail: LetterFor) => Promise<WrittenMail>
  readonly pace: (signal: AbortSignal) => Promise<void>
  /** Limit of mails with an intent and no outcome, which a crash leaves in doubt. */
  readonly atOnce: number
  readonly onHandled: (kind: Plan['kind'] | Delivery['kind']) => void
}

export interface LetterFor {
  readonly due: Due
  readonly id: string
  readonly email: string
  readonly profile: CreatedProfile
}

export const WORKER = { kind: 'system', id: 'reminders' } as const

/** The log has an intent before any server has the mail. @returns undefined when another worker sends it, or on stop */
export async function sendReminder(
  deps: Pick<Reminding, 'write' | 'pace' | 'messageIdOf'> & Delivering & CommandContext,
  due: Due,
  { email, profile }: Pick<LetterFor, 'email' | 'profile'>,
  signal: AbortSignal,
): Promise<Delivery | undefined> {
  await deps.pace(signal)
  if (signal.aborted) return undefined
  // Composed first, so that a failure of pictures leaves no mail in doubt.
  const letter = await deps.write({ due, id: mailIdOf(due), email, profile })
  if (!(await startSend(deps, due))) return undefined
  const subjects = [subscriptionStream(due.subscriptionId), profileStream(due.state.profileId)]
  const outcome = await deliverUnlessErased(deps, letter, subjects, signal)
  await settleSend(deps, due, outcome)
  return outcome
}

/** Mailboxes recognise a second copy of the mail by it. */
const mailIdOf = ({ subscriptionId, state, reminder }: Due): string =>
  derivedId(`reminder ${subscriptionId} ${state.cycle} ${reminder}`)

type Naming = CommandContext & Pick<Reminding, 'messageIdOf'>

const mailOf = (deps: Naming, due: Due) => ({
  cycle: due.state.cycle,
  reminder: due.reminder,
  messageId: deps.messageIdOf(mailIdOf(due)),
})

/** At the revision of the decision: an earlier cancellation wins. @returns whether this worker alone may send */
export async function startSend(deps: Naming, due: Due): Promise<boolean> {
  const { subscriptionId, state, expected } = due
  const [event] = subscription.decide({ type: 'StartSend', ...mailOf(deps, due) }, state)
  if (event === undefined) return false
  const intent = envelop(event, deps.newId(), causeBy(deps, WORKER))
  try {
    await append(deps.store, subscriptionStream(subscriptionId), expected, [intent])
    return true
  } catch (error) {
    if (!isStoreError(error, 'Conflict')) throw error
    return false
  }
}

export async function settleSend(deps: Naming, due: Due, outcome: SendOutcome): Promise<void> {
  const command = { type: 'SettleSend', ...mailOf(deps, due), outcome } as const
  await handleSubscription(deps, due.subscriptionId, command, WORKER)
}
