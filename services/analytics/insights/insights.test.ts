import { insight, type Insight } from '@app/contracts/analytics/insight-calls.ts'
import { NETWORKS } from '@app/contracts/traffic/traffic-kinds.ts'
import { createRandom } from '../../product/generator/random.ts'
import { expect, test } from 'vitest'
import { testTable } from '../../../tests/support/every.ts'
import { againstShare } from './evidence.ts'
import type { Material } from './figures-material.ts'
import { insightsOf, isFinding } from './insights.ts'
import { PLANTINGS, plantedIn } from './testing/planted.ts'
import { materialOf } from './testing/series.ts'
import { steadyDays, type SteadyDay } from './testing/steady.ts'
import { inClock, inExactPercent, inPercent, inWhole } from './rules.ts'

const seed = Number(process.env['TEST_SEED'])
const RECENT = 91 - 28
const TITLE_MAX = 45
const CONTACTS = 'mouse-pointer-click'
const found = (
  icon: Insight['icon'],
  dayOf: (index: number) => SteadyDay,
  more: Partial<Material> & { readonly length?: number } = {},
): Insight | undefined =>
  insightsOf({ ...materialOf(steadyDays(dayOf, more.length)), ...more }).find((one) => one.icon === icon)

const finding = { observed: 70, expected: 40, error: 10, facts: 30, least: 1.2, costs: false }
testTable([
  ['three errors away', {}, true],
  ['less than three errors away', { error: 10.1 }, false],
  ['on fewer than thirty facts', { facts: 29 }, false],
  ['as large as is worth saying', { least: 1.75 }, true],
  ['smaller than is worth saying', { least: 1.76 }, false],
  ['below', { observed: 10, least: 0.5 }, true],
  ['above where below is meant', { least: 0.5 }, false],
  ['without any error', { error: 0 }, false],
] as const)('what is %s is a finding, or none [FIG-16]', (_what, more, isOne) => {
  const said = { icon: 'clock', title: '', description: '', action: '' } as const
  expect(isFinding({ ...finding, ...more, insight: said })).toBe(isOne)
})

test('days that differ widen the error beyond that of independent events', () => {
  const even = Array.from({ length: 28 }, () => ({ count: 2, of: 10 }))
  const wild = even.map(({ of }, nth) => ({ count: nth % 4 === 0 ? 8 : 0, of }))
  const [calm, bursts] = [againstShare(even, 0.2), againstShare(wild, 0.2)]
  expect(calm).toMatchObject({ observed: 56, expected: 56, error: Math.sqrt(280 * 0.2 * 0.8) })
  expect(bursts).toMatchObject({ observed: 56, expected: 56 })
  expect(bursts.error).toBeCloseTo(Math.sqrt((28 * (7 * 36 + 21 * 4)) / 27), 9)
})

test('visits are compared with those of the 28 days before', () => {
  const falling = (index: number) => ({ visits: index < RECENT ? 40 : 20, engaged: 9 })
  expect(found('trending-down', falling)).toEqual({
    icon: 'trending-down',
    priority: 'high',
    title: 'Tus visitas bajaron 50%',
    description: 'Tus visitas bajaron 50%: 560 en los últimos 28 días, 1.120 en los 28 anteriores.',
    action: 'Pon tu QR en la firma de tus correos y vuelve a compartir tu enlace.',
  })
  expect(found('trending-down', falling, { length: 55 })).toBeUndefined()
})

test('one extreme day is no rise', () => {
  expect(found('trending-up', (index) => ({ visits: index === 80 ? 400 : 10 }))).toBeUndefined()
})

test('three hours with a quarter of the visits are the best', () => {
  const hours = Array.from({ length: 24 }, (_none, hour) => (hour >= 12 && hour < 15 ? 5 : 1))
  const description =
    'Entre las 12:00 y las 15:00 recibes 42% de tus visitas: 1.365 de 3.276 en los últimos 91 días.'
  expect(found('clock', () => ({ hours }))).toMatchObject({
    title: 'Tu mejor horario: 12:00 a 15:00',
    description,
  })
  const once = (index: number) => ({ hours: hours.map((visits) => (index === 50 ? visits * 50 : 1)) })
  expect(found('clock', once)).toBeUndefined()
})

test('a network above its even share stands out, and one below gets few clicks unless it may be new', () => {
  const networks = { email: 4, whatsapp: 18, linkedin: 4, instagram: 4, facebook: 4 }
  expect(found('award', () => ({ networks }))).toMatchObject({
    title: 'WhatsApp destaca entre tus enlaces',
    description:
      'WhatsApp tuvo 53% de tus clics: 504 de 952 en los últimos 28 días; repartidos por igual entre tus 6 enlaces sería 17%.',
  })
  const even = { email: 4, whatsapp: 4, linkedin: 4, instagram: 4, facebook: 4 }
  const ended = (index: number) => ({ networks: { ...even, website: index < RECENT ? 4 : 0 } })
  expect(found('unlink', ended)).toMatchObject({ title: 'Sitio Web recibe pocos clics', priority: 'high' })
  expect(found('unlink', () => ({ networks: even }))).toBeUndefined()
})

