import type { Reminder } from '@app/contracts/events/subscription-events.ts'
import type { ReadDb } from '@app/projections/read-db.ts'
import { expect, test } from 'vitest'
import { DUE_PAGE, type Due } from './due-page.ts'
import { createReminderPass } from './reminder-pass.ts'

const NOW = new Date('2026-11-09T12:00:00-03:00')
const SUBSCRIBED_MS = Date.parse('2026-11-02T10:00:00-03:00')
const TIMES = {
  first: { days: 7, fromHour: 9, toHour: 20 },
  second: { days: 14, fromHour: 9, toHour: 20 },
}
const PAGES = 10

const rowOf = (nth: number, profileId: string) => ({
  id: String(nth).padStart(6, '0'),
  cycle: 1,
  profile_id: profileId,
  subscribed_at: String(SUBSCRIBED_MS + nth),
})
/** Many of a profile that is not shown, and one of another behind them. */
const ROWS = [
  ...Array.from({ length: PAGES * DUE_PAGE }, (_, nth) => rowOf(nth, 'hidden')),
  rowOf(PAGES * DUE_PAGE, 'shown'),
]

const query = async ({ values }: { readonly values: readonly unknown[] }) => {
  const [reminder, , afterMs = 0] = values as readonly [Reminder, number, number?]
  const rows = reminder === 'first' ? ROWS.filter((row) => Number(row.subscribed_at) > afterMs) : []
  return { rows: rows.slice(0, DUE_PAGE) }
}

const DEPS = {
  db: { query } as unknown as ReadDb,
  times: TIMES,
  now: () => NOW,
  monotonicMs: () => 0,
  hasEnded: () => false,
}

test('those of a profile that is not shown are looked at in one page, and are not late', async () => {
  const handled: Due[] = []
  const pass = createReminderPass({
    ...DEPS,
    onPage: () => undefined,
    handle: async (page) => {
      handled.push(...page)
      return { left: [], tried: [], unshown: page.filter(({ profileId }) => profileId === 'hidden') }
    },
  })
  await pass.once()
  expect(handled.filter(({ profileId }) => profileId === 'hidden').length).toBeLessThanOrEqual(DUE_PAGE)
  expect(handled.at(-1)?.profileId).toBe('shown')
  expect(pass.status().oldestDueMs).toBeUndefined()
})

test('until it has found more, a pass reports as many due reminders as the one before it found', async () => {
  const shown: number[] = []
  const pass = createReminderPass({
    ...DEPS,
    onPage: (due) => shown.push(due),
    handle: async () => ({ left: [], tried: [], unshown: [] }),
  })
  await pass.once()
  expect([shown[0], shown.at(-1)]).toEqual([DUE_PAGE, ROWS.length])
  shown.length = 0
  await pass.once()
  expect(new Set(shown)).toEqual(new Set([ROWS.length]))
})
