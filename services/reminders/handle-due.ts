import type { ReminderTimes } from '@app/domain/reminder-times.ts'
import { isStoreError, type EventStore } from '@app/contracts/event-store.ts'
import { DEMO_PROFILE_ID } from '@app/contracts/demo-profile.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { subscriptionStream } from '@app/contracts/events/subscription-events.ts'
import { account } from '@app/domain/account.ts'
import { profile as profileDecider, type CreatedProfile } from '@app/domain/profile.ts'
import type { SendOutcome } from '@app/domain/subscription.ts'
import { load } from '@app/event-store/handle.ts'
import { readBeginnings } from '@app/event-store/states/beginnings.ts'
import type { WrittenMail } from '@app/mail/mailer.ts'
import type { Delivery } from '@app/mail/mail-message.ts'
import { suppressionOf } from '@app/processes/reminders/suppress-reminders.ts'
import type { SubscriptionIds } from '@app/vault/keys/subscription-ids.ts'
import type { Due } from './due-page.ts'
import type { WaitsFor } from './leases.ts'
import { planFor, type Plan } from './plan.ts'
import { retryReminderAfterMs } from './retry.ts'
import {
  command,
  loadSubscription,
  mailIdOf,
  settleSend,
  startSend,
  type AppendMailDeps,
  type LoadedSubscription,
} from './send-reminder.ts'

export interface HandleDueDeps extends AppendMailDeps {
  readonly ids: Pick<SubscriptionIds, 'suppression'>
  readonly times: ReminderTimes
  /** Batches concurrent reads; each caller gets data read after its call. */
  readonly together: Pick<EventStore, 'readStream'>
  readonly messageIdOf: (mailId: string) => string
  readonly write: (mail: LetterFor) => Promise<WrittenMail>
  readonly deliver: (mail: WrittenMail, signal: AbortSignal) => Promise<Delivery>
  /** Absent if another server keeps the mails. */
  readonly takeBack?: ((mail: WrittenMail) => Promise<void>) | undefined
  /** Limits of mails at once and a second. */
  readonly handOver: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** The id of the subscriber's key, from the vault: a key is destroyed before the log has an event of it. */
  readonly keyOf: (subject: string) => Promise<string | undefined>
  readonly random: () => number
  /** Repeats until it is recorded, or the process stops. */
  readonly surely: (work: () => Promise<void>) => Promise<void>
}

export interface LetterFor {
  readonly due: Due
  readonly id: string
  readonly email: string
  readonly subscribedAt: string
  readonly profile: CreatedProfile
  /** True for a second reminder whose first one was never sent. */
  readonly isAlone: boolean
}

/** What became of a due reminder; without `wait` it is done with. */
export interface HandledReminder {
  readonly kind: Plan['kind'] | SendOutcome['kind'] | 'taken'
  readonly wait?: { readonly ms: number; readonly waitsFor: WaitsFor }
}

/** Postpones a row that is behind its stream, so that not every pass reads it. */
const BEHIND_MS = 30_000

export async function handleDue(
  deps: HandleDueDeps,
  due: Due,
  page: PageReads,
  signal: AbortSignal,
): Promise<HandledReminder> {
  const { plan, loaded } = await planOf(deps, due, page)
  const { subscriptionId, cycle, reminder } = due
  const named = (what: string): string => `${mailIdOf(due)} ${what}`
  switch (plan.kind) {
    case 'nothing':
      return { kind: 'nothing', wait: { ms: BEHIND_MS, waitsFor: null } }
    case 'wait':
      return { kind: 'wait', wait: plan }
    case 'cancel':
      await command(deps, { subscriptionId }, { type: 'Cancel', cycle, by: plan.by }, named('cancelled'))
      return { kind: 'cancel' }
    case 'skip': {
      const { reason } = plan
      await command(deps, due, { type: 'Skip', cycle, reminder, reason }, named('skipped'))
      return { kind: 'skip' }
    }
    case 'doubt': {
      const outcome = { kind: 'uncertain', reason: 'interrupted' } as const
      await settleSend(deps, due, { messageId: messageIdFor(deps, due), outcome, state: plan.state })
      return { kind: 'uncertain' }
    }
    case 'send':
      return send(deps, due, { ...plan, loaded }, signal)
  }
}

/** Data read once for a page. */
export interface PageReads {
  /** Many subscriptions are of one profile. */
  readonly profileOf: (profileId: string) => ReturnType<typeof findProfile>
  /** Later events are noticed at the append, and a destroyed key before the mail. */
  readonly subscriptions: Pick<EventStore, 'readStream'>
}

