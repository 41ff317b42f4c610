import { expect, test } from 'vitest'
import { createRandom } from '@app/generator/random.ts'
import { materialOf, ordinary, seriesOf } from '../testing/series.ts'
import { steadyDays, type SteadyDay } from '../testing/steady.ts'
import { bestWeekday } from './best-weekday.ts'
import { longTest } from '../../../tests/support/longer-runs.ts'

/** The first of the 91 days is a Friday. */
const FRIDAY = 0
const found = (dayOf: (index: number) => SteadyDay, days?: number) =>
  bestWeekday(materialOf(steadyDays(dayOf, days)))
const wobble = (index: number): number => (index * 5) % 11

test('the weekday with more visits is reported by name, with both averages', () => {
  const finding = found((index) => ({ visits: index % 7 === FRIDAY ? 40 : 20 }))
  expect(finding).toMatchObject({
    icon: 'calendar-days',
    title: 'Los viernes son tu mejor día',
    description:
      'Los viernes recibes 40 visitas en promedio y los demás días 20, 100% más (últimas 13 semanas).',
  })
  expect(finding?.effect).toBeCloseTo(Math.log(2), 2)
})

test('days of an incomplete week are ignored, and weekdays keep their names', () => {
  const finding = found((index) => ({ visits: index % 7 === FRIDAY ? 40 : 20 }), 87)
  expect(finding).toMatchObject({ title: 'Los viernes son tu mejor día' })
  expect(finding?.description).toContain('últimas 12 semanas')
})

test('one extreme Friday is not reported', () => {
  expect(found((index) => ({ visits: index === 63 + FRIDAY ? 3000 : 20 + wobble(index) }))).toBeUndefined()
})

longTest('quiet weekends alone rarely make a workday the best in 60 profiles', () => {
  const ways = { ...ordinary(60), visitors: (_index: number, weekday: number) => (weekday >= 5 ? 3 : 60) }
  const named = Array.from({ length: 60 }, (_none, at) =>
    bestWeekday(materialOf(seriesOf(ways, createRandom(at)))),
  )
  expect(named.filter((finding) => finding !== undefined).length).toBeLessThanOrEqual(6)
})

test('the best weekday is found in growing weeks', () => {
  const finding = found((index) => ({ visits: (10 + index) * (index % 7 === 3 ? 2 : 1) }))
  expect(finding).toMatchObject({ title: 'Los lunes son tu mejor día' })
})

test('no percentage is reported when the other days are empty', () => {
  expect(found((index) => ({ visits: index % 7 === FRIDAY ? 40 : 0 }))?.description).not.toContain('%')
})

test.each([
  ['seven weeks', (index: number) => ({ visits: index % 7 === FRIDAY ? 40 : 20 }), 55],
  ['59 visits', (index: number) => ({ visits: index % 7 === FRIDAY ? 4 : 0 }), 91],
])('%s are too few', (_what, dayOf, days) => {
  expect(found(dayOf, days)).toBeUndefined()
})
