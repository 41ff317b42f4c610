import { DEFAULT_THEME, NO_DETAILS } from '@app/contracts/profiles/events.ts'
import { spanOfRange } from '@app/contracts/traffic/ranges.ts'
import type { TrafficFigures } from '@app/projections/traffic/queries.ts'
import { expect, test } from 'vitest'
import { monthlyComparisonOf, percentOf, unifiedOf, type UnifiedParts } from './unified.ts'
import { testTable } from '../../tests/support/every.ts'

const span = spanOfRange('7d', '2026-11-20', null)
const nothing: TrafficFigures = {
  total: { visits: 0, clicks: 0, downloads: 0, uniques: 0, engaged: 0 },
  buckets: span.buckets.map(({ period }) => ({
    period,
    visits: 0,
    clicks: 0,
    downloads: 0,
    uniques: 0,
    engaged: 0,
  })),
  breakdown: {},
  heat: Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0)),
  before: null,
  position: '7',
  subscriptions: { active: 0, converted: 0 },
}
const parts: UnifiedParts = {
  profile: {
    id: '0190b5a0-7c1e-7d3a-8f00-0000000000a1',
    slug: 'ana-paz',
    ...NO_DETAILS,
    name: 'Ana',
    lastname: 'Paz',
    ...DEFAULT_THEME,
    profile_image: null,
    company_logo: null,
    background_image: null,
    updated_at: '2026-03-02T12:00:00.000Z',
  },
  profileSince: '2026-03-02',
  trafficSince: null,
  range: '7d',
  span,
  before: null,
  figures: nothing,
  visitors: {},
  visitorsTotal: 0,
  lagSeconds: 0,
}

testTable([
  [1, 3, 33.3],
  [2, 3, 66.7],
  [1, 8, 12.5],
  [1, 2_000, 0.1],
  [1, 3_000, 0],
  [7, 7, 100],
  [0, 7, 0],
  [0, 0, 0],
])('a part in percent has one decimal', (part, whole, percent) =>
  expect(percentOf(part, whole)).toBe(percent),
)

test('the figures of a profile bear the name that there is', () => {
  const named = (name: string, lastname: string) =>
    unifiedOf({ ...parts, profile: { ...parts.profile, name, lastname } }).profile_name
  expect([named('Ana', ''), named('', 'Paz'), named('', '')]).toEqual(['Ana', 'Paz', ''])
})

test('the figures of a profile compare a period with the former one', () => {
  const total = { visits: 10, clicks: 8, downloads: 3, uniques: 6, engaged: 2 }
  const figures = { ...nothing, total, before: { ...total, visits: 5 } }
  expect(monthlyComparisonOf('1m', { ...parts, figures })).toMatchObject({
    period: '1m',
    current: { total_visits: 10, unique_visitors: 6, social_clicks: 8, vcf_downloads: 3 },
    previous: { total_visits: 5 },
  })
})
