import type { LiveFact } from '@app/contracts/analytics/live-calls.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { visitFact } from '../../../testing/live-server.ts'
import { EMPTY_FEED, withMessage } from './live-feed.ts'

const factAt = (second: number): LiveFact => ({
  ...visitFact,
  id: `00000000-0000-4000-8000-${String(second).padStart(12, '0')}`,
  at: new Date(Date.UTC(2026, 10, 20, 12, 0, second)).toISOString(),
})
const moved = (...seconds: readonly number[]) =>
  ({ type: 'moved', facts: seconds.map(factAt), people: 1 }) as const
const shown = (feed: typeof EMPTY_FEED) => feed.facts.map(({ id }) => Number(id.slice(-12)))

test('new facts are on top', () => {
  const opened = withMessage(EMPTY_FEED, { type: 'opened', facts: [factAt(2), factAt(1)], people: 3 })
  expect(shown(withMessage(opened, moved(4, 3)))).toEqual([4, 3, 2, 1])
})

test('a fact that is sent again is listed once, as it was sent last', () => {
  const feed = withMessage(EMPTY_FEED, moved(2, 1))
  const again = withMessage(feed, {
    type: 'opened',
    facts: [{ ...factAt(2), excluded: 'repeat' }, factAt(1)],
    people: 0,
  })
  expect(shown(again)).toEqual([2, 1])
  expect(again.facts[0]).toMatchObject({ excluded: 'repeat', fresh: true })
})

test('only facts that arrive while the page is visible are fresh', () => {
  const opened = withMessage(EMPTY_FEED, { type: 'opened', facts: [factAt(1)], people: 1 })
  expect(withMessage(opened, moved(2)).facts.map(({ fresh }) => fresh)).toEqual([true, false])
})

test('the number of people changes without facts, and is cleared with the session', () => {
  const feed = withMessage(withMessage(EMPTY_FEED, moved(1)), { type: 'people', people: 5 })
  expect([feed.people, feed.facts.length]).toEqual([5, 1])
  expect(withMessage(feed, { type: 'ended' }).people).toBe(0)
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
