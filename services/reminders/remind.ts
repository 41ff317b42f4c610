import { setTimeout as sleep } from 'node:timers/promises'
import { DEMO_PROFILE_ID } from '@app/contracts/product.ts'
import { accountStream } from '@app/contracts/accounts.ts'
import { profileStream } from '@app/contracts/profiles.ts'
import { subscriptionStream } from '@app/contracts/reminders.ts'
import { account } from '../accounts/account.ts'
import { profile as profileDecider, type Profile } from '../profiles/profile.ts'
import { reminderDueMs, planFor, type Plan } from './plan.ts'
import { nextReminder } from './subscription-state.ts'
import { load } from '../kernel/commands.ts'
import { addJob, type Outcome, type Worker } from '../kernel/jobs.ts'
import type { Subscription } from '../kernel/subscription.ts'
import { suppressionOf } from './report-bounce.ts'
import {
  loadSubscription,
  recordDecision,
  sendReminder,
  settleSend,
  type Due,
  type LoadedSubscription,
  type Reminding,
} from './send-reminder.ts'

export const REMINDER_JOB = 'reminder'
const PREFIX = subscriptionStream('')

export const reminderJobs = ({
  log,
  times,
  now,
}: Pick<Reminding, 'times' | 'now'> & Pick<Subscription, 'log'>): Subscription => ({
  name: 'reminder-jobs',
  types: ['ReminderSubscribed'],
  log,
  subjectOf: ({ stream }) => stream,
  handle: async (events, tx) => {
    for (const { stream, meta } of events) {
      const dueAt = new Date(reminderDueMs(Date.parse(meta.occurredAt), times.first))
      const key = `${stream.slice(PREFIX.length)} ${meta.occurredAt}`
      await addJob(tx, { kind: REMINDER_JOB, key, dueAt, now: now() })
    }
  },
})

/** Sends the reminders of a cycle, until none is left. Its streams decide, not the job. */
export const reminderWorker = (deps: Reminding): Worker => ({
  kind: REMINDER_JOB,
  atOnce: deps.atOnce,
  work: async ({ key }, signal) => {
    const loaded = await findDue(deps, key)
    if (loaded === undefined) return undefined
    const waitMs = loaded.due.dueMs - deps.now().getTime()
    return waitMs > 0 ? { againInMs: waitMs } : carryOut(deps, loaded, signal)
  },
})

interface LoadedDue extends LoadedSubscription {
  readonly due: Due
}

async function findDue({ store, times }: Reminding, key: string): Promise<LoadedDue | undefined> {
  const [subscriptionId, subscribedAt] = key.split(' ') as [string, string]
  const loaded = await loadSubscription(store, { subscriptionId })
  const { state } = loaded
  const reminder = nextReminder(state)
  if (reminder === undefined || state.status === 'none' || state.subscribedAt !== subscribedAt)
    return undefined
  const { cycle, profileId } = state
  const dueMs = reminderDueMs(Date.parse(subscribedAt), times[reminder])
  return { ...loaded, due: { subscriptionId, cycle, reminder, profileId, dueMs } }
}

const NEXT: Outcome = { againInMs: 0 }
/** The stream has changed, or the worker of a former owner of the job sends: its mail server answers in that time. */
const TAKEN: Outcome = { againInMs: 120_000 }

async function carryOut(deps: Reminding, loaded: LoadedDue, signal: AbortSignal): Promise<Outcome> {
  const { due } = loaded
  const { cycle, reminder } = due
  const plan = await planOf(deps, loaded)
  if (plan.kind !== 'send') deps.onHandled(plan.kind)
  switch (plan.kind) {
    case 'nothing':
      return undefined
    case 'wait':
      return { againInMs: plan.ms }
    case 'cancel':
      await recordDecision(deps, due, { type: 'Cancel', cycle, by: plan.by }, 'cancelled')
      return NEXT
    case 'skip':
      await recordDecision(deps, due, { type: 'Skip', cycle, reminder, reason: plan.reason }, 'skipped')
      return NEXT
    case 'doubt':
      await settleSend(deps, due, { kind: 'uncertain', reason: 'interrupted' }, plan.state)
      return NEXT
    case 'send': {
      const outcome = await sendReminder(deps, loaded, plan, signal)
      if (outcome === undefined) return signal.aborted ? NEXT : TAKEN
      deps.onHandled(outcome.kind)
      const { failures } = plan.state.reminders[reminder]
      return outcome.kind === 'failed' ? { againInMs: pauseBeforeRetry(failures + 1) } : NEXT
    }
  }
}

async function planOf(deps: Reminding, { due, state }: LoadedDue): Promise<Plan> {
  const { times, ids, store } = deps
  const shown = await findProfile(deps, due.profileId)
  const email = state.status === 'none' ? undefined : state.email
  const isSuppressed = email !== undefined && (await suppressionOf({ ids, store }, email)).isSuppressed
  const isBlocked = await isOneBlocked(deps, due, { email, profile: shown.profile })
  return planFor({ due, state, ...shown, isBlocked, isSuppressed, times, nowMs: deps.now().getTime() })
}

/** By the streams themselves: a read model may have lost its last commit. */
async function findProfile(
  { store }: Reminding,
  profileId: string,
): Promise<{ readonly profile: Profile; readonly isOwnerActive: boolean }> {
  const { state: profile } = await load(store, profileDecider, profileStream(profileId))
  if (profile.status !== 'created') return { profile, isOwnerActive: false }
  if (profileId === DEMO_PROFILE_ID) return { profile, isOwnerActive: true }
  const { state: owner } = await load(store, account, accountStream(profile.ownerId))
  return { profile, isOwnerActive: owner.status === 'registered' && owner.isActive }
}

async function isOneBlocked(
  { isBlocked }: Reminding,
  { subscriptionId, profileId }: Due,
  { email, profile }: { readonly email: string | undefined; readonly profile: Profile },
): Promise<boolean> {
  const isWhole = email !== undefined && (profile.status !== 'created' || profile.slug !== '')
  return !isWhole && isBlocked([subscriptionStream(subscriptionId), profileStream(profileId)])
}

const MINUTE_MS = 60_000
const MOST_MS = 4 * 60 * MINUTE_MS

/** Grows from a minute to four hours. @param failures so far, from 1 */
export const pauseBeforeRetry = (failures: number): number =>
  Math.min(MOST_MS, MINUTE_MS * 2 ** Math.min(failures - 1, 10))

/** Limits calls a second, evenly. @returns resolves at the caller's slot, or at the abort */
export function createPace(
  perSecond: number,
  monotonicMs: () => number,
): (signal: AbortSignal) => Promise<void> {
  let nextMs = 0
  return async (signal) => {
    const nowMs = monotonicMs()
    const slotMs = Math.max(nowMs, nextMs)
    nextMs = slotMs + 1_000 / perSecond
    if (slotMs > nowMs) await sleep(slotMs - nowMs, undefined, { signal }).catch(() => undefined)
  }
}
