import { expect, test } from 'vitest'
import { materialOf } from '../testing/series.ts'
import { steadyDays, type SteadyDay } from '../testing/steady.ts'
import { bestHours } from './best-hours.ts'

const found = (dayOf: (index: number) => SteadyDay, days?: number) =>
  bestHours(materialOf(steadyDays(dayOf, days)))
const hoursBy = (weight: (hour: number) => number): readonly number[] =>
  Array.from({ length: 24 }, (_none, hour) => weight(hour))
const noon = hoursBy((hour) => (hour >= 12 && hour < 15 ? 4 : hour >= 8 ? 1 : 0))

test('the three hours with most visits are reported with their count', () => {
  expect(found(() => ({ hours: noon }))).toMatchObject({
    icon: 'clock',
    title: 'Tu mejor horario: 12:00 a 15:00',
    description:
      'Entre las 12:00 y las 15:00 recibes 48% de tus visitas: 1.092 de 2.275 en los últimos 91 días.',
  })
})

test('the last hours of a day end at 24:00', () => {
  const late = hoursBy((hour) => (hour >= 21 ? 3 : 1))
  expect(found(() => ({ hours: late }))?.title).toBe('Tu mejor horario: 21:00 a 24:00')
})

test('an even distribution over waking hours is not reported', () => {
  expect(found(() => ({ hours: hoursBy((hour) => (hour >= 8 ? 3 : 0)) }))).toBeUndefined()
})

test("one visitor's burst and weekly bursts are not reported", () => {
  const calm = (index: number) => hoursBy((hour) => ((hour + index * 5) % 24 < 12 ? 1 : 0))
  const burst = (index: number) => calm(index).with(13, 400)
  expect(found((index) => ({ hours: index === 70 ? burst(index) : calm(index) }))).toBeUndefined()
  expect(found((index) => ({ hours: index % 7 === 0 ? burst(index) : calm(index) }))).toBeUndefined()
})

test("one visitor's burst does not strengthen a mild preference", () => {
  const mild = hoursBy((hour) => (hour >= 12 && hour < 15 ? 6 : hour >= 8 ? 5 : 0))
  const burst = mild.with(13, 3000)
  expect(found((index) => ({ hours: index === 70 ? burst : mild }))).toBeUndefined()
})

test.each([
  ['27 days', () => ({ hours: noon }), 27],
  ['visits on 13 days', (index: number) => ({ hours: index % 7 === 0 ? noon : hoursBy(() => 0) }), 91],
  ['59 visits', (index: number) => ({ hours: hoursBy((hour) => (hour === 12 && index > 32 ? 1 : 0)) }), 91],
])('%s are too few', (_what, dayOf, days) => {
  expect(found(dayOf, days)).toBeUndefined()
})
