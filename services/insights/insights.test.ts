import { insight } from '@app/contracts/api/insight-calls.ts'
import { NETWORKS } from '@app/contracts/traffic/traffic-kinds.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { insightsOf } from './insights.ts'
import type { Material } from './figures-material.ts'
import { createRandom } from '@app/generator/random.ts'
import { PLANTINGS, plantedIn } from './testing/planted.ts'
import { dayAt, materialOf } from './testing/series.ts'
import { steadyDays } from './testing/steady.ts'
import { runs } from '../../tests/support/longer-runs.ts'

const seed = Number(process.env['TEST_SEED'])
const RECENT = 91 - 28
const TITLE_MAX = 45

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

test('insights are high if they cost a third or more, and medium if they cost less', () => {
  const falls = (to: number) =>
    insightsOf(materialOf(steadyDays((index) => ({ visits: index < RECENT ? 40 : to, engaged: 5 }))))
  expect(falls(20)).toMatchObject([{ icon: 'trending-down', priority: 'high' }])
  expect(falls(30)).toMatchObject([{ icon: 'trending-down', priority: 'medium' }])
})

test('insights are low without a loss, and medium at twice the expected value', () => {
  const rises = (to: number) =>
    insightsOf(
      materialOf(
        steadyDays((index) => ({
          visits: index < RECENT ? 40 : to,
          engaged: index < RECENT ? 10 : to / 4,
        })),
      ),
    )
  expect(rises(50)).toMatchObject([{ icon: 'trending-up', priority: 'low' }])
  expect(rises(90)).toMatchObject([{ icon: 'trending-up', priority: 'medium' }])
})

const keysTurned = <Value extends object>(value: Value): Value =>
  Object.fromEntries(Object.entries(value).toReversed()) as Value

test('insights do not depend on the order of keys', () => {
  const turned: Material = keysTurned({
    ...eventful,
    shown: keysTurned(eventful.shown),
    days: eventful.days.map((day) =>
      keysTurned({
        ...day,
        networks: keysTurned(day.networks),
      }),
    ),
  })
  expect(insightsOf(turned)).toEqual(insightsOf(eventful))
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

const count = fc.oneof(fc.constant(0), fc.nat(3), fc.nat(300), fc.nat(1_000_000))
const by = <Name extends string, Value>(
  names: readonly Name[],
  value: fc.Arbitrary<Value>,
): fc.Arbitrary<Record<Name, Value>> =>
  fc
    .tuple(...names.map(() => value))
    .map(
      (values) =>
        Object.fromEntries(names.map((name, index) => [name, values[index]!])) as Record<Name, Value>,
    )
const figures = fc.record({
  visits: count,
  visitors: count,
  engaged: count,
  clicks: count,
  networks: by(NETWORKS, count),
  hours: fc.array(count, { minLength: 24, maxLength: 24 }),
})
/** A few kinds of days, repeated, which make gaps of zeros and steps rather than noise. */
const anyMaterial: fc.Arbitrary<Material> = fc
  .record({
    stretches: fc.array(fc.tuple(figures, fc.integer({ min: 1, max: 40 })), { maxLength: 5 }),
    shown: by(NETWORKS, fc.boolean()),
    customTitle: fc.string(),
    hasPhoto: fc.boolean(),
  })
  .map(({ stretches, ...rest }): Material => ({
    ...rest,
    days: stretches
      .flatMap(([day, times]) => Array.from({ length: times }, () => day))
      .slice(0, 91)
      .map((day, index) => ({ ...day, day: dayAt(index) })),
  }))

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

test('insights of any figures are three at most, fit the contract, and are well worded', () => {
  fc.assert(fc.property(anyMaterial, expectWellSaid), { seed, numRuns: runs(60) })
})

test('insights of planted effects are well worded', () => {
  for (const kind of Object.keys(PLANTINGS))
    expectWellSaid(plantedIn(kind, 50, true, createRandom(seed)).material)
})
