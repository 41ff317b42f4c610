import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { PASSWORD, startTestApi, type TestApi } from '../support/api/test-api.ts'
import { expectRefused } from '../support/api/test-client.ts'
import {
  COMPARED,
  monthlyComparison,
  unifiedAnalytics,
  type UnifiedAnalytics,
} from '@app/contracts/api/analytics-calls.ts'
import { PROJECTIONS } from '@app/projections/projections.ts'
import { verifyProjection } from '@app/projections/runtime/verify.ts'
import { ASKED, momentOf, tell } from './asked-over-http.ts'
import { factsOf } from './facts.ts'
import { firstMsOf, plusDays } from './santiago.ts'
import { createPick, idFrom, instantsOf, shuffled, SPECIAL_DAYS, storyOfSpecialDays } from './stories.ts'
import { clicked, corrected, tapped, withdrawn, type Told } from './told.ts'
import { isLong } from '../support/longer-runs.ts'

/** Relations between answers that hold for any figures. */

vi.setConfig({ testTimeout: 300_000 })

const seed = Number(process.env['TEST_SEED'])
const LAST_DAY = SPECIAL_DAYS.at(-1)!
/** A moment after the whole scenario. */
const NOW = firstMsOf(plusDays(LAST_DAY, 2))

let api: TestApi
let profileId: string
let story: readonly Told[]
let answers: readonly UnifiedAnalytics[]

const answersFor = async (id: string, nowMs: number): Promise<readonly UnifiedAnalytics[]> => {
  const moment = await momentOf(api, nowMs)
  return Promise.all(ASKED.map((range) => moment.unified(id, range)))
}
/** Without position and lag, which change independently of the figures. */
const figuresIn = (all: readonly UnifiedAnalytics[]) =>
  all.map(({ log_position: _position, lag_seconds: _lag, ...figures }) => figures)
const sum = (counts: Iterable<number>): number => [...counts].reduce((total, count) => total + count, 0)
const sumOf = (counts: Readonly<Record<string, number>>): number => sum(Object.values(counts))

/** Ends of special days, so that ranges of every length have events. */
const MOMENTS = ['2026-04-05', '2026-09-06', '2026-12-28', '2027-01-04', LAST_DAY].map(
  (day) => firstMsOf(plusDays(day, 1)) - 1,
)

beforeAll(async () => {
  api = await startTestApi()
  profileId = (await api.newProfile('metamorphic')).id
  story = storyOfSpecialDays(profileId, seed)
  const each: UnifiedAnalytics[] = []
  let waiting = shuffled(story, createPick(seed))
  for (const nowMs of MOMENTS) {
    const due = waiting.filter((one) => atOf(one) <= nowMs)
    waiting = waiting.filter((one) => !due.includes(one))
    await tell(api, due)
    each.push(...(await answersFor(profileId, nowMs)))
  }
  await tell(api, waiting)
  answers = each
})
afterAll(() => api?.close())

test('the days, weeks and months of a range each add up to it [FIG-2]', () => {
  for (const { temporal_data: series, ...figures } of answers) {
    expect({
      total_visits: sum(series.map((point) => point.total_visits)),
      social_clicks_total: sum(series.map((point) => point.social_clicks)),
      vcf_downloads: sum(series.map((point) => point.vcf_downloads)),
    }).toEqual({
      total_visits: figures.total_visits,
      social_clicks_total: figures.social_clicks_total,
      vcf_downloads: figures.vcf_downloads,
    })
  }
  expect(sum(answers.map(({ total_visits }) => total_visits))).toBeGreaterThan(0)
})

test('hours, sources, referrers and devices add up to the visits, and networks to the clicks [FIG-2]', () => {
  for (const { total_visits: visits, social_clicks_total: clicks, ...figures } of answers) {
    expect(sum(figures.heatmap.flat())).toBe(visits)
    for (const parts of [figures.sources, figures.referrers, figures.devices])
      expect(sumOf(parts)).toBe(visits)
    expect(sumOf(figures.social_clicks)).toBe(clicks)
  }
})

test('unique visitors are between the maximum and the sum of the buckets [FIG-3]', () => {
  for (const { unique_visitors: uniques, temporal_data: series, total_visits: visits } of answers) {
    const each = series.map(({ unique_visitors }) => unique_visitors)
    expect(uniques).toBeGreaterThanOrEqual(Math.max(...each))
    expect(uniques).toBeLessThanOrEqual(sum(each))
    expect(uniques).toBeLessThanOrEqual(visits)
  }
  expect(
    answers.some((one) => one.unique_visitors < sum(one.temporal_data.map((point) => point.unique_visitors))),
  ).toBe(true)
})

