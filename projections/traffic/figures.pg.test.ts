import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '@app/contracts/calendar.ts'
import { RANGES, spanBefore, spanOfRange } from '@app/contracts/traffic/ranges.ts'
import { createRandom, oneOf, uuidOf } from '@app/generator/random.ts'
import { subscriptionsModel } from '../subscriptions/read-model.ts'
import { streamOf, subscriptionId } from '../subscriptions/testing/subscription-story.ts'
import { openReadSide, type Given, type ReadSide } from '../testing/read-side.ts'
import { rowsTouched } from '../testing/rows-touched.ts'
import { DEMO, clicked, tapped } from '../testing/traffic-story.ts'
import { trafficProjection } from './projection.ts'
import { trafficFigures, type AskedFigures, type Days } from './queries.ts'

const TODAY = '2026-11-20'
const DAYS_BACK = 420
const VISITS = 500
const random = createRandom(Number(process.env['TEST_SEED']))
const VISITORS = Array.from({ length: 60 }, () => uuidOf(random))

interface Visit {
  readonly day: string
  readonly visitor: string
  readonly isEngaged: boolean
}

/** Some come ahead of the clock. Nobody comes twice within minutes, so that everything counts. */
const visits: readonly Visit[] = [
  ...new Map(
    Array.from({ length: VISITS }, () => {
      const day = addDays(TODAY, 8 - Math.floor(random() * DAYS_BACK))
      const visitor = oneOf(random, VISITORS)
      return [`${day} ${visitor}`, { day, visitor, isEngaged: random() < 0.5 }] as const
    }),
  ).values(),
]

const eventsOf = ({ day, visitor, isEngaged }: Visit): readonly Given[] => [
  tapped({ visitor, at: `${day}T15:00:00.000Z`, id: uuidOf(random) }),
  ...(isEngaged ? [clicked({ visitor, at: `${day}T15:01:00.000Z`, id: uuidOf(random) })] : []),
]

let side: ReadSide
beforeAll(async () => {
  side = await openReadSide()
  await side.given(...visits.flatMap(eventsOf))
  await side.project(trafficProjection)
  await side.project(subscriptionsModel)
})
afterAll(() => side?.close())

/** By sets and plain loops, knowing nothing of the read model. */
function recount({ from, to }: Days) {
  const within = visits.filter(({ day }) => day >= from && day <= to)
  const engaged = within.filter(({ isEngaged }) => isEngaged)
  return {
    visits: within.length,
    clicks: engaged.length,
    downloads: 0,
    uniques: new Set(within.map(({ visitor }) => visitor)).size,
    engaged: new Set(engaged.map(({ visitor }) => visitor)).size,
  }
}

/** Days on which somebody was engaged that the figures read. */
const engagedRead = async (asked: AskedFigures): Promise<number> =>
  (await rowsTouched(side, ({ db }) => trafficFigures(db, asked), 'traffic_engaged')).touched

const firstDay = visits.map(({ day }) => day).toSorted()[0]!
/** Short and young enough for all time to be drawn in days, in weeks and in months. */
const LIVES = [addDays(TODAY, -20), addDays(TODAY, -100), firstDay]

test.each(RANGES)('the figures of %s and of each of its points equal a recount [FIG-1]', async (range) => {
  const span = spanOfRange(range, TODAY, firstDay)
  const before = spanBefore(range, span)
  const asked = { profileId: DEMO, span, before }
  const figures = await trafficFigures(side.reader, asked)
  expect(figures.total).toEqual(recount(span))
  expect(figures.before).toEqual(before && recount(before))
  expect(figures.buckets).toEqual(
    span.buckets.map((bucket) => ({ period: bucket.period, ...recount(bucket) })),
  )
  const counted = { ...figures, subscriptions: { active: 0, converted: 0 } }
  expect(await trafficFigures(side.reader, { ...asked, withSubscriptions: true })).toEqual(counted)
})

test('subscriptions are counted by their day in Santiago', async () => {
  const profileId = 'e7e7e7e7-0000-4000-8000-000000000002'
  for (const [nth, time] of ['02:00:00.000Z', '03:30:00.000Z'].entries())
    await side.given(streamOf(subscriptionId(nth)).subscribed(`2026-11-03T${time}`, { profileId }))
  await side.project(subscriptionsModel)
  const countOn = async (day: string): Promise<number> => {
    const span = { from: day, to: day, unit: 'day', buckets: [] } as const
    const asked = { profileId, span, before: { from: day, to: day }, withSubscriptions: true }
    return (await trafficFigures(side.reader, asked)).subscriptions.active
  }
  expect(await Promise.all(['2026-11-02', '2026-11-03', '2026-11-04'].map(countOn))).toEqual([1, 1, 0])
})

test.each(LIVES)(
  'all of a life from %s on is read without days on which somebody was engaged',
  async (since) => {
    // Past the visits that come ahead of the clock.
    const span = spanOfRange('all-time', addDays(TODAY, 10), since)
    const asked = { profileId: DEMO, span, before: null, withSubscriptions: true }
    expect(await engagedRead(asked)).toBe(0)
  },
)

test.each(RANGES.filter((range) => range !== 'all-time'))(
  'the points of %s read no days on which somebody was engaged beside those of its sums',
  async (range) => {
    const span = spanOfRange(range, TODAY, firstDay)
    const before = spanBefore(range, span)
    const counted = [span, before!].map(async ({ from, to }) => {
      const [row] = await side.rows(
        `select count(*)::int as days from read.traffic_engaged
         where profile_id = $1 and day between $2 and $3 and previous < $2`,
        [DEMO, from, to],
      )
      return (row as { readonly days: number }).days
    })
    const [days, daysBefore] = await Promise.all(counted)
    expect(await engagedRead({ profileId: DEMO, span, before })).toBe(days! + daysBefore!)
  },
)
