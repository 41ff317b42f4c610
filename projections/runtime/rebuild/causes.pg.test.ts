import { afterEach, beforeEach, expect, test } from 'vitest'
import { START } from '@app/contracts/event-store.ts'
import { DEFAULT_THEME } from '@app/contracts/events/profile-events.ts'
import { openRebuild } from './builds-beside.ts'
import { compareBuilds, type Comparison } from './compare.ts'
import { reach } from './reach.ts'
import { rowTextsOf } from './compare-table.ts'
import { findActiveBuild } from '../builds.ts'
import { createLogFeed } from '../log-feed.ts'
import type { Projection } from '../projection.ts'
import type { HistoryFact } from '../../history/history-fact.ts'
import { historyProjection } from '../../history/projection.ts'
import { NOW, reusedReadSides, type ReadSide } from '../../testing/read-side.ts'
import { ANA, BEA, DEMO, tapped } from '../../testing/traffic-story.ts'
import type { Fact } from '../../traffic/fact.ts'
import { trafficProjection } from '../../traffic/projection.ts'

const OTHER = 'd0d0d0d0-0000-4000-8000-000000000002'
const openSide = reusedReadSides()
let side: ReadSide
beforeEach(async () => {
  side = await openSide()
})
afterEach(() => side.close())

/** Rebuilds beside the live build, and compares. */
async function compared(rebuilt: Projection): Promise<Comparison> {
  const { seals } = side.sealedRows()
  const deps = { db: side.db, seals, feed: createLogFeed(side.store, rebuilt.handles), now: () => NOW }
  const live = (await findActiveBuild(side.db, rebuilt.name))!
  const begun = await openRebuild(side.db, rebuilt, { storeId: side.store.storeId, now: NOW })
  return compareBuilds(deps, rebuilt, { live, fresh: await reach(deps, rebuilt, begun, live.position) })
}

const on = (day: string, hour = '15'): string => `2026-11-${day}T${hour}:00:00.000Z`
const positions = async (type: string): Promise<readonly bigint[]> =>
  (await side.store.readAll(START, { filter: { types: [type] } })).events.map(({ position }) => position)
const causesIn = ({ rows }: Comparison): readonly (readonly [string, bigint | null])[] =>
  rows.map(({ table, since }) => [table, since])

/** Before a rule about robots, as a former program had it. */
const withoutRobots: Projection = {
  ...trafficProjection,
  read: (event) => ({ ...(trafficProjection.read(event) as Fact), ownExclusion: null }),
}

test('rows that differ by a new rule name the first event that it judges differently, others none', async () => {
  const robot = 'Googlebot/2.1 (+http://www.google.com/bot.html)'
  await side.given(
    tapped({ visitor: ANA, at: on('10') }),
    tapped({ visitor: BEA, at: on('11'), userAgent: robot }),
    // In Santiago this is still the 11th.
    tapped({ visitor: BEA, at: on('12', '02'), userAgent: robot }),
    tapped({ visitor: ANA, at: on('13') }),
    tapped({ visitor: ANA, at: on('13'), profile: OTHER }),
  )
  await side.project(withoutRobots)
  const changed = `update traffic_v${trafficProjection.version}.traffic_days set visits = 9`
  await side.db.query(`${changed} where profile_id = $1 or day = '2026-11-10'`, [OTHER])
  const [, first, second] = await positions('ProfileTapped')
  const comparison = await compared(trafficProjection)
  expect(causesIn(comparison)).toEqual([
    ['traffic_facts', first],
    ['traffic_facts', second],
    ['traffic_visitor_days', first],
    ['traffic_days', null],
    ['traffic_days', first],
    ['traffic_days', null],
    ['traffic_months', first],
    ['traffic_uniques', first],
  ])
  expect(comparison.explained).toBe(6)
  expect(rowTextsOf(comparison.rows[0]!)).toMatchObject({
    equal: expect.stringContaining(`visitor_id=…${BEA.slice(-4)}`),
    live: 'ground=∅ reason=∅',
    fresh: 'ground=robot reason=robot',
  })
})

test('rows without a day are explained by events of the same entity', async () => {
  const theme = { ...DEFAULT_THEME, theme_color: 'dark' }
  await side.given(
    ...[DEMO, OTHER].map((id) => ({ type: 'ThemeApplied', stream: `profile-${id}`, data: { theme } })),
  )
  const [first] = await positions('ThemeApplied')
  const withoutFirst: Projection = {
    ...historyProjection,
    project: (tx, facts) =>
      historyProjection.project(
        tx,
        (facts as readonly HistoryFact[]).filter(({ position }) => position !== first),
      ),
  }
  await side.project(withoutFirst)
  const values = `history_v${historyProjection.version}.history_values`
  await side.db.query(`update ${values} set plain = '{}' where entity = $1`, [`profile-${OTHER}`])
  const comparison = await compared(historyProjection)
  expect(causesIn(comparison)).toEqual([
    ['history', first],
    ['history_values', first],
    ['history_values', null],
    ['history_counts', first],
  ])
  expect(comparison.explained).toBe(3)
})
