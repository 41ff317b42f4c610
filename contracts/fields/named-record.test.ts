import { expect, test } from 'vitest'
import { latestNamed, withCopyableKeys } from './named-record.ts'
import { testTable } from '../../tests/support/every.ts'

const at = (minute: number) => ({ named_at: `2026-03-02T12:0${minute}:00.000Z` })

testTable([
  [{ 912345678: at(1), Ana: at(3), Zoe: at(2) }, ['Ana', 'Zoe', '912345678']],
  [{ 7: at(1), 0: at(2), 12: at(3) }, ['12', '0', '7']],
  [{ 'Ana (2)': at(1), 2026: at(2), Ana: at(3) }, ['Ana', '2026', 'Ana (2)']],
  [{ 4294967294: at(1), 4294967295: at(2), Eva: at(3) }, ['Eva', '4294967295', '4294967294']],
  [{ Zoe: at(1), Ana: at(1), Eva: at(1) }, ['Zoe', 'Ana', 'Eva']],
  [{}, []],
])('the latest comes first, whatever the names are', (visitors, names) => {
  expect(latestNamed(visitors).map(([name]) => name)).toEqual(names)
})

test('a person called __proto__ is among them', () => {
  const copied = withCopyableKeys(
    JSON.parse(`{"Ana":${JSON.stringify(at(1))},"__proto__":${JSON.stringify(at(2))}}`),
  )
  expect(latestNamed(copied as Record<string, { named_at: string }>).map(([name]) => name)).toEqual([
    '__proto__',
    'Ana',
  ])
})
