import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import { REPEAT_SECONDS } from '../../tests/truth/facts.ts'
import { isLong } from '../../tests/support/longer-runs.ts'
import { reusedReadSides, type Given, type ReadSide } from '../testing/read-side.ts'
import { ANA, BEA, DEMO, clicked, downloaded, tapped } from '../testing/traffic-story.ts'
import { counterMeaning } from './counter-codes.ts'
import { pairsOf } from './counters.ts'
import { trafficProjectionOf } from './projection.ts'

const openSide = reusedReadSides()

/**
 * The rows of the traffic read model do not depend on how facts arrive: in order, late, shuffled, one by one or all
 * at once. And every figure equals a slow, obvious recount from the facts, written apart from the product.
 */
const SEED = Number(process.env.TEST_SEED)
const RUNS = isLong ? 60 : 4
const FACTS_MIN = 20
const FACTS_MAX = 60
/** Facts of a visitor, profile and day that count: a few, or more than are drawn. */
const LIMITS = [4, 1_000]
const OTHER = 'd0d0d0d0-0000-4000-8000-000000000002'
const BOT = 'curl/8.5.0'
const KINDS = { tap: tapped, click: clicked, download: downloaded } as const
/** The midnight that does not exist, and the one whose hour before it comes twice: repeats reach over both. */
const MIDNIGHTS = [Date.parse('2026-09-06T04:00:00Z'), Date.parse('2026-04-05T04:00:00Z')]
const DAY_SECONDS = 86_400

interface Drawn {
  readonly kind: keyof typeof KINDS
  readonly visitor: string
  readonly profile: string
  readonly midnight: number
  readonly day: number
  readonly seconds: number
  readonly isRobot: boolean
}

const drawn: fc.Arbitrary<Drawn> = fc.record({
  kind: fc.constantFrom('tap', 'tap', 'click', 'download'),
  visitor: fc.constantFrom(ANA, ANA, BEA),
  profile: fc.constantFrom(DEMO, DEMO, OTHER),
  midnight: fc.constantFrom(...MIDNIGHTS),
  day: fc.integer({ min: -1, max: 1 }),
  // A handful of instants on both sides of midnight, so that many are equal and many are repeats.
  seconds: fc.constantFrom(-50, -25, -1, 0, 10, 25, 45, 3_600, 40_000),
  isRobot: fc.integer({ min: 0, max: 7 }).map((n) => n === 0),
})

/** The later id arrives by itself, after the earlier one: with the tie-break inverted, the wrong one counts. */
const TIED: Drawn[] = Array.from({ length: 2 }, () => ({
  kind: 'tap',
  visitor: ANA,
  profile: DEMO,
  midnight: MIDNIGHTS[0]!,
  day: 0,
  seconds: 0,
  isRobot: false,
}))

