import { insight } from '@app/contracts/analytics/insight-calls.ts'
import { NETWORKS } from '@app/contracts/traffic/traffic-kinds.ts'
import { expect, test } from 'vitest'
import { insightsOf } from './insights.ts'
import type { Material } from './figures-material.ts'
import { createRandom } from '../../product/generator/random.ts'
import { PLANTINGS, plantedIn } from './testing/planted.ts'
import { materialOf } from './testing/series.ts'
import { steadyDays } from './testing/steady.ts'

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
