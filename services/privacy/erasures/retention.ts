import type { Actor } from '@app/contracts/event-store.ts'
import { subscriptionStream } from '@app/contracts/reminders.ts'
import {
  EXPIRING_KINDS,
  daysOverBefore,
  overBefore,
  type ExpiringKind,
  type RetentionPeriods,
} from '@app/contracts/limits/periods.ts'
import { createSubjects, type DuePlace } from '../../kernel/keys/subjects.ts'
import { idleMailboxes } from '../rights/rights-links.ts'
import type pg from 'pg'
import { eraseSubscriptions } from './erase-profile.ts'
import { finishShredding, shredAll, type Erasing } from './shred.ts'
import { recurring, type Job, type Worker } from '../../kernel/jobs.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { withFreeAdvisoryLock } from '../../platform/postgres/in-transaction.ts'

export interface RetentionPass {
  readonly periods: RetentionPeriods
  readonly asOf: Date
  readonly actor: Actor
  readonly signal: AbortSignal
  /** @throws when another process may erase too */
  readonly assertAlone?: () => Promise<void>
  readonly onErased: (kind: ExpiredKind, count: number) => void
}

/** `reset`: mails of requests for a new password. */
export type ExpiredKind = ExpiringKind | 'reset'

export const RETENTION_LOCK = 'retention'

export type PassOutcome = 'done' | 'stopped'

const PAGE = 50
const PAUSE_MS_MIN = 50
/** Times the work before it: taps wait behind a page, so that most of them must meet none. */
const PAUSES = 4
const RETURNS_MAX = 5

/** Each page is read afresh: nobody is erased who has written meanwhile. After a crash a later pass finds the rest. */
export async function eraseExpired(deps: Erasing, pass: RetentionPass): Promise<PassOutcome> {
  // A process that died may have destroyed keys that the log does not name yet.
  await finishShredding(deps, pass.actor)
  await removeResets(deps, pass)
  await eraseMailboxes({ ...deps, reason: 'retention' }, pass)
  for (const kind of EXPIRING_KINDS) {
    const outcome = await eraseOfKind({ ...deps, reason: 'retention' }, pass, kind)
    if (outcome !== 'done') return outcome
  }
  return 'done'
}

/** A request for a new password leaves copies of mails besides its event. One that waits ends after hours. */
async function removeResets(
  { removeMailsBefore }: Erasing,
  { periods, asOf, onErased }: RetentionPass,
): Promise<void> {
  const removed = await removeMailsBefore(daysOverBefore(periods.resetsDays, asOf.getTime()))
  if (removed > 0) onErased('reset', removed)
}

/** Destroys keys that encrypt only the address of ended links: a copy of the database would still open it. */
async function eraseMailboxes(deps: Erasing, { actor, signal, assertAlone }: RetentionPass): Promise<void> {
  while (!signal.aborted) {
    await assertAlone?.()
    const subjects = await idleMailboxes(deps.db, { now: deps.now(), limit: PAGE })
    await shredAll(deps, subjects, actor)
    if (subjects.length < PAGE) return
    await deps.pause(PAUSE_MS_MIN)
  }
}

async function eraseOfKind(
  deps: Erasing,
  { periods, asOf, actor, signal, assertAlone, onErased }: RetentionPass,
  kind: ExpiringKind,
): Promise<PassOutcome> {
  const before = overBefore(periods.months[kind], asOf.getTime())
  for (let after: DuePlace | undefined; ;) {
    if (signal.aborted) return 'stopped'
    const startedAt = performance.now()
    await assertAlone?.()
    const page = await createSubjects(deps.db).due({ kind, before, after, limit: PAGE })
    const subjects = page.map(({ subject }) => subject)
    await erasePeople(deps, kind, subjects, actor)
    if (subjects.length > 0) onErased(kind, subjects.length)
    if (page.length < PAGE) return 'done'
    // Subjects that could not be erased must not come again in this pass.
    after = page.at(-1)
    await deps.pause(Math.max(PAUSE_MS_MIN, PAUSES * (performance.now() - startedAt)))
  }
}

const SUBSCRIPTION = subscriptionStream('')

async function erasePeople(
  deps: Erasing,
  kind: ExpiringKind,
  subjects: readonly string[],
  actor: Actor,
): Promise<void> {
  if (kind === 'subscription') {
    const ids = subjects.map((subject) => subject.slice(SUBSCRIPTION.length))
    await eraseSubscriptions(deps, ids, actor)
    return
  }
  let left = subjects
  for (let attempt = 1; attempt <= RETURNS_MAX && left.length > 0; attempt += 1) {
    await shredAll(deps, left, actor)
    // Words sent in between have a key of their own, and read models drop them with this SubjectErased.
    const ids = await deps.keys.idsOf(left)
    left = left.filter((subject) => ids.has(subject))
  }
}

/** Longer than any pause between two passes of a product that runs each day. */
const NEAR_HOURS = 26
const STEP_HOURS = 24

export interface BelievedTime {
  /** Never later than the clock. */
  readonly at: Date
  /** The clock leapt, or the product did not run for days. */
  readonly isBehindClock: boolean
}

/**
 * A clock set ahead would erase too early: it is believed near the last pass's time, else that time moves by a day.
 * @param pass.mayStep an hour has passed in this process: starting again and again must not add days
 */
export async function believedTime(
  db: Pick<pg.Pool, 'query'>,
  { now, mayStep }: { readonly now: Date; readonly mayStep: boolean },
): Promise<BelievedTime> {
  const { rows } = await db.query<{ believed_at: Date }>(
    `insert into retention.clock as c (believed_at) values ($1)
     on conflict (is_only) do update set believed_at = case
       when $1 <= c.believed_at + make_interval(hours => $2) then $1
       else c.believed_at + make_interval(hours => $3) end
     returning believed_at`,
    [now, NEAR_HOURS, mayStep ? STEP_HOURS : 0],
  )
  const at = rows[0]!.believed_at
  return { at, isBehindClock: at < now }
}

/** At most so long after its day begins, what is due is erased. */
const POLL_MS = 3_600_000
const ACTOR: Actor = { kind: 'system', id: 'retention' }

interface Used extends Pick<Ctx, 'erasing' | 'log' | 'securityLog'> {
  readonly periods: RetentionPeriods
}

/** Erases data whose period is over each hour, in one process at a time. */
export const retentionWorker = (ctx: Used): Worker => ({
  ...recurring('retention', POLL_MS, (job, signal) => passAlone(ctx, job, signal)),
  firstInMs: 0,
})

async function passAlone(
  { erasing, periods, securityLog, log }: Used,
  { assertHeld }: Pick<Job, 'assertHeld'>,
  signal: AbortSignal,
): Promise<void> {
  await withFreeAdvisoryLock(erasing.db, RETENTION_LOCK, async (lock) => {
    const { at, isBehindClock } = await believedTime(erasing.db, { now: erasing.now(), mayStep: true })
    if (isBehindClock)
      log.warn(
        { believed: at.toISOString() },
        'the clock leapt or the product stood still: retention follows by a day an hour',
      )
    const erased = new Map<ExpiredKind, number>()
    try {
      await eraseExpired(erasing, {
        periods,
        asOf: at,
        actor: ACTOR,
        signal,
        assertAlone: async () => {
          await assertHeld()
          await lock.assertHeld()
        },
        onErased: (kind, count) => erased.set(kind, (erased.get(kind) ?? 0) + count),
      })
    } finally {
      for (const [kind, count] of erased)
        securityLog({ event: 'retention-erased', by: 'settings', reason: kind, count })
    }
  })
}
