import { expect, test } from 'vitest'
import { populationOf } from './population.ts'

test('ten times the events are of ten times the people', () => {
  expect(populationOf(10_000_000)).toEqual({ accounts: 100_000, visited: 60_000, settled: 90_000 })
  expect(populationOf(1_000_000)).toEqual({ accounts: 10_000, visited: 6_000, settled: 9_000 })
})