const idOf = (n: number): string => `e0000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const instantOf = ({ midnight, day, seconds }: Drawn): number =>
  midnight + (day * DAY_SECONDS + seconds) * 1_000

const givenOf = (fact: Drawn, n: number): Given =>
  KINDS[fact.kind]({
    visitor: fact.visitor,
    profile: fact.profile,
    at: new Date(instantOf(fact)).toISOString(),
    id: idOf(n),
    ...(fact.isRobot ? { userAgent: BOT } : {}),
  })

/** By plain loops over all facts: which count, and why the others do not, by profile and day. */
function recount(facts: readonly Drawn[], limit: number): Record<string, Record<string, number>> {
  const days: Record<string, Record<string, number>> = {}
  const add = (day: string, what: string) => {
    const figures = (days[day] ??= {})
    figures[what] = (figures[what] ?? 0) + 1
  }
  const sorted = facts
    .map((fact, n) => ({ ...fact, at: instantOf(fact), key: `${idOf(n)}/${fact.kind}` }))
    .sort((a, b) => a.at - b.at || (a.key < b.key ? -1 : 1))
    .map((fact) => ({ ...fact, date: `${fact.profile} ${dayInSantiago(fact.at)}` }))
  for (const [visitor, profile] of [ANA, BEA].flatMap((one) => [DEMO, OTHER].map((of) => [one, of]))) {
    const own = sorted.filter((fact) => fact.visitor === visitor && fact.profile === profile)
    const counted: typeof own = []
    for (const fact of own) {
      const before = own.slice(0, own.indexOf(fact))
      const place = before.filter(({ isRobot, date }) => !isRobot && date === fact.date).length
      const gap = { tap: 1_000 * REPEAT_SECONDS.tap, download: 1_000 * REPEAT_SECONDS.download, click: -1 }[
        fact.kind
      ]
      const isRepeat = counted.some(({ kind, at }) => kind === fact.kind && fact.at - at <= gap)
      if (fact.isRobot) add(fact.date, `${fact.kind} robot`)
      else if (place >= limit) add(fact.date, `${fact.kind} excess`)
      else if (isRepeat) add(fact.date, `${fact.kind} repeat`)
      else {
        counted.push(fact)
        add(fact.date, fact.kind)
      }
    }
    if (counted.some(({ kind }) => kind === 'tap')) add('all days', `visitors of ${profile}`)
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
    `select profile_id, day::text, visits as tap, clicks as click, downloads as download, uniques as visitors, engaged,
       counters::text from read.traffic_days`,
  )) as ({ profile_id: string; day: string; counters: string } & Record<string, number>)[]
  const firsts = (await side.rows(
    `select profile_id, sum(visitors)::int as visitors from read.traffic_uniques
     where previous = '-infinity' group by profile_id having sum(visitors) > 0`,
  )) as { profile_id: string; visitors: number }[]
  const days = Object.fromEntries(
    rows.map(({ profile_id: profile, day, counters, ...sums }) => {
      const figures = Object.entries(sums).filter(([, count]) => count > 0)
      const pairs = pairsOf(counters)
      for (let at = 0; at < pairs.length; at += 2) {
        const [dimension, value] = counterMeaning(pairs[at]!) ?? ['heat', '']
        if (dimension.startsWith('excluded-'))
          figures.push([`${dimension.slice('excluded-'.length)} ${value}`, pairs[at + 1]!])
      }
      return [`${profile} ${day}`, Object.fromEntries(figures)]
    }),
  )
  const all = firsts.map(({ profile_id: profile, visitors }) => [`visitors of ${profile}`, visitors])
  return { ...days, ...(all.length > 0 && { 'all days': Object.fromEntries(all) }) }
}

const TABLES: Readonly<Record<string, string>> = {
  traffic_facts:
    'profile_id, visitor_id, event_id, at, kind, network, source, referrer, device, ground, reason',
  traffic_visitor_days: '*',
  traffic_days: '*',
  traffic_months: '*',
  traffic_uniques: '*',
  traffic_engaged: '*',
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

const opened: ReadSide[] = []
const closeAll = () => Promise.all(opened.splice(0).map((side) => side.close()))
afterEach(closeAll)

test('ordered, shuffled, late and rebuilt feeds give the same rows, and equal a recount, also beyond the limit of a day [PROJ-3]', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(drawn, { minLength: FACTS_MIN, maxLength: FACTS_MAX, size: 'max' }),
      fc.array(fc.nat(), { minLength: FACTS_MAX, maxLength: FACTS_MAX }),
      fc.constantFrom(...LIMITS),
      async (facts, weights, limit) => {
        const project = async (batches: readonly (readonly Given[])[], size: number) => {
          const side = await openSide()
          opened.push(side)
          for (const batch of batches) {
            await side.given(...batch)
            await side.project(trafficProjectionOf(limit), size)
          }
          return side
        }
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
        expect(await figuresIn(atOnce)).toEqual(recount(facts, limit))
        await closeAll()
      },
    ),
    {
      seed: SEED,
      numRuns: RUNS,
      endOnFailure: true,
      examples: [[TIED, TIED.map((_, index) => index), LIMITS[1]!]],
    },
  )
}, 300_000)
