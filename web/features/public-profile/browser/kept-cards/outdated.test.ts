import { expect, test } from 'vitest'
import { KEPT_CARDS } from '@app/contracts/kept-cards.ts'
import { RETENTION } from '@app/contracts/privacy/retention.ts'
import { outdatedOf } from './outdated.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')
const DAY = 86_400_000
const card = (name: string, daysAgo: number) => ({ name, keptAtMs: NOW - daysAgo * DAY })

test('the oldest are removed when there are too many', () => {
  const cards = Array.from({ length: KEPT_CARDS.countMax + 2 }, (_, age) => card(`c${age}`, age / 10))
  expect(outdatedOf(cards.toReversed(), NOW)).toEqual(['c21', 'c20'])
})

test('a card goes when it has not been seen for long, and when its time makes no sense', () => {
  const { keptCardDays } = RETENTION
  const cards = [
    card('fresh', 0),
    card('last-day', keptCardDays - 1),
    card('old', keptCardDays),
    card('of-a-clock-ahead', -400),
    { name: 'unfinished', keptAtMs: undefined },
  ]
  expect(outdatedOf(cards, NOW)).toEqual(['old', 'of-a-clock-ahead', 'unfinished'])
})
