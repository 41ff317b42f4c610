import { expect, test } from 'vitest'
import { differences } from './asked-over-http.ts'
import { recount, recordedOf } from './recount.ts'
import { daysOf, firstMsOf, firstOfMonth, mondayBefore, plusDays, wallClockAt } from './santiago.ts'
import { daysAsked, daysBefore } from './span.ts'
import { idFrom } from './stories.ts'
import { clicked, corrected, downloaded, tapped, withdrawn, type Telling, type Told } from './told.ts'
import { AGENTS } from './user-agents.ts'

/** Checks the recount itself against figures computed by hand. */

const PROFILE = idFrom('profile')
const [ANA, BEA] = [idFrom('ana'), idFrom('bea')]
const NOON = Date.parse('2026-11-20T15:00:00.000Z')
let told = 0
const by = (visitor: string, seconds: number, given: Partial<Telling> = {}): Telling => {
  told += 1
  return { profileId: PROFILE, visitor, id: idFrom(`${told}`), at: NOON + 1_000 * seconds, ...given }
}
const counted = (...all: readonly Told[]) =>
  recount(
    recordedOf(
      all.map(({ event }) => event),
      PROFILE,
    ),
    { range: '7d', nowMs: NOON },
  )

test('wall clocks follow Chile’s changes', () => {
  expect(wallClockAt(Date.parse('2026-04-05T02:30:00.000Z'))).toEqual({
    day: '2026-04-04',
    weekday: 5,
    hour: 23,
  })
  expect(wallClockAt(Date.parse('2026-04-05T03:30:00.000Z'))).toEqual({
    day: '2026-04-04',
    weekday: 5,
    hour: 23,
  })
  expect(wallClockAt(Date.parse('2026-09-06T04:00:00.000Z'))).toEqual({
    day: '2026-09-06',
    weekday: 6,
    hour: 1,
  })
  const lengths = ['2026-04-04', '2026-04-05', '2026-09-05', '2026-09-06'].map(
    (day) => (firstMsOf(plusDays(day, 1)) - firstMsOf(day)) / 3_600_000,
  )
  expect(lengths).toEqual([25, 24, 24, 23])
  expect(new Date(firstMsOf('2026-09-06')).toISOString()).toBe('2026-09-06T04:00:00.000Z')
})

test('days, weeks and months follow the local calendar', () => {
  expect(daysOf('2028-02-27', '2028-03-01')).toEqual(['2028-02-27', '2028-02-28', '2028-02-29', '2028-03-01'])
  expect(mondayBefore('2027-01-03')).toBe('2026-12-28')
  expect(firstOfMonth('2026-03-31', 5)).toBe('2025-10-01')
  const now = Date.parse('2026-11-20T15:00:00.000Z')
  expect(daysAsked('3m', now, undefined)).toEqual({ from: '2026-08-24', to: '2026-11-20', unit: 'week' })
  expect(daysBefore({ from: '2026-11-14', to: '2026-11-20', unit: 'day' })).toEqual({
    from: '2026-11-07',
    to: '2026-11-13',
  })
})

test('taps at 0, 20 and 40 s count as two, and 30 s is still a repeat', () => {
  expect(counted(...[0, 20, 40].map((second) => tapped(by(ANA, second)))).total_visits).toBe(2)
  expect(counted(...[0, 30, 30.001].map((second) => tapped(by(ANA, second))))).toMatchObject({
    total_visits: 2,
    excluded_by_reason: { visits: { repeat: 1 } },
  })
  expect(counted(...[0, 60, 60.001].map((second) => downloaded(by(ANA, second)))).vcf_downloads).toBe(2)
})

test('robots, previews, owners and corrections are distinguished, and cause no repeats', () => {
  const wrong = tapped(by(BEA, 0))
  const correction = { id: idFrom('correction'), profileId: PROFILE, at: NOON }
  const story = [
    ...AGENTS.filter(({ is }) => is === 'robot').map(({ userAgent }) => tapped(by(ANA, 0, { userAgent }))),
    tapped(by(ANA, 0, { purpose: 'prefetch' })),
    tapped(by(ANA, 0, { actor: 'owner' })),
    downloaded(by(ANA, 0, { request: 'part' })),
    tapped(by(ANA, 1)),
    wrong,
    tapped(by(BEA, 1)),
    corrected(correction, [wrong]),
  ]
  expect(counted(...story)).toMatchObject({
    total_visits: 2,
    excluded: { visits: 8, clicks: 0, downloads: 1 },
    excluded_by_reason: {
      visits: { robot: 5, preview: 1, own: 1, correction: 1 },
      downloads: { preview: 1 },
    },
  })
  const undone = withdrawn({ ...correction, id: idFrom('withdrawal'), correctionId: correction.id })
  expect(counted(...story, undone).excluded_by_reason.visits).toEqual({
    robot: 5,
    preview: 1,
    own: 1,
    repeat: 1,
  })
})

test('a visitor who visits and acts on one day is engaged, and one visitor of two days counts once', () => {
  const day = 86_400
  expect(
    counted(
      tapped(by(ANA, -day)),
      tapped(by(ANA, 0)),
      clicked(by(ANA, 5), 'email'),
      tapped(by(BEA, -day)),
      clicked(by(BEA, 0), 'custom'),
    ),
  ).toMatchObject({
    total_visits: 3,
    unique_visitors: 2,
    engagement_rate: 50,
    most_effective_platform: 'custom',
    most_effective_percentage: 50,
    previous: { from: '2026-11-07', to: '2026-11-13', total_visits: 0 },
  })
})

test('a deviation is named by its field and both figures', () => {
  expect(differences('7d', { a: [1, { b: 2 }], c: {} }, { a: [1, { b: 3 }], c: { d: 1 } })).toEqual([
    '7d a 1 b: 2 expected, 3 given',
    '7d c d: nothing expected, 1 given',
  ])
})