test('rates are between 0 and 100, and vary', () => {
  const rates = answers.flatMap((one) => [one.engagement_rate, one.most_effective_percentage])
  expect(Math.min(...rates)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...rates)).toBeLessThanOrEqual(100)
  expect(new Set(rates).size).toBeGreaterThan(2)
})

test('counted and excluded facts together are all facts [FIG-2]', () => {
  const facts = factsOf(
    story.map(({ event }) => event),
    profileId,
  )
  for (const { from, to, excluded, excluded_by_reason: reasons, ...figures } of answers) {
    const happened = (kind: string) =>
      facts.filter((fact) => fact.kind === kind && fact.day >= from && fact.day <= to).length
    expect({
      visits: figures.total_visits + excluded.visits,
      clicks: figures.social_clicks_total + excluded.clicks,
      downloads: figures.vcf_downloads + excluded.downloads,
    }).toEqual({ visits: happened('tap'), clicks: happened('click'), downloads: happened('download') })
    expect(excluded).toEqual({
      visits: sumOf(reasons.visits),
      clicks: sumOf(reasons.clicks),
      downloads: sumOf(reasons.downloads),
    })
  }
})

test('one more day, early or late, never lowers a total of all time [FIG-2]', async () => {
  const { id } = await api.newProfile('day-by-day')
  const moment = await momentOf(api, NOW)
  const days = new Map<string, Told[]>() // in the short run, two months at a time
  for (const one of storyOfSpecialDays(id, seed + 1)) {
    const day = one.event.meta.occurredAt.slice(isLong ? 0 : 8, 10)
    days.set(day, [...(days.get(day) ?? []), one])
  }
  let before = totalsOf(await moment.unified(id, 'all-time'))
  for (const events of shuffled([...days.values()], createPick(seed))) {
    await tell(api, events)
    await api.settle()
    const after = totalsOf(await moment.unified(id, 'all-time'))
    for (const [name, total] of Object.entries(before))
      expect(after[name], name).toBeGreaterThanOrEqual(total)
    before = after
  }
  expect(before['total_visits']).toBeGreaterThan(100)
})

const totalsOf = (figures: UnifiedAnalytics): Readonly<Record<string, number>> => ({
  total_visits: figures.total_visits,
  unique_visitors: figures.unique_visitors,
  social_clicks_total: figures.social_clicks_total,
  vcf_downloads: figures.vcf_downloads,
  visitors_total: figures.visitors_total,
  ...figures.excluded,
})

test('a correction excludes its facts, and its withdrawal restores every answer [FIG-10]', async () => {
  const { id } = await api.newProfile('corrected')
  const told = storyOfSpecialDays(id, seed + 2)
  await tell(api, told)
  const before = figuresIn(await answersFor(id, NOW))
  const wrong = told.filter((one, n) => n % 3 === 0 && one.event.type === 'ProfileTapped')
  const correction = { id: idFrom(`correction ${seed}`), profileId: id, at: NOW }
  await tell(api, [corrected(correction, wrong)])
  const [during] = figuresIn(await answersFor(id, NOW)).slice(-1)
  expect(during?.excluded_by_reason.visits['correction']).toBeGreaterThan(10)
  expect(during?.total_visits).toBeLessThan(before.at(-1)!.total_visits)
  await tell(api, [
    withdrawn({ ...correction, id: idFrom(`withdrawal ${seed}`), correctionId: correction.id }),
  ])
  expect(figuresIn(await answersFor(id, NOW))).toEqual(before)
})

test('the same events give the same answers in another order and in other batches', async () => {
  const one = await api.newProfile('in-order')
  const other = await api.newProfile('in-disorder')
  const pick = createPick(seed)
  await tell(api, inTime(storyOfSpecialDays(one.id, seed)))
  const rest = [...shuffled(withIdsOf(storyOfSpecialDays(one.id, seed), other.id), pick)]
  while (rest.length > 0) {
    await tell(api, rest.splice(0, pick([1, 7, 60, 250])))
    if (isLong || pick([true, false, false])) await api.settle()
  }
  const [inOrder, inDisorder] = [await answersFor(one.id, NOW), await answersFor(other.id, NOW)]
  expect(figuresIn(inDisorder.map(withPeopleTurned))).toEqual(figuresIn(inOrder))
})

/** Each person is named by an event, whose id was turned. */
const withPeopleTurned = (answer: UnifiedAnalytics): UnifiedAnalytics => ({
  ...answer,
  visitors: Object.fromEntries(
    Object.entries(answer.visitors).map(([name, one]) => [name, { ...one, person: turned(one.person) }]),
  ),
})

