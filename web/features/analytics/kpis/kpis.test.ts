import { expect, test } from 'vitest'
import { testTable } from '../../../../tests/support/every.ts'
import { pointOf } from '../../../testing/fixtures.ts'
import { areaPath, sparklinePath } from './KpiCards.tsx'
import { countDelta, deltaSentence, rateDelta, KPIS } from './kpis.ts'

const spoken = (delta: ReturnType<typeof countDelta>, days = 30) => delta && deltaSentence(delta, days)

testTable([
  [countDelta(1449, 1224), 'up', '18,4%', 'subió 18,4% respecto de los 30 días anteriores'],
  [countDelta(570, 622), 'down', '8,4%', 'bajó 8,4% respecto de los 30 días anteriores'],
  [countDelta(622, 622), 'level', '0,0%', 'igual que en los 30 días anteriores'],
  [countDelta(10_001, 10_000), 'level', '0,0%', 'igual que en los 30 días anteriores'],
  [countDelta(12_345, 100), 'up', '12.245%', 'subió 12.245% respecto de los 30 días anteriores'],
  [rateDelta(50.04, 50), 'level', '0,0 pp', 'igual que en los 30 días anteriores'],
  [
    rateDelta(63.9, 66.2),
    'down',
    '2,3 pp',
    'bajó 2,3 puntos porcentuales respecto de los 30 días anteriores',
  ],
])(
  'a figure moved by percents and a rate by points, also for a screen reader',
  (delta, direction, amount, text) => {
    expect(delta).toMatchObject({ kind: 'moved', direction, amount })
    expect(spoken(delta)).toBe(text)
  },
)

test('something after nothing is new, nothing after nothing is no news, and one day is in the singular', () => {
  expect([countDelta(5, 0), rateDelta(12.5, 0)]).toEqual([{ kind: 'new' }, { kind: 'new' }])
  expect([countDelta(0, 0), rateDelta(0, 0)]).toEqual([undefined, undefined])
  expect(spoken(countDelta(3, 0))).toBe('nuevo: no hubo en los 30 días anteriores')
  expect(spoken(countDelta(3, 2), 1)).toBe('subió 50,0% respecto del día anterior')
})

test('the best value touches the top and zero the ground, to which the area goes down', () => {
  expect(sparklinePath([0, 10])).toBe('M0 36C150 36 150 4 300 4')
  expect(sparklinePath([0, 0])).toBe('M0 36C150 36 150 36 300 36')
  expect(areaPath('M0 4')).toBe('M0 4L300 40L0 40Z')
})

test('the rate of a period is that of its visitors, and zero without any', () => {
  const rate = KPIS.find(({ headline }) => headline === 'engagement_rate')
  expect(rate?.pointOf(pointOf('2026-11', [9, 8, 2, 5, 1]))).toBe(25)
  expect(rate?.pointOf(pointOf('2026-11', [0, 0, 0, 5, 1]))).toBe(0)
})
