import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reconnectDelay } from './reconnect-delay.ts'

test('pauses double from half a second to half a minute', () => {
  expect([0, 1, 2, 5, 6, 1_000].map((failures) => reconnectDelay(failures, 1))).toEqual([
    500, 1_000, 2_000, 16_000, 30_000, 30_000,
  ])
})

test('whatever the random value, a delay is between half and all of its length', () => {
  const chances = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
  fc.assert(
    fc.property(fc.nat(100), chances, (failures, chance) => {
      const longest = reconnectDelay(failures, 1)
      const delayMs = reconnectDelay(failures, chance)
      expect(delayMs).toBeGreaterThanOrEqual(longest / 2)
      expect(delayMs).toBeLessThanOrEqual(longest)
    }),
    { seed: Number(process.env['TEST_SEED']) },
  )
})
