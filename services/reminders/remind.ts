import { DEMO_PROFILE_ID } from '@app/contracts/product.ts'
import { accountStream } from '@app/contracts/accounts.ts'
import { profileStream } from '@app/contracts/profiles.ts'
import { subscriptionStream } from '@app/contracts/reminders.ts'
import { account } from '../accounts/account.ts'
import { profile as profileDecider } from '../profiles/profile.ts'
import { reminderDueMs, planFor, type Plan, type PlanFacts } from './plan.ts'
import { nextReminder, subscription, type SubscriptionCommand } from './subscription.ts'
import { load } from '../kernel/commands.ts'
import { addJob, type Outcome, type Worker } from '../kernel/jobs.ts'
import type { Subscription } from '../kernel/subscription.ts'
import { suppressionOf } from './report-bounce.ts'
import { sendReminder, settleSend, WORKER, type Due, type Reminding } from './send-reminder.ts'
import { handleSubscription } from './subscribe-routes.ts'

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
    const due = await findDue(deps, key)
    if (due === undefined) return undefined
    const waitMs = due.dueMs - deps.now().getTime()
    return waitMs > 0 ? { againInMs: waitMs } : carryOut(deps, due, signal)
  },
})

async function findDue({ store, times }: Reminding, key: string): Promise<Due | undefined> {
  const [subscriptionId, subscribedAt] = key.split(' ') as [string, string]
  const { state, expected } = await load(store, subscription, subscriptionStream(subscriptionId))
  const reminder = nextReminder(state)
  if (reminder === undefined || state.status === 'none' || state.subscribedAt !== subscribedAt)
    return undefined
  const dueMs = reminderDueMs(Date.parse(subscribedAt), times[reminder])
  return { subscriptionId, reminder, dueMs, state, expected }
}

const NEXT: Outcome = { againInMs: 0 }
/** The stream has changed, or the worker of a former owner of the job sends: its mail server answers in that time. */
const TAKEN: Outcome = { againInMs: 120_000 }

async function carryOut(deps: Reminding, due: Due, signal: AbortSignal): Promise<Outcome> {
  const { subscriptionId, reminder, state } = due
  const { cycle } = state
  const decide = async (command: SubscriptionCommand): Promise<Outcome> => {
    await handleSubscription(deps, subscriptionId, command, WORKER)
    return NEXT
  }
  const plan = await planOf(deps, due)
  if (plan.kind !== 'send') deps.onHandled(plan.kind)
  switch (plan.kind) {
    case 'wait':
      return { againInMs: plan.ms }
    case 'cancel':
      return decide({ type: 'Cancel', cycle, by: plan.by })
    case 'skip':
      return decide({ type: 'Skip', cycle, reminder, reason: plan.reason })
    case 'doubt':
      await settleSend(deps, due, { kind: 'uncertain', reason: 'interrupted' })
      return NEXT
    case 'send': {
      const outcome = await sendReminder(deps, due, plan, signal)
      if (outcome === undefined) return signal.aborted ? NEXT : TAKEN
      deps.onHandled(outcome.kind)
      const { failures } = state.reminders[reminder]
      return outcome.kind === 'failed' ? { againInMs: pauseBeforeRetry(failures + 1) } : NEXT
    }
  }
}

async function planOf(deps: Reminding, due: Due): Promise<Plan> {
  const { times, now } = deps
  const { profileId, email } = due.state
  const shown = await findProfile(deps, profileId)
  const isSuppressed = email !== undefined && (await suppressionOf(deps, email)).isSuppressed
  const isBlocked = await deps.isBlocked([subscriptionStream(due.subscriptionId), profileStream(profileId)])
  return planFor({ ...due, ...shown, isBlocked, isSuppressed, times, nowMs: now().getTime() })
}

/** By the streams themselves: a read model may have lost its last commit. */
async function findProfile(
  { store }: Reminding,
  profileId: string,
): Promise<Pick<PlanFacts, 'profile' | 'isOwnerActive'>> {
  const { state: profile } = await load(store, profileDecider, profileStream(profileId))
  if (profile.status !== 'created') return { profile, isOwnerActive: false }
  if (profileId === DEMO_PROFILE_ID) return { profile, isOwnerActive: true }
  const { state: owner } = await load(store, account, accountStream(profile.ownerId))
  return { profile, isOwnerActive: owner.status === 'registered' && owner.isActive }
}

const MINUTE_MS = 60_000
const MOST_MS = 4 * 60 * MINUTE_MS

/** Grows from a minute to four hours. @param failures so far, from 1 */
export const pauseBeforeRetry = (failures: number): number =>
  Math.min(MOST_MS, MINUTE_MS * 2 ** Math.min(failures - 1, 10))