export async function readPage(deps: HandleDueDeps, page: readonly Due[]): Promise<PageReads> {
  const streams = page.map(({ subscriptionId }) => subscriptionStream(subscriptionId))
  const subscriptions = await readBeginnings(deps.store, streams).catch((error: unknown) => {
    if (isStoreError(error) && error.retryable) throw error
    // A key that cannot be opened affects its own subscriber only, so each stream is read alone.
    return deps.store
  })
  const found = new Map<string, ReturnType<typeof findProfile>>()
  return {
    profileOf: (profileId) => {
      const known = found.get(profileId) ?? findProfile(deps, profileId)
      found.set(profileId, known)
      return known
    },
    subscriptions,
  }
}

/** By the streams themselves: a read model may have lost its last commit. */
async function findProfile({ store }: AppendMailDeps, profileId: string) {
  const { state: profile } = await load(store, profileDecider, profileStream(profileId))
  if (profile.status !== 'created') return { profile, isOwnerActive: false }
  const shown = { ...profile }
  if (profileId === DEMO_PROFILE_ID) return { profile: shown, isOwnerActive: true }
  const { state: owner } = await load(store, account, accountStream(profile.ownerId))
  return { profile: shown, isOwnerActive: owner.status === 'registered' && owner.isActive }
}

async function planOf(deps: HandleDueDeps, due: Due, page: PageReads) {
  const [loaded, found] = await Promise.all([
    loadSubscription(page.subscriptions, due),
    page.profileOf(due.profileId),
  ])
  const { state } = loaded
  const email = state.status === 'none' ? undefined : state.email
  const { times, ids, together } = deps
  const isUnwanted =
    email !== undefined && (await suppressionOf({ ids, store: together }, email)).isSuppressed
  const nowMs = deps.now().getTime()
  return { plan: planFor({ due, state, ...found, isSuppressed: isUnwanted, times, nowMs }), loaded }
}

const messageIdFor = (deps: HandleDueDeps, due: Due): string => deps.messageIdOf(mailIdOf(due))

type Sending = Extract<Plan, { kind: 'send' }> & { readonly loaded: LoadedSubscription }

async function send(
  deps: HandleDueDeps,
  due: Due,
  { state, email, profile, loaded }: Sending,
  signal: AbortSignal,
): Promise<HandledReminder> {
  const id = mailIdOf(due)
  const messageId = deps.messageIdOf(id)
  // It occupies a permit until its outcome is recorded: this limits the mails in doubt after a crash.
  const outcome = await deps.handOver(async () => {
    if (signal.aborted) return undefined
    // Composed first, so that a failure of pictures leaves no mail in doubt.
    const isAlone = due.reminder === 'second' && state.reminders.first.status === 'skipped'
    const letter = await deps.write({ due, id, email, subscribedAt: state.subscribedAt, profile, isAlone })
    const started = await startSend(deps, due, messageId, loaded)
    if (started === undefined) return undefined
    const found = await deliver(deps, due, letter, signal)
    const settled = { messageId, outcome: found, state, revision: started.revision }
    await deps.surely(() => settleSend(deps, due, settled))
    return found
  })
  if (outcome === undefined) return { kind: 'taken' }
  if (outcome.kind !== 'failed' && outcome.kind !== 'refused') return { kind: outcome.kind }
  const failures = state.reminders[due.reminder].failures + 1
  const isPermanent = outcome.kind === 'refused'
  const ms = retryReminderAfterMs({ failures, isPermanent }, deps.random)
  return { kind: outcome.kind, wait: { ms, waitsFor: 'retry' } }
}

/** A mail in the folder may be written after the erasure has searched it. */
async function deliver(
  { keyOf, deliver: give, takeBack }: HandleDueDeps,
  { subscriptionId }: Due,
  letter: WrittenMail,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const isErased = async (): Promise<boolean> =>
    (await keyOf(subscriptionStream(subscriptionId)).catch(() => undefined)) === undefined
  if (await isErased()) return WITHDRAWN
  const outcome = await give(letter, signal)
  if (takeBack === undefined || !(await isErased())) return outcome
  await takeBack(letter)
  return WITHDRAWN
}

/** Erased after the intent. A cancellation before it would have conflicted with the intent's append. */
const WITHDRAWN: SendOutcome = { kind: 'failed', reason: 'withdrawn' }
