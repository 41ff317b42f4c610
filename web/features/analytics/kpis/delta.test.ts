import { expect, test } from 'vitest'
import { countDelta, deltaSentence, rateDelta } from './delta.ts'

test.each([
  [1449, 1224, 'up', '18,4%'],
  [570, 622, 'down', '8,4%'],
  [622, 622, 'level', '0,0%'],
  [0, 40, 'down', '100,0%'],
])('%d after %d moved %s by %s', (now, before, direction, amount) => {
  expect(countDelta(now, before)).toMatchObject({ kind: 'moved', direction, amount })
})

test('a change that rounds to nothing has no direction', () => {
  expect(countDelta(10_001, 10_000)).toMatchObject({ direction: 'level', amount: '0,0%' })
  expect(rateDelta(50.04, 50)).toMatchObject({ direction: 'level', amount: '0,0 pp' })
})

test('from ten times on decimals are left out', () => {
  expect(countDelta(12_345, 100)).toMatchObject({ amount: '12.245%' })
})

test('something after nothing is new, and nothing after nothing is no news', () => {
  expect(countDelta(5, 0)).toEqual({ kind: 'new' })
  expect(rateDelta(12.5, 0)).toEqual({ kind: 'new' })
  expect(countDelta(0, 0)).toBeUndefined()
  expect(rateDelta(0, 0)).toBeUndefined()
})

test('a rate changes in percentage points, not in percent', () => {
  expect(rateDelta(63.9, 66.2)).toMatchObject({ direction: 'down', amount: '2,3 pp' })
  expect(rateDelta(0, 66.2)).toMatchObject({ direction: 'down', amount: '66,2 pp' })
})

test('a screen reader gets the direction, the amount and what it is compared with', () => {
  const sentence = (delta: ReturnType<typeof countDelta>) => delta && deltaSentence(delta, 30)
  expect(sentence(countDelta(1449, 1224))).toBe('subió 18,4% respecto de los 30 días anteriores')
  expect(sentence(rateDelta(63.9, 66.2))).toBe(
    'bajó 2,3 puntos porcentuales respecto de los 30 días anteriores',
  )
  expect(sentence(countDelta(3, 3))).toBe('igual que en los 30 días anteriores')
  expect(deltaSentence(countDelta(3, 2)!, 1)).toBe('subió 50,0% respecto del día anterior')
  expect(sentence(countDelta(3, 0))).toBe('nuevo: no hubo en los 30 días anteriores')
})
