import { isStoreError, type Expected, type NewEvent } from '@app/contracts/event-store.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { subscriptionStream } from '@app/contracts/events/subscription-events.ts'
import type { CreatedProfile } from '@app/domain/profile.ts'
import type { SubscribedCycle, Subscription } from '@app/domain/subscription-state.ts'
import { subscription, type SendOutcome, type SubscriptionCommand } from '@app/domain/subscription.ts'
import { readStream, type StreamReading } from '@app/kernel/codec.ts'
import { append, envelop, handle, load, type Cause } from '@app/kernel/commands.ts'
import { derivedId } from '@app/event-store/ids.ts'
import type { Delivery } from '@app/mail/mail-message.ts'
import type { WrittenMail } from '@app/mail/mailer.ts'
import { causeBy, type CommandContext } from '@app/processes/command-context.ts'
import type { Due, DueMail } from './due-page.ts'

export interface ReminderSendingDeps extends CommandContext {
  readonly messageIdOf: (mailId: string) => string
  readonly write: (mail: LetterFor) => Promise<WrittenMail>
  readonly deliver: (mail: WrittenMail, signal: AbortSignal) => Promise<Delivery>
  /** Absent if another server keeps the mails. */
  readonly takeBack?: ((mail: WrittenMail) => Promise<void>) | undefined
  /** Limits of mails at once and a second. */
  readonly handOver: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** From the vault: a key is destroyed before the log has an event of it. None of who is blocked. */
  readonly keysOf: (subjects: readonly string[]) => Promise<ReadonlyMap<string, Buffer>>
  /** Repeats until it is recorded, or the process stops. */
  readonly surely: (work: () => Promise<void>) => Promise<void>
}

export interface LetterFor {
  readonly due: Due
  readonly id: string
  readonly email: string
  readonly subscribedAt: string
  /** In whose browser the reminder was asked for. */
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

export interface ReminderSending {
  /** @returns undefined when another worker sends it, or this one stops */
  send(due: Due, mail: MailToSend, signal: AbortSignal): Promise<Delivery | undefined>
  /** Records that a worker died between its intent and the outcome. */
  settleInterrupted(due: Due, state: SubscribedCycle): Promise<void>
  /** Records another decision; a repeated one has the ids of the first. */
  record(due: Due, given: SubscriptionCommand, what: string): Promise<void>
}

/** Intent, hand-over, outcome: the log has an intent before any server has the mail. */
export function createReminderSending(deps: ReminderSendingDeps): ReminderSending {
  const { messageIdOf, write, handOver, surely } = deps
  return {
    send: (due, { loaded, state, email, profile }, signal) =>
      // It occupies a permit until its outcome is recorded: this limits the mails in doubt after a crash.
      handOver(async () => {
        if (signal.aborted) return undefined
        const id = mailIdOf(due)
        const messageId = messageIdOf(id)
        // Composed first, so that a failure of pictures leaves no mail in doubt.
        const isAlone = due.reminder === 'second' && state.reminders.first.status === 'skipped'
        const { subscribedAt, visitorId } = state
        const letter = await write({ due, id, email, subscribedAt, visitorId, profile, isAlone })
        if (!(await startSend(deps, due, messageId, loaded))) return undefined
        const outcome = await deliver(deps, due, letter, signal)
        await surely(() => settleSend(deps, due, { messageId, outcome, state }))
        return outcome
      }),
    settleInterrupted: (due, state) => {
      const outcome = { kind: 'uncertain', reason: 'interrupted' } as const
      return settleSend(deps, due, { messageId: messageIdOf(mailIdOf(due)), outcome, state })
    },
    record: (due, given, what) => command(deps, due, given, `${mailIdOf(due)} ${what}`),
  }
}

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

/** A mail in the folder may be written after the erasure has searched it. */
async function deliver(
  { keysOf, deliver: give, takeBack }: ReminderSendingDeps,
  { subscriptionId, profileId }: Due,
  letter: WrittenMail,
  signal: AbortSignal,
): Promise<Delivery> {
  const subjects = [subscriptionStream(subscriptionId), profileStream(profileId)]
  const isGone = async (): Promise<boolean> => {
    const keys = await keysOf(subjects).catch(() => undefined)
    return subjects.some((subject) => keys?.has(subject) !== true)
  }
  if (await isGone()) return WITHDRAWN
  const outcome = await give(letter, signal)
  if (takeBack === undefined || !(await isGone())) return outcome
  await takeBack(letter)
  return WITHDRAWN
}

/** Erased or blocked after the intent. A cancellation before it would have conflicted with the intent's append. */
const WITHDRAWN: Delivery = { kind: 'failed', reason: 'withdrawn' }

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
