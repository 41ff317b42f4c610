import { isStoreError, type Expected, type NewEvent } from '@app/contracts/event-store.ts'
import { profileStream } from '@app/contracts/profiles.ts'
import { subscriptionStream, type Reminder } from '@app/contracts/reminders.ts'
import type { CreatedProfile } from '../profiles/profile.ts'
import type { SubscribedCycle, Subscription } from './subscription-state.ts'
import { subscription, type SendOutcome, type SubscriptionCommand } from './subscription.ts'
import { readStream, type StreamReading } from '../kernel/codec.ts'
import {
  append,
  envelop,
  handle,
  load,
  type Cause,
  causeBy,
  type CommandContext,
} from '../kernel/commands.ts'
import { derivedId } from '../kernel/log/ids.ts'
import type { Delivery, WrittenMail } from '../platform/mail/mailer.ts'
import { deliverUnlessErased, type Delivering } from '../platform/mail/waiting-mail.ts'
import type { SubscriptionIds } from '../kernel/keys/keyed-ids.ts'
import type { ReminderTimes, Plan } from './plan.ts'

/** One reminder of one cycle: every worker derives the same ids from it. */
export interface DueMail {
  readonly subscriptionId: string
  readonly cycle: number
  readonly reminder: Reminder
}

export interface Due extends DueMail {
  readonly profileId: string
  /** Milliseconds since 1970. */
  readonly dueMs: number
}

export interface Reminding extends CommandContext, Delivering {
  readonly ids: SubscriptionIds
  /** Whether one of them is. Asked only where words are missing. */
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
  readonly state: SubscribedCycle
  readonly profile: CreatedProfile
}

export interface LoadedSubscription {
  readonly state: Subscription
  readonly expected: Expected
}

/** The log has an intent before any server has the mail. @returns undefined when another worker sends it, or on stop */
export async function sendReminder(
  deps: Pick<Reminding, 'write' | 'pace' | 'messageIdOf'> & Delivering & CommandContext,
  { due, expected }: { readonly due: Due; readonly expected: Expected },
  { state, email, profile }: Omit<Extract<Plan, { kind: 'send' }>, 'kind'>,
  signal: AbortSignal,
): Promise<Delivery | undefined> {
  await deps.pace(signal)
  if (signal.aborted) return undefined
  // Composed first, so that a failure of pictures leaves no mail in doubt.
  const letter = await deps.write({ due, id: mailIdOf(due), email, state, profile })
  if (!(await startSend(deps, due, { state, expected }))) return undefined
  const subjects = [subscriptionStream(due.subscriptionId), profileStream(due.profileId)]
  const outcome = await deliverUnlessErased(deps, letter, subjects, signal)
  await settleSend(deps, due, outcome, state)
  return outcome
}

/** Mailboxes recognise a second copy of the mail by it. */
const mailIdOf = ({ subscriptionId, cycle, reminder }: DueMail): string =>
  derivedId(`reminder ${subscriptionId} ${cycle} ${reminder}`)

const causeOf = (deps: CommandContext): Cause => causeBy(deps, { kind: 'system', id: 'reminders' })

export const loadSubscription = (
  store: StreamReading,
  { subscriptionId }: Pick<DueMail, 'subscriptionId'>,
): Promise<LoadedSubscription> => load(store, subscription, subscriptionStream(subscriptionId))

type Naming = CommandContext & Pick<Reminding, 'messageIdOf'>

/** At the revision of the decision: an earlier cancellation wins. @returns whether this worker alone may send */
export async function startSend(
  deps: Naming,
  mail: DueMail,
  { state, expected }: LoadedSubscription,
): Promise<boolean> {
  const stream = subscriptionStream(mail.subscriptionId)
  const { cycle, reminder } = mail
  const messageId = deps.messageIdOf(mailIdOf(mail))
  const [event] = subscription.decide({ type: 'StartSend', cycle, reminder, messageId }, state)
  if (event === undefined || state.status === 'none') return false
  const id = derivedId(`${mailIdOf(mail)} started ${state.reminders[reminder].failures}`)
  const intent = envelop(event, id, causeOf(deps))
  try {
    // Two workers append the same intent: the one whose append is new sends the mail.
    const { replayed } = await append(deps.store, stream, expected, [intent])
    return !replayed || (await isOurs(deps, stream, intent))
  } catch (error) {
    if (!isStoreError(error, 'Conflict')) throw error
    return false
  }
}

/** The id is the same for all workers, and the correlation is each one's own. */
async function isOurs({ store }: CommandContext, stream: string, { id, meta }: NewEvent): Promise<boolean> {
  const newest = await readStream(store, stream, { direction: 'backward', limit: 10 })
  return newest.some((event) => event.id === id && event.meta.correlationId === meta.correlationId)
}

export function settleSend(
  deps: Naming,
  mail: DueMail,
  outcome: SendOutcome,
  { reminders }: SubscribedCycle,
): Promise<void> {
  const { cycle, reminder } = mail
  const messageId = deps.messageIdOf(mailIdOf(mail))
  const command = { type: 'SettleSend', cycle, reminder, messageId, outcome } as const
  return recordDecision(deps, mail, command, `${outcome.kind} ${reminders[reminder].failures}`)
}

/** A repeated decision has the ids of the first one. */
export async function recordDecision(
  deps: CommandContext,
  mail: DueMail,
  command: SubscriptionCommand,
  name: string,
): Promise<void> {
  let events = 0
  await handle(deps.store, subscription, {
    stream: subscriptionStream(mail.subscriptionId),
    command,
    cause: causeOf(deps),
    newId: () => derivedId(`${mailIdOf(mail)} ${name} ${(events += 1)}`),
  })
}
