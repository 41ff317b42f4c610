import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import { reusedReadSides, type Given, type ReadSide } from '../testing/read-side.ts'
import { DEMO, clicked, downloaded, tapped } from '../testing/traffic-story.ts'
import { idIn } from '../runtime/projection.ts'
import { trafficProjection } from './projection.ts'
import { isLong } from '../../tests/support/longer-runs.ts'

const openSide = reusedReadSides()

/**
 * The rows of the traffic read model do not depend on how facts arrive: in order, late, shuffled, one by one or all
 * at once. And every figure equals a slow, obvious recount from the facts, written apart from the product.
 */
const SEED = Number(process.env.TEST_SEED)
const RUNS = isLong ? 60 : 4
const FACTS_MIN = 20
const FACTS_MAX = 60
const OTHER = 'd0d0d0d0-0000-4000-8000-000000000002'
const BOT = 'curl/8.5.0'
// Around the missing midnight of September, and the doubled hour of April.
const STARTS = [Date.parse('2026-09-06T03:00:00Z'), Date.parse('2026-04-05T02:00:00Z')]

const uuid = (kind: string, n: number): string =>
  `${kind}0000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const KINDS = { tap: tapped, click: clicked, download: downloaded } as const

interface Drawn {
  readonly kind: keyof typeof KINDS
  readonly visitor: number
  readonly profile: boolean
  readonly start: number
  readonly seconds: number
  readonly robot: boolean
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  kind: fc.constantFrom('tap', 'tap', 'click', 'download'),
  visitor: fc.integer({ min: 0, max: 3 }),
  profile: fc.boolean(),
  start: fc.integer({ min: 0, max: 1 }),
  // Mostly a handful of instants around both repeat windows: the last facts of a visitor often tie.
  seconds: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(0, 31, 61) },
    { weight: 1, arbitrary: fc.integer({ min: 0, max: 300_000 }) },
  ),
  robot: fc.boolean().map((value) => value),
})

/** The later id arrives by itself, after the earlier one: with the tie-break inverted, the wrong one counts. */
const TIED: Drawn[] = Array.from({ length: 2 }, () => ({
  kind: 'tap',
  visitor: 0,
  profile: true,
  start: 0,
  seconds: 0,
  robot: false,
}))

const givenOf = (fact: Drawn, index: number): Given =>
  KINDS[fact.kind]({
    visitor: uuid('a', fact.visitor),
    profile: fact.profile ? DEMO : OTHER,
    at: new Date(STARTS[fact.start]! + fact.seconds * 1_000).toISOString(),
    id: uuid('e', index),
    ...(fact.robot && fact.seconds % 3 === 0 ? { userAgent: BOT } : {}),
  })

const TABLES: Readonly<Record<string, string>> = {
  traffic_facts:
    'profile_id, visitor_id, event_id, at, kind, network, source, referrer, device, ground, reason',
  traffic_visitor_days: '*',
  traffic_days: '*',
  traffic_months: '*',
  traffic_uniques: '*',
  traffic_engaged: '*',
}

const opened: ReadSide[] = []
afterAll(() => Promise.all(opened.map((side) => side.close())))

async function project(batches: readonly (readonly Given[])[], size: number): Promise<ReadSide> {
  const side = await openSide()
  opened.push(side)
  for (const batch of batches) {
    await side.given(...batch)
    await side.project(trafficProjection, size)
  }
  return side
}

async function rowsOf(side: ReadSide): Promise<Record<string, readonly string[]>> {
  const all: Record<string, readonly string[]> = {}
  for (const [table, columns] of Object.entries(TABLES)) {
    const rows = await side.rows(`select ${columns} from read.${table}`)
    all[table] = rows.map((row) => JSON.stringify(row)).sort()
  }
  return all
}

/** Every second event appended by itself and folded at once, the rest together: batches of all sizes. */
const inPieces = (events: readonly Given[]): readonly (readonly Given[])[] => {
  const half = Math.ceil(events.length / 2)
  return [...events.slice(0, half).map((event) => [event]), events.slice(half)].filter(
    ({ length }) => length > 0,
  )
}

interface Recount {
  visits: number
  clicks: number
  downloads: number
  uniques: number
  engaged: number
}

/** By sets and plain loops, knowing nothing of the product's fold. */
function recount(events: readonly Given[], profile: string): Recount {
  const mine = events.filter(({ data }) => data.profileId === profile && data.userAgent !== BOT)
  const sorted = [...mine].sort((a, b) => Date.parse(a.at!) - Date.parse(b.at!) || (a.id! < b.id! ? -1 : 1))
  const counted: { type: string; visitor: string; day: string; at: number }[] = []
  for (const { type, data, at } of sorted) {
    const instant = Date.parse(at!)
    const gap = type === 'ProfileTapped' ? 30_000 : type === 'ContactDownloaded' ? 60_000 : -1
    const repeats = counted.some(
      (other) => other.type === type && other.visitor === data.visitorId && instant - other.at <= gap,
    )
    if (!repeats)
      counted.push({ type, visitor: idIn(data.visitorId), day: dayInSantiago(instant), at: instant })
  }
  const visits = counted.filter(({ type }) => type === 'ProfileTapped')
  const acts = counted.filter(({ type }) => type !== 'ProfileTapped')
  const engaged = visits.filter(({ visitor, day }) =>
    acts.some((act) => act.visitor === visitor && act.day === day),
  )
  return {
    visits: visits.length,
    clicks: acts.filter(({ type }) => type === 'LinkClicked').length,
    downloads: acts.filter(({ type }) => type === 'ContactDownloaded').length,
    uniques: new Set(visits.map(({ visitor }) => visitor)).size,
    engaged: new Set(engaged.map(({ visitor }) => visitor)).size,
  }
}

async function figuresIn(side: ReadSide, profile: string): Promise<Recount> {
  const [row] = (await side.rows(
    `select coalesce(sum(visits), 0)::int as visits, coalesce(sum(clicks), 0)::int as clicks,
       coalesce(sum(downloads), 0)::int as downloads,
       (select coalesce(sum(visitors), 0)::int from read.traffic_uniques
        where profile_id = $1 and previous = '-infinity') as uniques,
       (select coalesce(sum(visitors), 0)::int from read.traffic_engaged
        where profile_id = $1 and previous = '-infinity') as engaged
     from read.traffic_days where profile_id = $1`,
    [profile],
  )) as [Recount]
  return row
}

test('ordered, shuffled, late and rebuilt feeds give the same rows, and equal a recount [PROJ-3]', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(drawn, { minLength: FACTS_MIN, maxLength: FACTS_MAX, size: 'max' }),
      fc.array(fc.nat(), { minLength: FACTS_MAX, maxLength: FACTS_MAX }),
      async (facts, weights) => {
        const events = facts.map(givenOf)
        const ordered = [...events].sort((a, b) => Date.parse(a.at!) - Date.parse(b.at!))
        const shuffled = events
          .map((event, index) => ({ event, weight: weights[index] ?? 0 }))
          .sort((a, b) => a.weight - b.weight)
          .map(({ event }) => event)
        const atOnce = await project([ordered], 1_000)
        const expected = await rowsOf(atOnce)
        expect(await rowsOf(await project([shuffled], 7))).toEqual(expected)
        expect(await rowsOf(await project(inPieces(shuffled), 3))).toEqual(expected)
        expect(await rowsOf(await project(inPieces([...ordered].reverse()), 1))).toEqual(expected)
        for (const profile of [DEMO, OTHER]) {
          expect(await figuresIn(atOnce, profile)).toEqual(recount(events, profile))
        }
        await Promise.all(opened.splice(0).map((side) => side.close()))
      },
    ),
    { seed: SEED, numRuns: RUNS, endOnFailure: true, examples: [[TIED, TIED.map((_, index) => index)]] },
  )
}, 300_000)
