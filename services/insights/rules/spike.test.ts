import { expect, test } from 'vitest'
import { materialOf } from '../testing/series.ts'
import { steadyDays, type SteadyDay } from '../testing/steady.ts'
import { spike } from './spike.ts'

const AT = 85
const found = (dayOf: (index: number) => SteadyDay, days?: number) =>
  spike(materialOf(steadyDays(dayOf, days)))
const usual = (index: number): SteadyDay => {
  const visits = 20 + (index % 5)
  return { visits, sources: { nfc: visits - 4, qr: 4 } }
}

test('an outstanding day is reported with its date, its count and its main source', () => {
  const finding = found((index) =>
    index === AT ? { visits: 96, sources: { nfc: 20, qr: 76 } } : usual(index),
  )
  expect(finding).toMatchObject({
    icon: 'zap',
    title: 'Un día fuera de lo común: 15 de agosto',
    description:
      'El sábado 15 de agosto tuviste 96 visitas (lo usual: 22). De ellas, 76 llegaron por tu código QR (lo usual: 4).',
  })
})

test('a site is named rather than a source', () => {
  const finding = found((index) =>
    index === AT
      ? { visits: 96, sources: { nfc: 20, link: 76 }, referrers: { none: 26, instagram: 70 } }
      : usual(index),
  )
  expect(finding?.description).toContain('70 llegaron por Instagram (lo usual: 0)')
})

test('visits without a site, or of others, are no site', () => {
  const finding = found((index) =>
    index === AT
      ? { visits: 96, sources: { nfc: 16, qr: 76, link: 4 }, referrers: { none: 92, whatsapp: 4 } }
      : { visits: 20, sources: { nfc: 16, link: 4 }, referrers: { none: 16, whatsapp: 4 } },
  )
  expect(finding?.description).toContain('76 llegaron por tu código QR (lo usual: 0)')
})

test('no source is named when all rose alike', () => {
  const finding = found((index) =>
    index === AT ? { visits: 96, sources: { nfc: 79, qr: 17 } } : usual(index),
  )
  expect(finding?.description).toContain('Ningún origen destaca')
})

test("one visitor's burst is not a spike", () => {
  expect(found((index) => (index === AT ? { visits: 96, visitors: 22 } : usual(index)))).toBeUndefined()
})

test('a weekly market day is not a spike', () => {
  expect(
    found((index) => ({ visits: index % 7 === AT % 7 ? 60 + (index % 5) : 4 + (index % 3) })),
  ).toBeUndefined()
})

test('the highest of three extreme days is reported, because they do not hide each other', () => {
  const wild: Readonly<Record<number, number>> = { 84: 90, 85: 120, 86: 95 }
  expect(found((index) => ({ visits: wild[index] ?? 20 + (index % 5) }))?.title).toContain('15 de agosto')
})

test('a spike before the last 28 days is not reported', () => {
  expect(found((index) => (index === 91 - 29 ? { visits: 96 } : usual(index)))).toBeUndefined()
})

test.each([
  ['27 days', 27, 20, 96],
  ['fewer than ten visits more', 91, 1, 10],
  ['fewer than 2,5 times the usual', 91, 100, 240],
])('%s are too few', (_what, days, each, wild) => {
  expect(found((index) => ({ visits: index === AT ? wild : each }), days)).toBeUndefined()
})
