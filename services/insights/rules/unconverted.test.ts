import { expect, test } from 'vitest'
import { materialOf } from '../testing/series.ts'
import { steadyDays, type SteadyDay } from '../testing/steady.ts'
import { unconverted } from './unconverted.ts'

const RECENT = 91 - 28
const found = (dayOf: (index: number) => SteadyDay, days?: number) =>
  unconverted(materialOf(steadyDays(dayOf, days)))

test('a falling rate is reported with both rates and their count', () => {
  expect(found((index) => ({ visits: 20, engaged: index >= RECENT ? 4 : 8 }))).toMatchObject({
    icon: 'mouse-pointer-click',
    costs: true,
    title: 'Menos visitas terminan en un clic',
    description:
      'El 20% de quienes te visitan en un día pulsa un enlace o guarda tu contacto: 112 de 560 en los últimos 28 días; en los 63 anteriores era 40%.',
  })
})

test('a rate certainly below one in ten is reported without earlier days', () => {
  const finding = found((index) => ({ visits: 20, engaged: index % 2 }), 28)
  expect(finding).toMatchObject({ title: 'Pocas visitas terminan en un clic' })
  expect(finding?.description).toContain('El 2,5%')
})

test('a rate just below one in ten is not reported as low', () => {
  expect(found((index) => ({ visits: 20, engaged: index % 10 === 0 ? 1 : 2 }))).toBeUndefined()
})

test('a rising rate is not reported', () => {
  expect(found((index) => ({ visits: 20, engaged: index >= RECENT ? 8 : 4 }))).toBeUndefined()
})

test('widely differing days do not prove a fall', () => {
  const wild = (index: number) => (index % 4 === 0 ? 20 : index % 4 === 1 && index < RECENT ? 20 : 0)
  expect(
    found((index) => ({ visits: 20, engaged: index % 8 === 0 ? 20 : wild(index) / 4 }), 56),
  ).toBeUndefined()
})

test('a profile without a photo is advised to add one first', () => {
  const material = materialOf(steadyDays(() => ({ visits: 20, engaged: 0 })))
  expect(unconverted({ ...material, hasPhoto: false })?.action).toMatch(/^Sube tu foto/)
  expect(unconverted(material)?.action).not.toContain('foto')
})

test.each([
  ['27 days', () => ({ visits: 20 }), 27],
  ['99 visitors', (index: number) => ({ visits: index === 90 ? 99 : 0 }), 91],
])('%s are too few', (_what, dayOf, days) => {
  expect(found(dayOf, days)).toBeUndefined()
})
