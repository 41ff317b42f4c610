import { addDays, startOfDayMs } from '@app/contracts/calendar.ts'
import { expect, test } from 'vitest'
import { hasWholeSpans } from './edit-markers.ts'

const TODAY = '2026-11-20'
const EDITED = '2026-11-05'
/** Of the day before which fourteen whole days lie, and the edit. */
const FIRST = '2026-10-22'
const born = (day: string, laterMs = 0): number => startOfDayMs(day) + laterMs
const LONG_AGO = born('2026-01-01')

const CASES: readonly (readonly [
  string,
  boolean,
  { day?: string; createdMs?: number; today?: string; closings?: readonly string[] },
])[] = [
  ['a year of life, and fifteen days since', true, {}],
  ['a profile of three days', false, { createdMs: born(addDays(EDITED, -3)) }],
  ['a profile of the edit’s own day', false, { createdMs: born(EDITED) }],
  ['a profile that was created after the edit', false, { createdMs: born(addDays(EDITED, 1)) }],
  ['an edit today', false, { day: TODAY }],
  ['an edit seven days ago', false, { day: addDays(TODAY, -7) }],
  ['an edit whose fourteenth day is today', false, { day: addDays(TODAY, -14) }],
  ['an edit whose fourteenth day was yesterday', true, { day: addDays(TODAY, -15) }],
  ['an edit of tomorrow', false, { day: addDays(TODAY, 1) }],
  ['a profile from midnight of the first day on', true, { createdMs: born(FIRST) }],
  ['a profile from a millisecond later', false, { createdMs: born(FIRST, 1) }],
  ['a profile from noon of the first day', false, { createdMs: born(FIRST, 12 * 3_600_000) }],
  ['a page that was closed before', false, { closings: [addDays(EDITED, -9)] }],
  ['a page that was closed on the very day', false, { closings: [EDITED] }],
  ['a page that was closed after', false, { closings: [addDays(EDITED, 14)] }],
  [
    'a page that was closed outside both spans',
    true,
    { closings: [addDays(EDITED, -15), addDays(EDITED, 15)] },
  ],
  // On 6 September 2026 there is no midnight; 4 April has 25 hours, the last of which comes twice.
  [
    'a profile from the beginning of a day of 23 hours',
    true,
    { day: '2026-09-20', createdMs: born('2026-09-06') },
  ],
  ['a profile from an hour into it', false, { day: '2026-09-20', createdMs: born('2026-09-06', 3_600_000) }],
  [
    'a profile from the first time of a doubled hour',
    false,
    { day: '2026-04-18', createdMs: born('2026-04-04', 23 * 3_600_000) },
  ],
  [
    'a profile from the second time of it',
    true,
    { day: '2026-04-19', createdMs: born('2026-04-04', 24 * 3_600_000) },
  ],
  ['spans around a day of 25 hours', true, { day: '2026-04-04' }],
]

test('an edit is compared only when its page was open on all days before and after it, each from midnight to midnight [FIG-1]', () => {
  const judged = CASES.map(
    ([name, , { day = EDITED, createdMs = LONG_AGO, today = TODAY, closings = [] }]) => [
      name,
      hasWholeSpans(day, { createdMs, today, closings }),
    ],
  )
  expect(judged).toEqual(CASES.map(([name, isCompared]) => [name, isCompared]))
})
