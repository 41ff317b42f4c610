import type { ReminderTimes } from '@app/domain/reminder-times.ts'
import type { ReadDb } from '@app/projections/read-db.ts'
import { duePages, type Due } from './due-page.ts'
import type { DueHandler, HandledReminder, ProfileOf } from './handle-due.ts'
import { watchWorkers, type Postponed, type ReminderLeases } from './leases.ts'

export interface ReminderStatus {
  /** Due time of the oldest overdue reminder that waits for nothing; milliseconds since 1970. */
  readonly oldestDueMs: number | undefined
  /** By the monotonic clock. */
  readonly lookedAtMs: number
}

export interface ReminderPassDeps {
  readonly db: ReadDb
  readonly times: ReminderTimes
  readonly now: () => Date
  readonly monotonicMs: () => number
  /** After each page: the number of due reminders that this pass and the former one have found. */
  readonly onPage: (due: number) => void
  readonly handle: (page: readonly Due[]) => Promise<HandledPage>
  readonly hasEnded: () => boolean
}

export interface ReminderPass {
  /** Handles what is due. */
  once(): Promise<void>
  status(): ReminderStatus
}

const earliest = (before: number | undefined, late: readonly Due[]): number | undefined =>
  late.reduce<number | undefined>((found, { dueMs }) => Math.min(found ?? dueMs, dueMs), before)

/** Behind one that waits until its profile is shown, the others of the same profile wait as it does. */
const placeOf = ({ profileId, reminder }: Due): string => `${reminder} ${profileId}`

export function createReminderPass(deps: ReminderPassDeps): ReminderPass {
  const { monotonicMs } = deps
  let dueBefore = 0
  let status: ReminderStatus = { oldestDueMs: undefined, lookedAtMs: monotonicMs() }

  async function once(): Promise<void> {
    const hidden = new Set<string>()
    let { oldestDueMs: shownDueMs } = status
    let oldestDueMs: number | undefined
    let due = 0
    for await (const page of duePages(deps.db, deps.times, deps.now)) {
      if (deps.hasEnded()) return
      const { left, tried, unshown } = await deps.handle(page.filter((one) => !hidden.has(placeOf(one))))
      for (const one of unshown) hidden.add(placeOf(one))
      due += page.length
      oldestDueMs = earliest(oldestDueMs, left)
      shownDueMs = earliest(shownDueMs, left)
      // The due time of the present page shows how late the unread ones are.
      status = { oldestDueMs: earliest(shownDueMs, tried), lookedAtMs: monotonicMs() }
      deps.onPage(Math.max(due, dueBefore))
    }
    status = { oldestDueMs, lookedAtMs: monotonicMs() }
    dueBefore = due
    deps.onPage(due)
  }

  return { once, status: () => status }
}

export interface HandledPage {
  /** Reminders that are due after it, and do not wait for a profile or the morning. */
  readonly left: readonly Due[]
  /** Reminders that were handed to a mail server. */
  readonly tried: readonly Due[]
  /** Those that wait until their profile is shown again. */
  readonly unshown: readonly Due[]
}

export interface PageHandlerDeps {
  readonly handler: DueHandler
  readonly leases: ReminderLeases
  /** Limit of concurrent reminders. */
  readonly inHand: <Result>(work: () => Promise<Result>) => Promise<Result>
  /** Aborts when the process stops. */
  readonly signal: AbortSignal
  readonly newId: () => string
  readonly monotonicMs: () => number
  readonly onHandled: (kind: HandledReminder['kind']) => void
  readonly onTrouble: (error: unknown) => void
}

/** Handles those of a page that no other worker has. */
export function createPageHandler(deps: PageHandlerDeps): (page: readonly Due[]) => Promise<HandledPage> {
  const { leases, newId, monotonicMs } = deps
  const { own, abandoned } = watchWorkers(leases, monotonicMs)

  async function handlePage(page: readonly Due[], lease: string): Promise<HandledPage> {
    const subscriptionIds = page.map(({ subscriptionId }) => subscriptionId)
    const claimed = new Set(await leases.claim({ subscriptionIds, lease, abandoned: await abandoned() }))
    const isClaimed = ({ subscriptionId }: Due): boolean => claimed.has(subscriptionId)
    const { left, tried } = await handleClaimed(deps, page.filter(isClaimed), lease)
    const others = page.filter((due) => !isClaimed(due))
    const excused = others.length === 0 ? new Set<string>() : await leases.excused(subscriptionIds)
    return {
      left: [
        ...others.filter(({ subscriptionId }) => !excused.has(subscriptionId)),
        ...left.filter(({ waitsFor }) => waitsFor === 'retry').map(({ due }) => due),
      ],
      tried,
      unshown: left.filter(({ waitsFor }) => waitsFor === 'profile').map(({ due }) => due),
    }
  }

  return async (page) => {
    if (page.length === 0) return { left: [], tried: [], unshown: [] }
    const lease = newId()
    own.add(lease)
    return handlePage(page, lease).finally(() => own.delete(lease))
  }
}

interface Claimed {
  readonly left: readonly (Postponed & { readonly due: Due })[]
  readonly tried: readonly Due[]
}

const BEAT_EVERY_MS = 20_000
/** Whose mail server was asked. */
const TRIED: ReadonlySet<HandledReminder['kind']> = new Set(['sent', 'uncertain', 'failed', 'refused'])

async function handleClaimed(
  deps: PageHandlerDeps,
  claimed: readonly Due[],
  lease: string,
): Promise<Claimed> {
  const { leases, handler, inHand, onTrouble } = deps
  const left: Claimed['left'][number][] = []
  const tried: Due[] = []
  const beating = setInterval(() => void leases.beat(lease).catch(onTrouble), BEAT_EVERY_MS)
  try {
    const profileOf = await handler.openPage()
    const handle = async (due: Due): Promise<void> => {
      const { kind, wait } = await handleOne(deps, due, profileOf)
      if (TRIED.has(kind)) tried.push(due)
      if (wait !== undefined) left.push({ subscriptionId: due.subscriptionId, ...wait, due })
    }
    await Promise.all(claimed.map((due) => inHand(() => handle(due))))
    await leases.finish(lease, left)
  } finally {
    clearInterval(beating)
  }
  return { left, tried }
}

/** A failure of one reminder blocks no other, and is retried for ever. */
const TROUBLE_MS = 60_000

async function handleOne(
  { handler, signal, onHandled, onTrouble }: PageHandlerDeps,
  due: Due,
  profileOf: ProfileOf,
): Promise<HandledReminder> {
  if (signal.aborted) return { kind: 'taken' }
  try {
    const handled = await handler.handle(due, profileOf, signal)
    onHandled(handled.kind)
    return handled
  } catch (error) {
    onTrouble(error)
    return { kind: 'nothing', wait: { ms: TROUBLE_MS, waitsFor: 'retry' } }
  }
}
