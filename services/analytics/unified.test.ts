import { DEFAULT_THEME, NO_DETAILS } from '@app/contracts/profiles/events.ts'
import { spanOfRange } from '@app/contracts/traffic/ranges.ts'
import type { TrafficFigures } from '@app/projections/traffic/queries.ts'
import { expect, test } from 'vitest'
import { monthlyComparisonOf, percentOf, unifiedOf, type UnifiedParts, namedVisitors } from './unified.ts'
import { testTable } from '../../tests/support/every.ts'
import type { JsonObject } from '@app/contracts/event-store.ts'
import type { IdentifiedVisitor } from '@app/projections/visitors/queries.ts'

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

const NAMED_AT = '2026-03-02T12:00:00.000Z'

const visitor = (...texts: readonly JsonObject[]): IdentifiedVisitor => ({
  texts,
  isBlocked: false,
  clicks: 0,
  downloaded: false,
  namedAtMs: Date.parse(NAMED_AT),
})
const ana = { fullName: 'Ana Paz', phone: '+56912345678', description: 'Feria' }
const NOTHING = { phone: '', description: '', clicks: 0, vcf_downloaded: false, named_at: NAMED_AT }

test('a visitor is shown by name, with what they left and did', () => {
  expect(namedVisitors([{ ...visitor(ana), clicks: 3, downloaded: true }])).toEqual({
    'Ana Paz': {
      ...NOTHING,
      phone: '+56912345678',
      description: 'Feria',
      clicks: 3,
      vcf_downloaded: true,
    },
  })
})

testTable<readonly [string, readonly (readonly JsonObject[])[], readonly string[]]>([
  ['a name alone', [[{ visitorName: 'Eva' }]], ['Eva']],
  ['one name three times', [[ana], [ana], [ana]], ['Ana Paz', 'Ana Paz (2)', 'Ana Paz (3)']],
  [
    'a suffix that somebody bears',
    [[{ fullName: 'A' }], [{ fullName: 'A (2)' }], [{ fullName: 'A' }]],
    ['A', 'A (2)', 'A (3)'],
  ],
  ['texts that cannot be decrypted', [[{}], [{ fullName: 'Luis' }]], ['Luis']],
  ['a form over a name beside a click', [[ana, { visitorName: 'Anita' }]], ['Ana Paz']],
  ['a return with only a name, after an erasure', [[{}, { visitorName: 'Anita' }]], ['Anita']],
  [
    'names that mean something to JavaScript',
    [[{ fullName: '__proto__' }], [{ fullName: 'constructor' }]],
    ['__proto__', 'constructor'],
  ],
])('visitors are listed by their names, none twice', (_what, said, names) => {
  const visitors = namedVisitors(said.map((texts) => visitor(...texts)))
  expect(Object.keys(visitors)).toEqual(names)
  expect(Object.getPrototypeOf(visitors)).toBeNull()
})
