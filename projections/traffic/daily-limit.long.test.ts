import { afterEach, expect, test } from 'vitest'
import { buildName } from '../runtime/builds.ts'
import type { Projection } from '../runtime/projection.ts'
import { openReadSide, type ReadSide } from '../testing/read-side.ts'
import { ANA, clicked, tapped } from '../testing/traffic-story.ts'
import { counterCode } from './counter-codes.ts'
import { trafficProjection, trafficProjectionOf } from './projection.ts'

const BUILD = buildName(trafficProjection)

const LIMIT = 4
const limited = trafficProjectionOf(LIMIT)
const BOT = 'curl/8.5.0'
const opened: ReadSide[] = []
afterEach(() => Promise.all(opened.splice(0).map((side) => side.close())))

/** Of its own: what a statement reads depends on the plans that its connection has. */
async function openSide(): Promise<ReadSide> {
  const side = await openReadSide()
  opened.push(side)
  return side
}

const idOf = (n: number): string => `e0000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const noon = (day: string, seconds = 0): string =>
  new Date(Date.parse(`${day}T15:00:00.000Z`) + seconds * 1_000).toISOString()

const dayIn = async (side: ReadSide, day: string) =>
  (await side.rows('select * from read.traffic_days where day = $1', [day]))[0]
/** Among the pairs of a code and a count. */
const EXCESS = (count: number): unknown =>
  expect.arrayContaining([counterCode('excluded-click', 'excess'), count])

test('a full day stores no more rows, and counts further facts as excess [SPEED-8]', async () => {
  const side = await openSide()
  const clicks = Array.from({ length: LIMIT + 3 }, (_, n) =>
    clicked({ visitor: ANA, at: noon('2026-11-18', n) }),
  )
  await side.given(...clicks)
  await side.project(limited, 2)
  const [{ facts }] = (await side.rows('select count(*)::int as facts from read.traffic_facts')) as [
    { facts: number },
  ]
  expect(facts).toBe(LIMIT)
  expect(await dayIn(side, '2026-11-18')).toMatchObject({ clicks: LIMIT, counters: EXCESS(3) })
})

/** The projection, with the number of facts that each read of stored facts returned. */
function listening(counts: number[]): Projection {
  return {
    ...limited,
    project: (tx, facts) =>
      limited.project(
        {
          query: async (text, values) => {
            const rows = await tx.query<never>(text, values)
            if (/from traffic_facts t/.test(text)) counts.push(rows.length)
            return rows
          },
        },
        facts,
      ),
  }
}

test('a late fact reads the facts of its own day only [SPEED-8]', async () => {
  const side = await openSide()
  const days = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']
  await side.given(
    ...days.flatMap((day) => [0, 60, 120].map((second) => tapped({ visitor: ANA, at: noon(day, second) }))),
  )
  await side.project(limited)
  const counts: number[] = []
  await side.given(clicked({ visitor: ANA, at: noon('2026-11-17', -5) }))
  await side.project(listening(counts))
  expect(counts).toEqual([3])
  expect(await dayIn(side, '2026-11-17')).toMatchObject({ visits: 3, clicks: 1, uniques: 1, engaged: 1 })
})

test('facts beyond a full earlier day read none of its facts', async () => {
  const side = await openSide()
  const clicks = Array.from({ length: LIMIT }, (_, n) => clicked({ visitor: ANA, at: noon('2026-11-17', n) }))
  await side.given(...clicks, tapped({ visitor: ANA, at: noon('2026-11-20') }))
  await side.project(limited)
  const counts: number[] = []
  await side.given(clicked({ visitor: ANA, at: noon('2026-11-17', 60) }))
  await side.project(listening(counts))
  expect(counts).toEqual([])
  expect(await dayIn(side, '2026-11-17')).toMatchObject({ clicks: LIMIT, counters: EXCESS(1) })
})

test('a late first visit becomes the previous visit of the next day with one', async () => {
  const side = await openSide()
  await side.given(
    clicked({ visitor: ANA, at: noon('2026-11-17') }),
    tapped({ visitor: ANA, at: noon('2026-11-20') }),
  )
  await side.project(limited)
  await side.given(tapped({ visitor: ANA, at: noon('2026-11-16') }))
  await side.project(limited)
  expect(await side.rows('select day::text, previous::text from read.traffic_uniques order by day')).toEqual([
    { day: '2026-11-16', previous: '-infinity' },
    { day: '2026-11-20', previous: '2026-11-16' },
  ])
})

/** Rows of facts that the fold read in the database, whatever came back. */
const FACTS_READ = `select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_user_tables
  where schemaname = '${BUILD}' and relname = 'traffic_facts'`

/** The most rows that the fold of one late click read. */
async function rowsReadForLateClicks(side: ReadSide): Promise<number> {
  await side.superuser(`analyze ${BUILD}.traffic_facts`)
  const read: number[] = []
  const measured: Projection = {
    ...limited,
    project: async (tx, facts) => {
      await limited.project(tx, facts)
      const [row] = await tx.query<{ rows: number }>(FACTS_READ)
      read.push(row!.rows)
    },
  }
  // PostgreSQL plans a prepared statement without its values from the sixth time on.
  for (let n = 1; n <= 8; n += 1) {
    await side.given(clicked({ visitor: ANA, at: noon('2026-11-18', -n) }))
    await side.project(measured)
  }
  return Math.max(...read)
}

const MANY = 300

test('late facts read no facts of other visitors, also once their statement is planned for any', async () => {
  const side = await openSide()
  await side.given(
    ...Array.from({ length: MANY }, (_, n) =>
      tapped({ visitor: idOf(n), at: noon('2026-11-17', n), id: idOf(n) }),
    ),
    clicked({ visitor: ANA, at: noon('2026-11-18') }),
  )
  await side.project(limited)
  expect(await rowsReadForLateClicks(side)).toBeLessThan(MANY / 10)
})

test('late facts read no facts of their day that never count, as those of robots', async () => {
  const side = await openSide()
  await side.given(
    ...Array.from({ length: MANY }, (_, n) =>
      clicked({ visitor: ANA, at: noon('2026-11-18', n), userAgent: BOT, id: idOf(n) }),
    ),
    clicked({ visitor: ANA, at: noon('2026-11-18') }),
  )
  await side.project(limited)
  expect(await rowsReadForLateClicks(side)).toBeLessThan(MANY / 10)
})
