import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '@app/event-store/ids.ts'
import { createTestClock, openTestBackend, type TestBackend } from '../../tests/support/api/test-backend.ts'
import { createReminderLeases } from './leases.ts'

const DAY_MS = 24 * 3_600_000

const clock = createTestClock()
let backend: TestBackend
beforeAll(async () => {
  backend = await openTestBackend(clock, 'nothing')
})
afterAll(() => backend.close())

test('a reminder waits for a day, but no longer where its wait is of before the clock was set back', async () => {
  const leases = createReminderLeases(backend.app, clock.now)
  const subscriptionId = newId()
  const claimed = async (): Promise<boolean> => {
    const [lease, subscriptionIds] = [newId(), [subscriptionId]]
    const isClaimed = (await leases.claim({ subscriptionIds, lease, abandoned: [] })).length > 0
    if (isClaimed) await leases.finish(lease, [{ subscriptionId, ms: DAY_MS, waitsFor: 'retry' }])
    return isClaimed
  }
  expect([await claimed(), await claimed()]).toEqual([true, false])
  clock.advance(DAY_MS)
  expect([await claimed(), await claimed()]).toEqual([true, false])
  clock.jump(-365 * DAY_MS)
  expect([await claimed(), await claimed()]).toEqual([true, false])
})
