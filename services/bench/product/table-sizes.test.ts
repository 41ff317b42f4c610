import { expect, test } from 'vitest'
import { sizesTable } from './table-sizes.ts'

const MIB = 2 ** 20
const SMALL = { events: 500_000, tables: [{ table: 'traffic_days', bytes: 2 * MIB, rows: 18_000 }] }
const LARGE = {
  events: 2_000_000,
  tables: [
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
