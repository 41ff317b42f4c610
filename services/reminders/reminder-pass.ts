import type { ReminderTimes } from '@app/domain/reminder-times.ts'
import type { ReadDb } from '@app/projections/read-db.ts'
import { duePages, type Due } from './due-page.ts'
import { eachOverlapping } from './each-overlapping.ts'
import type { HandledPage } from './handle-page.ts'
import { createProfileShare } from './profile-share.ts'

export interface ReminderStatus {
  /** Due time of the oldest overdue reminder that waits for nothing; milliseconds since 1970. */
  readonly oldestDueMs: number | undefined
  /** By the monotonic clock. */
  readonly lookedAtMs: number
}

export interface LookDeps {
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
  /** Handles what is due. @returns false when profiles with many mails are left for the next one */
  once(): Promise<boolean>
  status(): ReminderStatus
}

const earliest = (before: number | undefined, late: readonly Due[]): number | undefined =>
  late.reduce<number | undefined>((found, { dueMs }) => Math.min(found ?? dueMs, dueMs), before)

export function createReminderPass(deps: LookDeps): ReminderPass {
  const { monotonicMs } = deps
  let dueBefore = 0
  let status: ReminderStatus = { oldestDueMs: undefined, lookedAtMs: monotonicMs() }

  async function once(): Promise<boolean> {
    const share = createProfileShare()
    let { oldestDueMs: shownDueMs } = status
    let oldestDueMs: number | undefined
    let due = 0
    let isWhole = true
    await eachOverlapping(duePages(deps.db, deps.times, deps.now), async (page) => {
      if (deps.hasEnded()) return
      const { now: wanted, later } = share.split(page)
      const { left, tried, unshown } = await deps.handle(wanted)
      share.count(tried)
      share.hide(unshown)
      isWhole &&= later.length === 0
      due += page.length
      oldestDueMs = earliest(oldestDueMs, [...left, ...later])
      shownDueMs = earliest(shownDueMs, [...left, ...later])
      // The due time of the present page shows how late the unread ones are.
      status = { oldestDueMs: earliest(shownDueMs, tried), lookedAtMs: monotonicMs() }
      deps.onPage(Math.max(due, dueBefore))
    })
    if (deps.hasEnded()) return true
    status = { oldestDueMs, lookedAtMs: monotonicMs() }
    dueBefore = due
    deps.onPage(due)
    return isWhole
  }

  return { once, status: () => status }
}
