import { expect, test } from 'vitest'
import { isLong } from '../../tests/support/longer-runs.ts'
import { createRandom, intBelow } from './random.ts'
import { createVisitors, VISITORS_REMEMBERED_MAX } from './generate-visitors.ts'

test.each(isLong ? [1, 5_000, 90_000] : [90_000])(
  'the number of remembered visitors of %i profiles is limited',
  (profiles) => {
    const random = createRandom(1, 'test')
    const visitors = createVisitors(random, profiles)
    for (let n = 0; n < 150_000; n += 1) visitors.next(intBelow(random, profiles), false)
    expect(visitors.size()).toBeLessThanOrEqual(VISITORS_REMEMBERED_MAX)
  },
)

test('a busy profile keeps getting returning and new visitors', () => {
  const random = createRandom(1, 'test')
  const visitors = createVisitors(random, 5_000)
  const ids = Array.from({ length: 10_000 }, () => visitors.next(0, false).id)
  const late = ids.slice(5_000)
  const distinct = new Set(late).size
  expect(distinct).toBeGreaterThan(3_000)
  expect(distinct).toBeLessThan(3_800)
})
