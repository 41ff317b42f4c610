import { addDays, startOfDayMs } from '@app/contracts/calendar.ts'
import { expect } from 'vitest'
import { testTable } from '../../tests/support/every.ts'
import { hasWholeSpans } from './edit-markers.ts'

const TODAY = '2026-11-20'
const EDITED = '2026-11-05'
/** Fourteen whole days lie between the start of this day and the edit. */
const FIRST = '2026-10-22'
const born = (day: string, laterMs = 0): number => startOfDayMs(day) + laterMs
const LONG_AGO = born('2026-01-01')

type Case = { day?: string; createdMs?: number; closings?: readonly string[] }

// On 6 September 2026 there is no midnight; 4 April has 25 hours, the last of which comes twice.
testTable<readonly [isCompared: boolean, of: Case]>([
  [true, {}],
  [false, { createdMs: born(addDays(EDITED, -3)) }],
  [false, { createdMs: born(addDays(EDITED, 1)) }],
  [false, { day: TODAY }],
  [false, { day: addDays(TODAY, -14) }],
  [true, { day: addDays(TODAY, -15) }],
  [true, { createdMs: born(FIRST) }],
  [false, { createdMs: born(FIRST, 1) }],
  [false, { closings: [addDays(EDITED, -14)] }],
  [false, { closings: [EDITED] }],
  [false, { closings: [addDays(EDITED, 14)] }],
  [true, { closings: [addDays(EDITED, -15), addDays(EDITED, 15)] }],
  [true, { day: '2026-09-20', createdMs: born('2026-09-06') }],
  [false, { day: '2026-09-20', createdMs: born('2026-09-06', 3_600_000) }],
  [false, { day: '2026-04-18', createdMs: born('2026-04-04', 23 * 3_600_000) }],
  [true, { day: '2026-04-19', createdMs: born('2026-04-04', 24 * 3_600_000) }],
  [true, { day: '2026-04-04' }],
])(
  'an edit is compared only when its page was open on all days before and after it, each from midnight to midnight [FIG-1]',
  (isCompared, { day = EDITED, createdMs = LONG_AGO, closings = [] }) =>
    expect(hasWholeSpans(day, { createdMs, today: TODAY, closings })).toBe(isCompared),
)
