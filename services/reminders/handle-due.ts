import { DEMO_PROFILE_ID } from '@app/contracts/demo-profile.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { subscriptionStream } from '@app/contracts/events/subscription-events.ts'
import { account } from '@app/domain/account.ts'
import { profile as profileDecider, type Profile } from '@app/domain/profile.ts'
import type { ReminderTimes } from '@app/domain/reminder-times.ts'
import { load, type Events } from '@app/kernel/commands.ts'
import type { Delivery } from '@app/mail/mail-message.ts'
import { suppressionOf } from '@app/processes/reminders/suppress-reminders.ts'
import type { SubscriptionIds } from '@app/vault/keys/subscription-ids.ts'
import type { Due } from './due-page.ts'
import type { WaitsFor } from './leases.ts'
import { planFor, type Plan } from './plan.ts'
import { loadSubscription, type LoadedSubscription, type ReminderSending } from './send-reminder.ts'

export interface DueHandlerDeps {
  readonly store: Events
  readonly ids: Pick<SubscriptionIds, 'suppression'>
  /** Whether one of them is. Asked only where words are missing. */
  readonly isBlocked: (subjects: readonly string[]) => Promise<boolean>
  readonly times: ReminderTimes
  readonly sending: ReminderSending
  readonly now: () => Date
  readonly random: () => number
}

/** What became of a due reminder; without `wait` it is done with. */
export interface HandledReminder {
  readonly kind: Plan['kind'] | Delivery['kind'] | 'taken'
  readonly wait?: { readonly ms: number; readonly waitsFor: WaitsFor }
}

/** Reads each profile of a page once: many subscriptions are of one. */
export type ProfileOf = (profileId: string) => Promise<FoundProfile>

interface FoundProfile {
  readonly profile: Profile
  readonly isOwnerActive: boolean
}

export interface DueHandler {
  openPage(): Promise<ProfileOf>
  /** Plans a due reminder by its streams, and carries the plan out. */
  handle(due: Due, profileOf: ProfileOf, signal: AbortSignal): Promise<HandledReminder>
}

export const createDueHandler = (deps: DueHandlerDeps): DueHandler => ({
  openPage: () => openPage(deps.store),
  handle: async (due, profileOf, signal) => carryOut(deps, due, await planOf(deps, due, profileOf), signal),
})

async function openPage(store: Events): Promise<ProfileOf> {
  // A log that is away ends the page: its streams are not tried one by one.
  await store.log.headPosition()
  const found = new Map<string, Promise<FoundProfile>>()
  return (profileId) => {
    const cached = found.get(profileId) ?? findProfile(store, profileId)
    found.set(profileId, cached)
    return cached
  }
}

/** By the streams themselves: a read model may have lost its last commit. */
async function findProfile(store: Events, profileId: string): Promise<FoundProfile> {
  const { state: profile } = await load(store, profileDecider, profileStream(profileId))
  if (profile.status !== 'created') return { profile, isOwnerActive: false }
  const shown = { ...profile }
  if (profileId === DEMO_PROFILE_ID) return { profile: shown, isOwnerActive: true }
  const { state: owner } = await load(store, account, accountStream(profile.ownerId))
  return { profile: shown, isOwnerActive: owner.status === 'registered' && owner.isActive }
}

interface Planned {
  readonly plan: Plan
  readonly loaded: LoadedSubscription
}

async function planOf(deps: DueHandlerDeps, due: Due, profileOf: ProfileOf): Promise<Planned> {
  const [loaded, found] = await Promise.all([loadSubscription(deps.store, due), profileOf(due.profileId)])
  const { state } = loaded
  const email = state.status === 'none' ? undefined : state.email
  const { times, ids, store } = deps
  const isSuppressed = email !== undefined && (await suppressionOf({ ids, store }, email)).isSuppressed
  const isBlocked = await isOneBlocked(deps, due, { email, profile: found.profile })
  const nowMs = deps.now().getTime()
  return { plan: planFor({ due, state, ...found, isBlocked, isSuppressed, times, nowMs }), loaded }
}

async function isOneBlocked(
  { isBlocked }: DueHandlerDeps,
  { subscriptionId, profileId }: Due,
  { email, profile }: { readonly email: string | undefined; readonly profile: Profile },
): Promise<boolean> {
  const isWhole = email !== undefined && (profile.status !== 'created' || profile.slug !== '')
  return !isWhole && isBlocked([subscriptionStream(subscriptionId), profileStream(profileId)])
}

/** Postpones a row that is behind its stream, so that not every pass reads it. */
const BEHIND_MS = 30_000

async function carryOut(
  deps: DueHandlerDeps,
  due: Due,
  { plan, loaded }: Planned,
  signal: AbortSignal,
): Promise<HandledReminder> {
  const { sending } = deps
  const { cycle, reminder } = due
  switch (plan.kind) {
    case 'nothing':
      return { kind: 'nothing', wait: { ms: BEHIND_MS, waitsFor: null } }
    case 'wait':
      return { kind: 'wait', wait: plan }
    case 'cancel':
      await sending.record(due, { type: 'Cancel', cycle, by: plan.by }, 'cancelled')
      return { kind: 'cancel' }
    case 'skip':
      await sending.record(due, { type: 'Skip', cycle, reminder, reason: plan.reason }, 'skipped')
      return { kind: 'skip' }
    case 'doubt':
      await sending.settleInterrupted(due, plan.state)
      return { kind: 'uncertain' }
    case 'send': {
      const outcome = await sending.send(due, { ...plan, loaded }, signal)
      return afterSending(outcome, plan.state.reminders[reminder].failures, deps.random)
    }
  }
}

/** @param failures before this try */
function afterSending(
  outcome: Delivery | undefined,
  failures: number,
  random: () => number,
): HandledReminder {
  if (outcome === undefined) return { kind: 'taken' }
  if (outcome.kind !== 'failed') return { kind: outcome.kind }
  const ms = pauseBeforeRetry(failures + 1, random)
  // Where a server answered, the mail is not late: others leave.
  return { kind: 'failed', wait: { ms, waitsFor: outcome.cause === undefined ? 'retry' : null } }
}

const MINUTE_MS = 60_000
const MOST_MS = 4 * 60 * MINUTE_MS
const JITTER = 0.2

/** Grows from a minute to four hours. @param failures so far, from 1; `random` is 0 to 1 */
export const pauseBeforeRetry = (failures: number, random: () => number): number =>
  Math.min(MOST_MS, MINUTE_MS * 2 ** Math.min(failures - 1, 10)) * (1 - (JITTER / 2) * random())
