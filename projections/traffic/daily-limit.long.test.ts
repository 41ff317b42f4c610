import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import { isLong } from '../../tests/support/longer-runs.ts'
import type { Projection } from '../runtime/projection.ts'
import { openReadSide, reusedReadSides, type Given, type ReadSide } from '../testing/read-side.ts'
import { ANA, BEA, clicked, downloaded, tapped } from '../testing/traffic-story.ts'
import { counterMeaning } from './counter-codes.ts'
import { pairsOf } from './counters.ts'
import { trafficProjectionOf } from './projection.ts'

const reusedSide = reusedReadSides()

const SEED = Number(process.env.TEST_SEED)
const RUNS = isLong ? 60 : 4
const LIMIT = 4
const limited = trafficProjectionOf(LIMIT)
const BOT = 'curl/8.5.0'
const KINDS = { tap: tapped, click: clicked, download: downloaded } as const
/** The midnight that does not exist: a repeat reaches over it, and over those before and after it. */
const MIDNIGHT = Date.parse('2026-09-06T04:00:00.000Z')
const DAY_SECONDS = 86_400

const opened: ReadSide[] = []
afterEach(() => Promise.all(opened.splice(0).map((side) => side.close())))

/** Of its own by default: what a statement reads depends on the plans that its connection has. */
async function openSide(open = openReadSide): Promise<ReadSide> {
  const side = await open()
  opened.push(side)
  return side
}

interface Drawn {
  readonly kind: keyof typeof KINDS
  readonly visitor: string
  readonly day: number
  readonly seconds: number
  readonly isRobot: boolean
  readonly weight: number
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  kind: fc.constantFrom('tap', 'tap', 'click', 'download'),
  visitor: fc.constantFrom(ANA, ANA, BEA),
  day: fc.integer({ min: -1, max: 1 }),
  // A handful of instants on both sides of midnight, so that many are equal and many are repeats.
  seconds: fc.constantFrom(-50, -25, -1, 0, 10, 25, 45, 3_600, 40_000),
  isRobot: fc.integer({ min: 0, max: 7 }).map((n) => n === 0),
  weight: fc.nat(),
})