const atOf = ({ event }: Told): number => Date.parse(event.meta.occurredAt)
const inTime = (told: readonly Told[]): readonly Told[] => [...told].sort((a, b) => atOf(a) - atOf(b))
/** The same scenario for another profile, with its own streams and ids in the same order. */
const withIdsOf = (told: readonly Told[], profileId: string): readonly Told[] =>
  told.map(({ stream, event }) => {
    const { visitId, ...data } = event.data
    const id = turned(event.id)
    return {
      stream: turned(stream),
      event: {
        ...event,
        id,
        data: { ...data, profileId, ...(visitId === undefined ? {} : { visitId: id }) },
      },
    }
  })
const turned = (id: string): string => id.replace(/.$/, (last) => TURNED[last]!)
/** Maps each last digit to another. */
const TURNED: Readonly<Record<string, string>> = Object.fromEntries(
  [...'0123456789abcdef'].map((digit, n, digits) => [digit, digits[n ^ 1]!]),
)

test('rebuilt read models equal the active ones, row by row [PROJ-2]', async () => {
  await api.settle()
  for (const projection of PROJECTIONS.filter(({ name }) => ['traffic', 'visitors'].includes(name))) {
    const store = projection.reads === 'sealed' ? api.bare : api.store
    const deps = { db: api.db, store, now: api.clock.now }
    const { tables } = await verifyProjection(deps, projection, `verify_${projection.name}_${seed}`)
    expect(tables.filter(({ differing }) => differing > 0)).toEqual([])
    expect(sum(tables.map(({ rows }) => rows))).toBeGreaterThan(0)
  }
})

test('the comparison and the older call agree with `unified`', async () => {
  const moment = await momentOf(api, NOW)
  const token = await api.tokenOf(api.owner.email, PASSWORD)
  const ask = async (path: string): Promise<unknown> => {
    const response = await api.call(`/api/analytics/${profileId}${path}`, { token })
    expect(response.status).toBe(200)
    return response.json()
  }
  const [older, all] = [unifiedAnalytics.parse(await ask('')), await moment.unified(profileId, 'all-time')]
  expect(older.log_position).toBe(all.log_position)
  expect(figuresIn([older])).toEqual(figuresIn([all]))
  for (const period of COMPARED) {
    const { temporal_data, previous, ...current } = await moment.unified(profileId, period)
    expect(monthlyComparison.parse(await ask(`/monthly-comparison?period=${period}`))).toEqual({
      period,
      current: comparedOf(current),
      previous: comparedOf(previous!),
      temporal_data,
    })
  }
  expect(await ask('/monthly-comparison')).toEqual(await ask('/monthly-comparison?period=3m'))
})

type Headline = NonNullable<UnifiedAnalytics['previous']>
const comparedOf = (figures: Omit<Headline, 'from' | 'to'>) => ({
  total_visits: figures.total_visits,
  unique_visitors: figures.unique_visitors,
  social_clicks: figures.social_clicks_total,
  vcf_downloads: figures.vcf_downloads,
})

test('an unknown range is refused with a message, and another owner’s profile is not found', async () => {
  const stranger = await api.newAccount('Rosa')
  const token = await api.tokenOf(api.owner.email, PASSWORD)
  for (const path of [
    'unified?date_range=2d',
    'unified?date_range=7D',
    'unified?date_range=',
    'monthly-comparison?period=7d',
    'monthly-comparison?period=all-time',
  ]) {
    await expectRefused(await api.call(`/api/analytics/${profileId}/${path}`, { token }), 422, 'invalid')
  }
  for (const path of ['', '/unified', '/unified?date_range=7d', '/monthly-comparison']) {
    await expectRefused(
      await api.call(`/api/analytics/${profileId}${path}`, { token: stranger.token }),
      404,
      'not-found',
    )
  }
})

test('an event of a future day, as from a fast clock, is in no figure yet', async () => {
  const { id } = await api.newProfile('ahead')
  const [first] = instantsOf('2026-12-30')
  const by = (word: string, at: number) => ({
    profileId: id,
    visitor: idFrom(word),
    id: idFrom(`${word} ${id}`),
    at,
  })
  await tell(api, [
    tapped(by('today', first! - 1)),
    tapped(by('tomorrow', first!)),
    clicked(by('click', first!)),
  ])
  const figures = await answersFor(id, first! - 1)
  const last = figures.map(({ temporal_data: series }) => series.at(-1)!)
  const seen = figures.map(
    ({ date_range: range, total_visits, unique_visitors, social_clicks_total: clicks }, n) => [
      range,
      [total_visits, unique_visitors, clicks],
      [last[n]!.total_visits, last[n]!.unique_visitors, last[n]!.social_clicks],
    ],
  )
  expect(seen).toEqual(ASKED.map((range) => [range, [1, 1, 0], [1, 1, 0]]))
})