test('an owner’s own link is named by its title', () => {
  const shown = { ...materialOf([]).shown, custom: true }
  const networks = { email: 2, custom: 30 }
  const own = found('award', () => ({ networks }), { shown, customTitle: 'Mi libro' })
  expect([own?.title, own?.action]).toEqual([
    '«Mi libro» destaca entre tus enlaces',
    'Ten al día lo que se ve al abrir tu enlace «Mi libro».',
  ])
})

test('a falling rate is said with both rates, and a rate below one in ten by itself', () => {
  expect(found(CONTACTS, (index) => ({ visits: 20, engaged: index >= RECENT ? 4 : 8 }))).toMatchObject({
    title: 'Menos visitas terminan en un clic',
    description:
      'El 20% de quienes te visitan en un día pulsa un enlace o guarda tu contacto: 112 de 560 en los últimos 28 días; en los 63 anteriores era 40%.',
  })
  const low = found(CONTACTS, (index) => ({ visits: 20, engaged: index % 2 }), {
    length: 28,
    hasPhoto: false,
  })
  expect([low?.title, low?.action]).toEqual([
    'Pocas visitas terminan en un clic',
    'Sube tu foto y di en tu descripción qué ofreces y por dónde te pueden escribir.',
  ])
  expect(found(CONTACTS, (index) => ({ visits: 20, engaged: index % 10 === 0 ? 1 : 2 }))).toBeUndefined()
  expect(found(CONTACTS, (index) => ({ visits: 20, engaged: index >= RECENT ? 8 : 4 }))).toBeUndefined()
})

/** All effects: visits halve, noon and a network stand out, nobody clicks. */
const eventful = materialOf(
  steadyDays((index) => {
    const visits = index < RECENT ? 40 : 20
    return {
      visits,
      engaged: Math.floor(visits / (index < RECENT ? 3 : 8)),
      networks: { email: 2, whatsapp: 9, linkedin: 2 },
      hours: Array.from({ length: 24 }, (_none, hour) => (hour >= 12 && hour < 15 ? 5 : 1)),
    }
  }),
  ['instagram'],
)

test('insights are three at most, by descending effect, each of another rule', () => {
  expect(insightsOf(eventful).map(({ icon }) => icon)).toEqual(['award', 'mouse-pointer-click', 'clock'])
})

testTable([
  ['that cost a third or more are high', 20, 5, 'trending-down', 'high'],
  ['that cost less are medium', 30, 5, 'trending-down', 'medium'],
  ['without a loss are low', 50, undefined, 'trending-up', 'low'],
  ['at twice the expected value are medium', 90, undefined, 'trending-up', 'medium'],
] as const)('insights %s', (_what, to, engaged, icon, priority) => {
  const dayOf = (index: number): SteadyDay => {
    const visits = index < RECENT ? 40 : to
    return { visits, engaged: engaged ?? visits / 4 }
  }
  expect(insightsOf(materialOf(steadyDays(dayOf)))).toMatchObject([{ icon, priority }])
})

test.each([
  ['no days', []],
  ['one day', steadyDays(() => ({ visits: 500 }), 1)],
  ['ten busy days', steadyDays((index) => ({ visits: index * 10 }), 10)],
  ['days without visits', steadyDays(() => ({}))],
  [
    'identical days',
    steadyDays(() => ({
      visits: 24,
      engaged: 6,
      networks: Object.fromEntries(NETWORKS.map((network) => [network, 1])),
    })),
  ],
])('%s yield none', (_what, days) => {
  expect(insightsOf(materialOf(days))).toEqual([])
})

function expectWellSaid(material: Material): void {
  const insights = insightsOf(material)
  expect(insights.length).toBeLessThanOrEqual(3)
  for (const one of insights) {
    expect(insight.parse(one)).toEqual(one)
    expect(one.title.length).toBeLessThanOrEqual(TITLE_MAX)
    expect(Object.values(one).join(' ')).not.toMatch(/NaN|undefined|null|Infinity|∞/)
    expect(one.description).toMatch(/\d/)
  }
}

test('insights of planted effects and of large figures fit the contract, and are well worded', () => {
  for (const kind of Object.keys(PLANTINGS))
    expectWellSaid(plantedIn(kind, 50, true, createRandom(seed)).material)
  const grown = (days: Material['days']) =>
    days.map((day) => ({ ...day, visits: day.visits * 50_000, engaged: 0, hours: day.hours.map(() => 0) }))
  expectWellSaid({ ...eventful, days: grown(eventful.days) })
})

test('numbers and hours are written as in Chile', () => {
  expect([inWhole(1234.4), inPercent(0.384), inExactPercent(0.1234)]).toEqual(['1.234', '38%', '12,3%'])
  expect([inClock(9), inClock(24)]).toEqual(['09:00', '24:00'])
})
