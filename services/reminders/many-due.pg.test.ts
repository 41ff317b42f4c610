import { expect, test } from 'vitest'
import { subscriptionStream } from '@app/contracts/events/subscription-events.ts'
import { FIRST_DUE, smtp, subscribeMany, useReminderSide } from './testing/reminder-suite.ts'
import { DUE_PAGE } from './due-page.ts'
import { longTest } from '../../tests/support/longer-runs.ts'

const used = useReminderSide()
const DUE_BEHIND = '2026-11-09T10:15:21.500-03:00'

longTest('while many are sent, the pass reports how late the remaining ones are', async () => {
  const server = await smtp()
  await subscribeMany(used, DUE_PAGE)
  const other = await used.side.newProfile()
  used.side.clock.advance(1_000)
  await used.side.subscribe(other, 'eva@otra.example')
  const shown: (number | undefined)[] = []
  const onPage = (): void => void shown.push(worker.status().oldestDueMs)
  const worker = used.side.worker({ smtpUrl: server.url, onPage })
  used.side.clock.set(DUE_BEHIND)
  await used.side.project()
  await worker.sendDue()
  expect(shown).toContain(Date.parse(FIRST_DUE))
  expect(shown.at(-1)).toBeUndefined()
  expect(server.delivered).toHaveLength(DUE_PAGE + 1)
})

test('a reminder whose row is behind its stream is not overdue, in the pass that finds it and in the next', async () => {
  const server = await smtp()
  const worker = used.side.worker({ smtpUrl: server.url })
  const ana = await used.side.subscribe(used.juan)
  await used.side.project()
  const cancelled = { type: 'ReminderCancelled', data: { by: 'subscriber' } } as const
  await used.side.add(subscriptionStream(ana), cancelled)
  used.side.clock.set('2026-11-09T12:00:00-03:00')
  for (let look = 1; look <= 2; look += 1) {
    await worker.sendDue()
    expect(worker.status().oldestDueMs).toBeUndefined()
  }
  expect(server.delivered).toEqual([])
})
