import { expect, test } from 'vitest'
import { wallHourInSantiago } from '@app/contracts/calendar.ts'
import { StartError } from '@app/contracts/start-error.ts'
import { checkZone } from './zone-check.ts'

const HOUR_MS = 3_600_000
const behindUtc = (hours: number) => (ms: number) => {
  const shown = new Date(ms - hours * HOUR_MS).toISOString()
  return { day: shown.slice(0, 10), hour: Number(shown.slice(11, 13)) }
}

test('a runtime that computes days of Santiago wrong is refused in one Spanish line, and this one is not', () => {
  checkZone()
  const early = (ms: number) =>
    ms > Date.parse('2022-09-04T04:00:00Z') && ms < Date.parse('2022-09-11T04:00:00Z')
      ? behindUtc(3)(ms)
      : wallHourInSantiago(ms)
  const american = (ms: number) => ({ ...wallHourInSantiago(ms), day: '11/20/2026' })
  const none = () => {
    throw new RangeError('Invalid time zone specified: America/Santiago')
  }
  for (const wrong of [behindUtc(4), behindUtc(3), behindUtc(0), american, early, none]) {
    expect(() => checkZone(wrong)).toThrow(StartError)
    expect(() => checkZone(wrong)).toThrow(
      /^Este Node \(v.*\) calcula mal los días de America\/Santiago: .*$/,
    )
  }
})
