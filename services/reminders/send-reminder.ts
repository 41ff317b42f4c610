import {
  isStoreError,
  type EventStore,
  type Expected,
  type NewEvent,
  type Revision,
} from '@app/contracts/event-store.ts'
import { subscriptionStream, type Reminder } from '@app/contracts/events/subscription-events.ts'
import type { SubscribedCycle, Subscription } from '@app/domain/subscription-state.ts'
import { subscription, type SendOutcome, type SubscriptionCommand } from '@app/domain/subscription.ts'
import { envelop, handle, load, type Cause } from '@app/event-store/handle.ts'
import { derivedId } from '@app/event-store/ids.ts'

/** One reminder of one cycle: every worker derives the same ids from it. */
export interface DueMail {
  readonly subscriptionId: string
  readonly cycle: number
  readonly reminder: Reminder
}

export interface AppendMailDeps {
  readonly store: EventStore
  readonly now: () => Date
  readonly newId: () => string
}

const mailIds = new WeakMap<DueMail, string>()

/** Of the mail: mailboxes recognise a second copy by it. */
export function mailIdOf(mail: DueMail): string {
  const { subscriptionId, cycle, reminder } = mail
  const id = mailIds.get(mail) ?? derivedId(`reminder ${subscriptionId} ${cycle} ${reminder}`)
  mailIds.set(mail, id)
  return id
}

const causeOf = ({ now, newId }: AppendMailDeps): Cause => ({
  actor: { kind: 'system', id: 'reminders' },
  occurredAt: now().toISOString(),
  correlationId: newId(),
})

export interface LoadedSubscription {
  readonly state: Subscription
  readonly expected: Expected
}

export const loadSubscription = (
  store: Pick<EventStore, 'readStream'>,
  { subscriptionId }: Pick<DueMail, 'subscriptionId'>,
): Promise<LoadedSubscription> => load(store, subscription, subscriptionStream(subscriptionId))

/** A worker's own intent: no event is between the decision and it. */
export interface StartedSend {
  /** Of the intent; undefined where the reply to its append was lost. */
  readonly revision: Revision | undefined
}

/**
 * Appends the intent at the revision of the decision: an earlier cancellation wins.
 * @returns undefined when this worker may not send: only one of all may
 */
export async function startSend(
  deps: AppendMailDeps,
  mail: DueMail,
  messageId: string,
  { state, expected }: LoadedSubscription,
): Promise<StartedSend | undefined> {
  const stream = subscriptionStream(mail.subscriptionId)
  const { cycle, reminder } = mail
  const [event] = subscription.decide({ type: 'StartSend', cycle, reminder, messageId }, state)
  if (event === undefined || state.status === 'none') return undefined
  const id = derivedId(`${mailIdOf(mail)} started ${state.reminders[reminder].failures}`)
  const intent = envelop(event, id, causeOf(deps))
  const ifOurs = async (): Promise<StartedSend | undefined> =>
    (await isOurs(deps, stream, intent)) ? { revision: undefined } : undefined
  try {
    // Two workers append the same intent: the one whose append is new sends the mail.
    const { replayed, revision } = await deps.store.append(stream, expected, [intent], { mayBeRetry: true })
    return replayed ? await ifOurs() : { revision }
  } catch (error) {
    if (isStoreError(error, 'Conflict')) return undefined
    if (!isStoreError(error) || !error.ambiguous) throw error
    await deps.store.append(stream, expected, [intent]).catch(unlessConflict)
    return ifOurs()
  }
}

function unlessConflict(error: unknown): void {
  if (!isStoreError(error, 'Conflict')) throw error
}

/** The id is the same for all workers, and the correlation is each one's own. */
async function isOurs({ store }: AppendMailDeps, stream: string, { id, meta }: NewEvent): Promise<boolean> {
  const newest = await store.readStream(stream, { direction: 'backward', limit: 10 })
  return newest.some((event) => event.id === id && event.meta.correlationId === meta.correlationId)
}

export interface SettledSend {
  readonly messageId: string
  readonly outcome: SendOutcome
  /** Before the intent. */
  readonly state: SubscribedCycle
  /** Of the intent, where it is known. */
  readonly revision?: Revision | undefined
}

/** Records the outcome behind the intent; where something came in between, by the stream as it is now. */
export async function settleSend(deps: AppendMailDeps, mail: DueMail, settled: SettledSend): Promise<void> {
  const { messageId, outcome, state, revision } = settled
  const { cycle, reminder } = mail
  const at = deps.now().toISOString()
  const given = { type: 'SettleSend', cycle, reminder, messageId, outcome, at } as const
  const name = `${mailIdOf(mail)} ${outcome.kind} ${state.reminders[reminder].failures}`
  if (revision === undefined) return command(deps, mail, given, name)
  const started = { ...state.reminders[reminder], status: 'started' } as const
  const reminders = { ...state.reminders, [reminder]: started }
  const cause = causeOf(deps)
  const events = subscription
    .decide(given, { ...state, reminders })
    .map((event, index) => envelop(event, derivedId(`${name} ${index + 1}`), cause))
  try {
    await deps.store.append(subscriptionStream(mail.subscriptionId), revision, events)
  } catch (error) {
    if (!isStoreError(error, 'Conflict')) throw error
    await command(deps, mail, given, name)
  }
}

export async function command(
  deps: AppendMailDeps,
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
