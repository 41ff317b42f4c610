import { setTimeout as sleep } from 'node:timers/promises'
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
import type { Job } from '../kernel/jobs.ts'
import { derivedId } from '../kernel/log/ids.ts'
import type { Delivery } from '../platform/mail/mail-message.ts'
import type { WrittenMail } from '../platform/mail/mailer.ts'
import { deliverUnlessErased, type Delivering } from '../platform/mail/send-mails.ts'
import type { SubscriptionIds } from '../kernel/keys/keyed-ids.ts'
import type { ReminderTimes } from './reminder-times.ts'
import type { Plan } from './plan.ts'

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

interface Sending extends CommandContext, Delivering {
  readonly messageIdOf: (mailId: string) => string
  readonly write: (mail: LetterFor) => Promise<WrittenMail>
  /** Limit of mails a second. */
  readonly pace: (signal: AbortSignal) => Promise<void>
  readonly onTrouble: (error: unknown) => void
}

export interface Reminding extends Sending {
  readonly ids: SubscriptionIds
  /** Whether one of them is. Asked only where words are missing. */
  readonly isBlocked: (subjects: readonly string[]) => Promise<boolean>
  readonly times: ReminderTimes
  readonly random: () => number
  /** Limit of mails with an intent and no outcome, which a crash leaves in doubt. */
  readonly atOnce: number
  readonly onHandled: (kind: Plan['kind'] | Delivery['kind']) => void
}

export interface LetterFor {
  readonly due: Due
  readonly id: string
  readonly email: string
  readonly subscribedAt: string
  /** The visitor's browser that subscribed. */
  readonly visitorId: string | undefined
  readonly profile: CreatedProfile
  /** True for a second reminder whose first one was never sent. */
  readonly isAlone: boolean
}

export interface LoadedSubscription {
  readonly state: Subscription
  readonly expected: Expected
}

interface MailToSend extends Pick<LetterFor, 'email' | 'profile'> {
  readonly state: SubscribedCycle
  readonly loaded: LoadedSubscription
}

type HeldJob = Pick<Job, 'assertHeld'> & { readonly signal: AbortSignal }

/**
 * Intent, hand-over, outcome: the log has an intent before any server has the mail.
 * @returns undefined when another worker sends it, or this one stops
 */
export async function sendReminder(
  deps: Sending,
  due: Due,
  { loaded, state, email, profile }: MailToSend,
  held: HeldJob,
): Promise<Delivery | undefined> {
  const { messageIdOf, write, pace } = deps
  const { subscriptionId, profileId, reminder } = due
  const { signal } = held
  await pace(signal)
  if (signal.aborted) return undefined
  const id = mailIdOf(due)
  const messageId = messageIdOf(id)
  // Composed first, so that a failure of pictures leaves no mail in doubt.
  const isAlone = reminder === 'second' && state.reminders.first.status === 'skipped'
  const { subscribedAt, visitorId } = state
  const letter = await write({ due, id, email, subscribedAt, visitorId, profile, isAlone })
  if (!(await startSend(deps, due, messageId, loaded))) return undefined
  const subjects = [subscriptionStream(subscriptionId), profileStream(profileId)]
  const outcome = await deliverUnlessErased(deps, letter, subjects, signal)
  await surely(deps, held, () => settleSend(deps, due, { messageId, outcome, state }))
  return outcome
}

const SETTLE_AGAIN_MS = 1_000

/** A mail that was handed over must not be in doubt because of a short outage of the log. */
async function surely(
  { onTrouble }: Sending,
  { assertHeld, signal }: HeldJob,
  work: () => Promise<void>,
): Promise<void> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      onTrouble(error)
      if (signal.aborted) return
      await assertHeld().catch(onTrouble)
      await sleep(SETTLE_AGAIN_MS, undefined, { signal }).catch(() => undefined)
    }
  }
}

/** Records that a worker died between its intent and the outcome. */
export function settleInterrupted(deps: Sending, due: Due, state: SubscribedCycle): Promise<void> {
  const outcome = { kind: 'uncertain', reason: 'interrupted' } as const
  return settleSend(deps, due, { messageId: deps.messageIdOf(mailIdOf(due)), outcome, state })
}

/** Records another decision; a repeated one has the ids of the first. */
export const recordDecision = (
  deps: CommandContext,
  due: Due,
  decision: SubscriptionCommand,
  what: string,
): Promise<void> => command(deps, due, decision, `${mailIdOf(due)} ${what}`)

/** Of the mail: mailboxes recognise a second copy by it. */
const mailIdOf = ({ subscriptionId, cycle, reminder }: DueMail): string =>
  derivedId(`reminder ${subscriptionId} ${cycle} ${reminder}`)

const causeOf = (deps: CommandContext): Cause => causeBy(deps, { kind: 'system', id: 'reminders' })

export const loadSubscription = (
  store: StreamReading,
  { subscriptionId }: Pick<DueMail, 'subscriptionId'>,
): Promise<LoadedSubscription> => load(store, subscription, subscriptionStream(subscriptionId))

/**
 * Appends the intent at the revision of the decision: an earlier cancellation wins.
 * @returns whether this worker may send: only one of all may
 */
export async function startSend(
  deps: CommandContext,
  mail: DueMail,
  messageId: string,
  { state, expected }: LoadedSubscription,
): Promise<boolean> {
  const stream = subscriptionStream(mail.subscriptionId)
  const { cycle, reminder } = mail
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

interface SettledSend {
  readonly messageId: string
  readonly outcome: SendOutcome
  /** Before the intent. */
  readonly state: SubscribedCycle
}

/** Records the outcome behind the intent. */
export function settleSend(
  deps: CommandContext,
  mail: DueMail,
  { messageId, outcome, state }: SettledSend,
): Promise<void> {
  const { cycle, reminder } = mail
  const given = { type: 'SettleSend', cycle, reminder, messageId, outcome } as const
  return command(deps, mail, given, `${mailIdOf(mail)} ${outcome.kind} ${state.reminders[reminder].failures}`)
}

async function command(
  deps: CommandContext,
  { subscriptionId }: Pick<DueMail, 'subscriptionId'>,
  given: SubscriptionCommand,
  name: string,
): Promise<void> {
  let events = 0
  await handle(deps.store, subscription, {
    stream: subscriptionStream(subscriptionId),
    command: given,
    cause: causeOf(deps),
    // A repeated decision has the ids of the first one.
    newId: () => derivedId(`${name} ${(events += 1)}`),
  })
}
