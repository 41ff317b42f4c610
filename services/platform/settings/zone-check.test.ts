import { expect, test } from 'vitest'
import { wallHourInSantiago } from '@app/contracts/calendar.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { checkZone } from './zone-check.ts'

const HOUR_MS = 3_600_000
const behindUtc = (hours: number) => (ms: number) => {
  const shown = new Date(ms - hours * HOUR_MS).toISOString()
  return { day: shown.slice(0, 10), hour: Number(shown.slice(11, 13)) }
}

test('this Node computes the days of Santiago', () => {
  expect(() => checkZone()).not.toThrow()
})

test.each([
  ['winter time all year', behindUtc(4)],
  ['summer time all year', behindUtc(3)],
  ['UTC', behindUtc(0)],
  ['days with the month first', (ms: number) => ({ ...wallHourInSantiago(ms), day: '11/20/2026' })],
  [
    'the change of 2022 a week early',
    (ms: number) =>
      ms > Date.parse('2022-09-04T04:00:00Z') && ms < Date.parse('2022-09-11T04:00:00Z')
        ? behindUtc(3)(ms)
        : wallHourInSantiago(ms),
  ],
  [
    'no such zone',
    () => {
      throw new RangeError('Invalid time zone specified: America/Santiago')
    },
  ],
])('a runtime that has %s is refused in one Spanish line', (_name, wallHourOf) => {
  expect(() => checkZone(wallHourOf)).toThrow(StartError)
  expect(() => checkZone(wallHourOf)).toThrow(
    /^Este Node \(v.*\) calcula mal los días de America\/Santiago: .*$/,
  )
})
