import { expect, test } from 'vitest'
import { materialOf } from '../testing/series.ts'
import { steadyDays, type SteadyDay } from '../testing/steady.ts'
import { visitsChange } from './change.ts'

const RECENT = 91 - 28
const found = (dayOf: (index: number) => SteadyDay, days?: number) =>
  visitsChange(materialOf(steadyDays(dayOf, days)))
const wobble = (index: number): number => (index * 7) % 5

test('a fall of visits is reported with both counts, and as a cost', () => {
  const finding = found((index) => ({ visits: (index >= RECENT ? 12 : 20) + wobble(index) }))
  expect(finding).toMatchObject({
    icon: 'trending-down',
    costs: true,
    title: 'Tus visitas bajaron 37%',
    description: 'Tus visitas bajaron 37%: 390 en los últimos 28 días, 616 en los 28 anteriores.',
  })
})

test('a rise of visits is reported as such', () => {
  const finding = found((index) => ({ visits: (index >= RECENT ? 30 : 20) + wobble(index) }))
  expect(finding).toMatchObject({ icon: 'trending-up', costs: false })
})

test('a visitsChange of less than a fifth is not reported at any certainty', () => {
  expect(found((index) => ({ visits: index >= RECENT ? 1700 : 2000 }))).toBeUndefined()
})

test('one extreme day is not reported as a rise', () => {
  expect(found((index) => ({ visits: index === 80 ? 2000 : 20 + wobble(index) }))).toBeUndefined()
})

test('a strong rhythm of weekdays is not reported as a change', () => {
  expect(found((index) => ({ visits: index % 7 === 0 ? 200 : 5 + wobble(index) }))).toBeUndefined()
})

test('a fall is found in a strong rhythm of weekdays', () => {
  const finding = found((index) => ({
    visits: (index % 7 === 0 ? 200 : 20) * (index >= RECENT ? 0.5 : 1) + wobble(index),
  }))
  expect(finding).toMatchObject({ icon: 'trending-down' })
})

test('visits that ended are reported as a fall by 100%', () => {
  const finding = found((index) => ({ visits: index >= RECENT ? 0 : 20 }))
  expect(finding).toMatchObject({ title: 'Tus visitas bajaron 100%' })
  expect(finding?.effect).toBeLessThan(Infinity)
})

test.each([
  ['55 days', (index: number) => ({ visits: index >= RECENT ? 50 : 20 }), 55],
  ['59 visits', (index: number) => ({ visits: index >= RECENT ? 0 : index > 60 ? 15 : 1 }), 91],
  ['nothing before', (index: number) => ({ visits: index >= RECENT ? 20 : 0 }), 91],
])('%s are too few', (_what, dayOf, days) => {
  expect(found(dayOf, days)).toBeUndefined()
})
