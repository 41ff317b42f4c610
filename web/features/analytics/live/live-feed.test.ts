import type { LiveFact } from '@app/contracts/analytics.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { testTable } from '../../../../tests/support/every.ts'
import { visitFact } from '../../../testing/live-server.ts'
import { EMPTY_FEED, excludedText, withMessage } from './live-feed.ts'
import { ageSeconds } from './use-live-analytics.ts'

const factAt = (second: number): LiveFact => ({
  ...visitFact,
  id: `00000000-0000-4000-8000-${String(second).padStart(12, '0')}`,
  at: new Date(Date.UTC(2026, 10, 20, 12, 0, second)).toISOString(),
})
const moved = (...seconds: readonly number[]) =>
  ({ type: 'moved', facts: seconds.map(factAt), people: 1 }) as const
const shown = (feed: typeof EMPTY_FEED) => feed.facts.map(({ id }) => Number(id.slice(-12)))

test('a fact that is sent again is listed once, as it was sent last', () => {
  const opened = withMessage(EMPTY_FEED, { type: 'opened', facts: [factAt(1)], people: 1 })
  const feed = withMessage(opened, moved(2))
  const facts = [{ ...factAt(2), excluded: 'repeat' as const }, factAt(1)]
  const again = withMessage(feed, { type: 'opened', facts, people: 0 })
  expect(shown(again)).toEqual([2, 1])
  expect(again.facts[0]).toMatchObject({ excluded: 'repeat' })
})

test('facts in any order are listed once, newest first, twenty at most', () => {
  const seconds = fc.array(fc.integer({ min: 0, max: 59 }), { maxLength: 20 })
  fc.assert(
    fc.property(fc.array(seconds, { maxLength: 8 }), (messages) => {
      const feed = messages.reduce((known, facts) => withMessage(known, moved(...facts)), EMPTY_FEED)
      const newest = [...new Set(messages.flat())].toSorted((a, b) => b - a).slice(0, 20)
      expect(shown(feed)).toEqual(newest)
    }),
    { seed: Number(process.env['TEST_SEED']) },
  )
})

testTable([
  [{}, 6_000, 5.2],
  [{ isLive: true }, 600_000, 0.2],
  [{ lagSeconds: 41, isLive: true }, 3_000, 43],
  [{ lagSeconds: null, isLive: true }, 2_000, null],
  [{}, 0, 0.2],
])(
  'figures age from their answer on, with a stream only while they lag, and never by a clock put back',
  (more, nowMs, age) =>
    expect(ageSeconds({ lagSeconds: 0.2, answeredAtMs: 1_000, isLive: false, ...more }, nowMs)).toBe(age),
)

testTable([
  [
    { own: 1, repeat: 2, robot: 12, preview: 3, excess: 4 },
    'Sin contar: 12 robots, 3 vistas previas, 2 repeticiones, 1 de tu cuenta, 4 en exceso',
  ],
  [{ robot: 1, preview: 0 }, 'Sin contar: 1 robot'],
  [{ robot: 0 }, undefined],
])('facts that do not count are listed by reason', (byReason, text) =>
  expect(excludedText(byReason as Readonly<Record<string, number>>)).toBe(text),
)
