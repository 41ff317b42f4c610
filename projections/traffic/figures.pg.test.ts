import { afterAll, beforeAll, expect, test } from 'vitest'
import { spanBefore, spanOfRange } from '@app/contracts/traffic/ranges.ts'
import { subscriptionsModel } from '../subscriptions/read-model.ts'
import { streamOf, subscriptionId } from '../subscriptions/testing/subscription-story.ts'
import { openReadSide, type ReadSide } from '../testing/read-side.ts'
import { rowsTouched } from '../testing/rows-touched.ts'
import { ANA, DEMO, tapped } from '../testing/traffic-story.ts'
import { trafficProjection } from './projection.ts'
import { trafficFigures } from './queries.ts'

const TODAY = '2026-11-20'

let side: ReadSide
beforeAll(async () => {
  side = await openReadSide()
})
afterAll(() => side?.close())

test('subscriptions are counted by their day in Santiago', async () => {
  const profileId = 'e7e7e7e7-0000-4000-8000-000000000002'
  for (const [nth, time] of ['02:00:00.000Z', '03:30:00.000Z'].entries())
    await side.given(streamOf(subscriptionId(nth)).subscribed(`2026-11-03T${time}`, { profileId }))
  await side.project(trafficProjection)
  await side.project(subscriptionsModel)
  const countOn = async (day: string): Promise<number> => {
    const span = { from: day, to: day, unit: 'day', buckets: [] } as const
    const asked = { profileId, span, before: { from: day, to: day }, withSubscriptions: true }
    return (await trafficFigures(side.reader, asked)).subscriptions.active
  }
  expect(await Promise.all(['2026-11-02', '2026-11-03', '2026-11-04'].map(countOn))).toEqual([1, 1, 0])
})

test('a range reads its days and the days of visitors who return in it, and all time days alone [SPEED-3]', async () => {
  const days = ['2026-02-01', '2026-10-31', '2026-11-18', '2026-11-19']
  await side.given(...days.map((day) => tapped({ visitor: ANA, at: `${day}T15:00:00.000Z` })))
  await side.project(trafficProjection)
  const touched = async (range: '7d' | 'all-time', table: string): Promise<number> => {
    const span = spanOfRange(range, TODAY, days[0]!)
    const asked = { profileId: DEMO, span, before: spanBefore(range, span) }
    return (await rowsTouched(side, ({ db }) => trafficFigures(db, asked), table)).touched
  }
  const tables = ['traffic_facts', 'traffic_visitor_days', 'traffic_days']
  expect(await Promise.all(tables.map((table) => touched('7d', table)))).toEqual([0, 1, 2])
  expect(await Promise.all(tables.map((table) => touched('all-time', table)))).toEqual([0, 0, 4])
})
