import { expect, test } from 'vitest'
import { filledTable, sizesTable, type Described } from './dashboard-tables.ts'

const MIB = 2 ** 20
const SMALL: Described = {
  events: 500_000,
  profiles: 50,
  busiest: 100_000,
  seconds: { appended: 30.4, projected: 41.5 },
  sizes: [{ table: 'traffic_days', bytes: 2 * MIB, rows: 18_000 }],
  unified: { unique_visitors: 60_000, visitors: {}, visitors_total: 700 },
}
const LARGE: Described = {
  ...SMALL,
  events: 2_000_000,
  sizes: [
    { table: 'log.events', bytes: 1_000 * MIB, rows: 2_000_000 },
    { table: 'traffic_days', bytes: 3 * MIB, rows: 70_000 },
  ],
}

test('a table’s size is reported as it is and for a million events, for every log', () => {
  const { head, rows } = sizesTable([SMALL, LARGE])
  expect(head).toHaveLength(7)
  expect(rows).toEqual([
    ['traffic_days', '18,000', '2.0', '4.0', '70,000', '3.0', '1.5'],
    ['log.events', '0', '0.0', '0.0', '2,000,000', '1000.0', '500.0'],
  ])
})

test('what the log was filled with has a column for every log', () => {
  const { head, rows } = filledTable([SMALL, LARGE])
  expect(head).toEqual(['the log', '500,000 events', '2,000,000 events'])
  expect(rows).toContainEqual(['events of the busiest', '100,000', '100,000'])
  expect(rows).toContainEqual(['projected after, s', '42', '42'])
})
