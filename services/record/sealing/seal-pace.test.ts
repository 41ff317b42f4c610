import { expect, test } from 'vitest'
import type { LastSeal } from './last-seal.ts'
import { createSealPace } from './seal-pace.ts'

const at = (time: string | undefined): Pick<LastSeal, 'seal'> =>
  ({ seal: time === undefined ? undefined : { sealedAt: `2026-11-23T${time}.000Z` } }) as never

test('a seal waits for its minute since the last one was seen, and no seal that is appended again delays it [SEAL-1]', () => {
  let ms = 0
  const waitMs = createSealPace({ now: () => new Date('2026-11-23T12:00:20.000Z'), monotonicMs: () => ms })
  const waits = (
    [
      [0, '12:00:00', 40_000],
      [39_999, '12:00:00', 1],
      [40_000, '12:00:00', 0],
      // Made by whoever sealed then.
      [40_001, '12:00:40', 60_000],
      // Older ones, each at another place of its stream.
      [70_001, '12:00:00', 30_000],
      [99_001, '11:00:00', 1_000],
      [99_999, undefined, 2],
      [100_001, '12:00:40', 0],
    ] as const
  ).map(([then, time, wait]) => {
    ms = then
    return [time, waitMs(at(time)), wait]
  })
  for (const [time, waited, wait] of waits) expect([time, waited]).toEqual([time, wait])
  expect(createSealPace({ now: () => new Date(), monotonicMs: () => 7 })(at(undefined))).toBe(0)
})
