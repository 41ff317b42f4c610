import { createHash, randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { VISITOR_FACTS_A_DAY_MAX } from '@app/contracts/traffic/shares.ts'
import { spanBefore, spanOfRange, type Range } from '@app/contracts/traffic/ranges.ts'
import { differingRows, verifyProjection } from '@app/services/kernel/models/compare.ts'
import type { Projection } from '@app/services/kernel/models/projection.ts'
import { PLAIN_CODEC } from '@app/services/kernel/testing/memory-events.ts'
import { subscriptionsModel } from '../subscriptions/read-model.ts'
import { streamOf, subscriptionId } from '../subscriptions/testing/subscription-story.ts'
import { useReadSide, type Given } from '../testing/read-side.ts'
import { rowsTouched } from '../testing/rows-touched.ts'
import { ANA, BEA, DEMO, clicked, downloaded, tapped } from '../testing/traffic-story.ts'
import { trafficProjection } from './projection.ts'
import { TRAFFIC_TABLES } from './tables.ts'
import { trafficFigures, type TrafficFigures } from './queries.ts'

const TODAY = '2026-11-20'
const noon = (second: number, day = TODAY): string =>
  new Date(Date.parse(`${day}T15:00:00.000Z`) + second * 1_000).toISOString()
const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

const side = useReadSide()
beforeEach(async () => void (await side.project(subscriptionsModel)))

const rangeFigures = (range: Range): Promise<TrafficFigures> => {
  const span = spanOfRange(range, TODAY, null)
  return trafficFigures(side.reader, { profileId: DEMO, span, before: spanBefore(range, span) })
}

async function figuresOf(...events: readonly Given[]): Promise<TrafficFigures> {
  await side.given(...events)
  await side.project(trafficProjection)
  return rangeFigures('12m')
}

test('a preview that was recorded under the wrong app is counted by its user agent', async () => {
  const agents = ['Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0', 'A former robot/1.0']
  const previews = agents.map((userAgent) => ({
    type: 'PagePreviewed' as const,
    at: noon(0),
    data: { profileId: DEMO, app: 'x', userAgent, request: 'get' as const },
  }))
  expect((await figuresOf(...previews)).breakdown).toEqual({ shared: { imessage: 1, x: 1 } })
})

const rowsOtherFromZero = async (): Promise<number> => {
  const deps = { db: side.db, log: side.store, codec: PLAIN_CODEC, now: () => new Date() }
  return differingRows(await verifyProjection(deps, trafficProjection))
}

test('a build from zero finds the repeats of each visitor, at their limits and across midnight [FIG-5, PROJ-3]', async () => {
  const taps = [0, 30, 43_190, 43_210].map((second) => tapped({ visitor: ANA, at: noon(second) }))
  const downloads = [0, 60, 61].map((second) => downloaded({ visitor: BEA, at: noon(second) }))
  await figuresOf(...taps, ...downloads)
  const rows = await side.rows('select array_agg(reason order by position) from read.traffic_facts')
  expect(rows).toEqual([{ array_agg: [null, 'repeat', null, 'repeat', null, 'repeat', null] }])
  expect(await rowsOtherFromZero()).toBe(0)
})

test('a build from zero judges the first thousand facts of a visitor’s day, and parks an event among them that has no fact', async () => {
  const clicks = Array.from({ length: VISITOR_FACTS_A_DAY_MAX + 2 }, (_, n) =>
    clicked({ visitor: ANA, at: noon(n) }),
  )
  await figuresOf(...clicks.slice(0, 500), { ...clicks[0]!, data: { profileId: BEA } }, ...clicks.slice(500))
  expect(
    await side.rows(`select reason, count(*)::int as n from read.traffic_facts group by reason order by n`),
  ).toEqual([
    { reason: 'excess', n: 2 },
    { reason: null, n: VISITOR_FACTS_A_DAY_MAX },
  ])
  expect((await side.db.query('select subject from kernel.parked')).rows).toEqual([{ subject: `${BEA}|` }])
  expect(await rowsOtherFromZero()).toBe(0)
})

test('a late fact reads none of other visitors, of other days, or of the day’s that never count [SPEED-8]', async () => {
  const many = Array.from({ length: 60 }, (_, n) => n)
  const dayBefore = (n: number): string => new Date(Date.parse(noon(0)) - (n + 2) * 86_400_000).toISOString()
  await figuresOf(
    ...many.map((n) => tapped({ visitor: ANA, at: dayBefore(n) })),
    ...many.map((n) => tapped({ visitor: BEA, at: noon(-n), profile: BEA })),
    ...many.map((n) => clicked({ visitor: ANA, at: noon(-n), userAgent: BOT })),
  )
  const read: number[] = []
  // PostgreSQL plans a prepared statement without its values from the sixth time on.
  for (let n = 1; n <= 8; n += 1) {
    await side.given(clicked({ visitor: ANA, at: noon(-n) }))
    await side.project(noting(read, 'traffic_facts'))
  }
  expect(read).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
})

test('a page of many visitors reads each by its keys, also in tables that were nearly empty', async () => {
  const clicks = (count: number) =>
    Array.from({ length: count }, (_, n) => clicked({ visitor: randomUUID(), at: noon(n) }))
  for (let n = 0; n < 8; n += 1) await figuresOf(...clicks(1))
  const read: number[] = []
  for (const count of [500, 500]) {
    await side.given(...clicks(count))
    await side.project(noting(read, 'traffic_visitor_days'))
  }
  expect(Math.max(...read)).toBeLessThan(10 * 500)
})

const ROWS_READ = `select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_user_tables
  where schemaname = current_schema() and relname = $1`

/** Notes how many rows of a table each page reads. */
const noting = (read: number[], table: string): Projection => ({
  ...trafficProjection,
  project: async (tx, facts) => {
    const rowsRead = async () => (await tx.query<{ rows: number }>(ROWS_READ, [table]))[0]!.rows
    const before = await rowsRead()
    await trafficProjection.project(tx, facts)
    read.push((await rowsRead()) - before)
  },
})

test('subscriptions are counted by their day in Santiago', async () => {
  const profileId = 'e7e7e7e7-0000-4000-8000-000000000002'
  for (const [nth, time] of ['02:00:00.000Z', '03:30:00.000Z'].entries())
    await side.given(streamOf(subscriptionId(nth)).subscribed(`2026-11-03T${time}`, { profileId }))
  await side.project(trafficProjection)
  await side.project(subscriptionsModel)
  const countOn = async (day: string): Promise<number> => {
    const span = { from: day, to: day, unit: 'day', buckets: [] } as const
    const asked = { profileId, span, before: { from: day, to: day } }
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

test('the tables of a version never change', () => {
  const digest = createHash('sha256').update(TRAFFIC_TABLES).digest('hex').slice(0, 12)
  expect([trafficProjection.version, digest]).toEqual([11, '2ff00a5701ee'])
})