const idOf = (n: number): string => `e0000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const instantOf = ({ day, seconds }: Drawn): number => MIDNIGHT + (day * DAY_SECONDS + seconds) * 1_000

const eventOf = (fact: Drawn, n: number): Given =>
  KINDS[fact.kind]({
    visitor: fact.visitor,
    at: new Date(instantOf(fact)).toISOString(),
    id: idOf(n),
    ...(fact.isRobot ? { userAgent: BOT } : {}),
  })

/** By plain loops over all facts: which count, and why the others do not, by day. */
function recount(facts: readonly Drawn[]): Record<string, Record<string, number>> {
  const days: Record<string, Record<string, number>> = {}
  const add = (day: string, what: string) => {
    const figures = (days[day] ??= {})
    figures[what] = (figures[what] ?? 0) + 1
  }
  const sorted = facts
    .map((fact, n) => ({ ...fact, at: instantOf(fact), key: `${idOf(n)}/${fact.kind}` }))
    .sort((a, b) => a.at - b.at || (a.key < b.key ? -1 : 1))
    .map((fact) => ({ ...fact, date: dayInSantiago(fact.at) }))
  for (const visitor of [ANA, BEA]) {
    const own = sorted.filter((fact) => fact.visitor === visitor)
    const counted: typeof own = []
    for (const fact of own) {
      const before = own.slice(0, own.indexOf(fact))
      const place = before.filter(({ isRobot, date }) => !isRobot && date === fact.date).length
      const gap = { tap: 30_000, download: 60_000, click: -1 }[fact.kind]
      const isRepeat = counted.some(({ kind, at }) => kind === fact.kind && fact.at - at <= gap)
      if (fact.isRobot) add(fact.date, `${fact.kind} robot`)
      else if (place >= LIMIT) add(fact.date, `${fact.kind} excess`)
      else if (isRepeat) add(fact.date, `${fact.kind} repeat`)
      else {
        counted.push(fact)
        add(fact.date, fact.kind)
      }
    }
    for (const date of new Set(counted.map((fact) => fact.date))) {
      const kinds = counted.filter((fact) => fact.date === date).map(({ kind }) => kind)
      if (kinds.includes('tap')) add(date, 'visitors')
      if (kinds.includes('tap') && kinds.some((kind) => kind !== 'tap')) add(date, 'engaged')
    }
  }
  return days
}

async function figuresIn(side: ReadSide): Promise<Record<string, Record<string, number>>> {
  const rows = (await side.rows(
    `select day::text, visits as tap, clicks as click, downloads as download, uniques as visitors, engaged,
       counters::text from read.traffic_days`,
  )) as ({ day: string; counters: string } & Record<string, number>)[]
  return Object.fromEntries(
    rows.map(({ day, counters, ...sums }) => {
      const figures = Object.entries(sums).filter(([, count]) => count > 0)
      const pairs = pairsOf(counters)
      for (let at = 0; at < pairs.length; at += 2) {
        const [dimension, value] = counterMeaning(pairs[at]!) ?? ['heat', '']
        if (dimension.startsWith('excluded-'))
          figures.push([`${dimension.slice('excluded-'.length)} ${value}`, pairs[at + 1]!])
      }
      return [day, Object.fromEntries(figures)]
    }),
  )
}

const TABLES: Readonly<Record<string, string>> = {
  traffic_facts: 'visitor_id, event_id, at, kind, ground, reason',
  traffic_visitor_days: '*',
  traffic_days: '*',
  traffic_months: '*',
  traffic_uniques: '*',
  traffic_engaged: '*',
}

async function rowsIn(side: ReadSide): Promise<Record<string, readonly string[]>> {
  const all: Record<string, readonly string[]> = {}
  for (const [table, columns] of Object.entries(TABLES)) {
    const rows = await side.rows(`select ${columns} from read.${table}`)
    all[table] = rows.map((row) => JSON.stringify(row)).sort()
  }
  return all
}

async function projected(events: readonly Given[], size: number): Promise<ReadSide> {
  const side = await openSide(reusedSide)
  await side.given(...events)
  await side.project(limited, size)
  return side
}

test('facts beyond the limit of a day give the same rows in any order, and equal a recount', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(drawn, { minLength: 24, maxLength: 60 }), async (facts) => {
      const events = facts.map(eventOf)
      const inOrder = facts
        .map((fact, n) => ({ at: instantOf(fact), event: events[n]! }))
        .sort((a, b) => a.at - b.at)
        .map(({ event }) => event)
      const shuffled = facts
        .map((fact, n) => ({ event: events[n]!, weight: fact.weight }))
        .sort((a, b) => a.weight - b.weight)
        .map(({ event }) => event)
      const atOnce = await projected(inOrder, 1_000)
      expect(await figuresIn(atOnce)).toEqual(recount(facts))
      const expected = await rowsIn(atOnce)
      for (const size of [1, 3, 1_000])
        expect(await rowsIn(await projected(shuffled, size))).toEqual(expected)
      expect(await rowsIn(await projected([...inOrder].reverse(), 2))).toEqual(expected)
      await Promise.all(opened.splice(0).map((side) => side.close()))
    }),
    { seed: SEED, numRuns: RUNS, endOnFailure: true },
  )
}, 300_000)

const noon = (day: string, seconds = 0): string =>
  new Date(Date.parse(`${day}T15:00:00.000Z`) + seconds * 1_000).toISOString()

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
  expect(await figuresIn(side)).toEqual({ '2026-11-18': { click: LIMIT, 'click excess': 3 } })
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
  expect((await figuresIn(side))['2026-11-17']).toEqual({ tap: 3, click: 1, visitors: 1, engaged: 1 })
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
  expect((await figuresIn(side))['2026-11-17']).toEqual({ click: LIMIT, 'click excess': 1 })
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
  where schemaname = 'traffic_v5' and relname = 'traffic_facts'`

/** The most rows that the fold of one late click read. */
async function rowsReadForLateClicks(side: ReadSide): Promise<number> {
  await side.superuser('analyze traffic_v5.traffic_facts')
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
