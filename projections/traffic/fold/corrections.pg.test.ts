import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { idIn, type Projection } from '../../runtime/projection.ts'
import { reusedReadSides, type Given, type ReadSide } from '../../testing/read-side.ts'
import { DEMO, clicked, downloaded, tapped } from '../../testing/traffic-story.ts'
import { trafficProjection } from '../projection.ts'
import { isLong } from '../../../tests/support/longer-runs.ts'

const openSide = reusedReadSides()

/**
 * Corrections among facts, in any order and in batches of any size, with an event among them that no table can hold:
 * the rows are those of the facts alone, folded at once, after all corrections were known.
 */
const SEED = Number(process.env.TEST_SEED)
const RUNS = isLong ? 60 : 2
const START = Date.parse('2026-09-06T03:00:00Z')
const OTHER = 'd0d0d0d0-0000-4000-8000-000000000002'
const KINDS = { tap: tapped, click: clicked, download: downloaded } as const
const CORRECTIONS = 3

const uuid = (kind: string, n: number): string =>
  `${kind}0000000-0000-4000-8000-${String(n).padStart(12, '0')}`

const drawn = fc.record({
  kind: fc.constantFrom('tap', 'click', 'download'),
  visitor: fc.integer({ min: 0, max: 2 }),
  isDemo: fc.boolean(),
  // Few instants, so that many are equal.
  seconds: fc.oneof(
    fc.integer({ min: 0, max: 12 }).map((n) => n * 15),
    fc.integer({ min: 0, max: 300_000 }),
  ),
  isCapital: fc.boolean(),
  correction: fc.option(fc.integer({ min: 0, max: CORRECTIONS - 1 }), { nil: undefined }),
})
type Drawn = typeof drawn extends fc.Arbitrary<infer Value> ? Value : never

const asWritten = (id: string, isCapital: boolean): string => (isCapital ? id.toUpperCase() : id)
const profileOf = ({ isDemo }: Drawn): string => (isDemo ? DEMO : OTHER)

const factOf = (fact: Drawn, index: number): Given =>
  KINDS[fact.kind]({
    visitor: asWritten(uuid('a', fact.visitor), fact.isCapital),
    profile: asWritten(profileOf(fact), fact.isCapital),
    at: new Date(START + fact.seconds * 1_000).toISOString(),
    id: uuid('e', index),
  })

/** A correction corrects facts of one profile. */
const correctionId = (correction: number, profileId: string): string =>
  uuid(profileId === DEMO ? 'c' : 'f', correction)

function correctionsOf(facts: readonly Drawn[]): readonly Given[] {
  const groups = new Map<string, { profileId: string; facts: { visitorId: string; eventId: string }[] }>()
  facts.forEach((fact, index) => {
    if (fact.correction === undefined) return
    const id = correctionId(fact.correction, profileOf(fact))
    const group = groups.get(id) ?? { profileId: profileOf(fact), facts: [] }
    group.facts.push({
      visitorId: asWritten(uuid('a', fact.visitor), !fact.isCapital),
      eventId: asWritten(uuid('e', index), fact.isCapital),
    })
    groups.set(id, group)
  })
  return [...groups].map(([id, { profileId, facts: corrected }]) => ({
    type: 'CorrectionApplied',
    stream: `correction-${id}`,
    data: { correctionId: id.toUpperCase(), profileId, facts: corrected, reason: 'Prueba' },
  }))
}

const withdrawalOf = ({ stream, data }: Given): Given => ({
  type: 'CorrectionWithdrawn',
  ...(stream === undefined ? {} : { stream }),
  data: { correctionId: idIn(data.correctionId), profileId: data.profileId! },
})

/** Only the fold finds an event that the tables refuse. */
const REFUSED = uuid('b', 1)
const unstorable = tapped({ visitor: REFUSED, at: '2026-01-10T12:00:00.000Z', id: uuid('b', 2) })
const refusing: Projection = {
  ...trafficProjection,
  tables: `${trafficProjection.tables}
    alter table traffic_facts add check (visitor_id <> '${REFUSED}');`,
}

const opened: ReadSide[] = []
afterAll(() => Promise.all(opened.map((side) => side.close())))

const TABLES: Readonly<Record<string, string>> = {
  traffic_facts: 'profile_id, visitor_id, event_id, at, kind, ground, reason',
  traffic_visitor_days: '*',
  traffic_corrections: '*',
  traffic_days: '*',
  traffic_months: '*',
  traffic_uniques: '*',
  traffic_engaged: '*',
}

async function rowsAfter(events: readonly Given[], size: number): Promise<Record<string, readonly string[]>> {
  const side = await openSide()
  opened.push(side)
  await side.given(...events)
  await side.project(refusing, size)
  const all: Record<string, readonly string[]> = {}
  for (const [table, columns] of Object.entries(TABLES)) {
    const rows = await side.rows(`select ${columns} from read.${table}`)
    all[table] = rows.map((row) => JSON.stringify(row)).sort()
  }
  return all
}

const byWeight = (events: readonly Given[], weights: readonly number[]): readonly Given[] =>
  events
    .map((event, index) => ({ event, weight: weights[index] ?? 0 }))
    .sort((a, b) => a.weight - b.weight)
    .map(({ event }) => event)

test('corrections give the same rows in any order, repeated or withdrawn, beside a parked event [PROJ-3]', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(drawn, { minLength: 1, maxLength: 40 }),
      fc.array(fc.nat(), { minLength: 60, maxLength: 60 }),
      fc.boolean(),
      async (facts, weights, isWithdrawn) => {
        const corrections = correctionsOf(facts)
        const events = facts.map(factOf)
        const withdrawn = isWithdrawn ? corrections.slice(0, 1) : []
        const standing = corrections.slice(withdrawn.length)
        const expected = await rowsAfter([...standing, ...events], 1_000)
        const mixed = byWeight([...events, ...corrections, ...standing, unstorable], weights)
        const half = Math.ceil(mixed.length / 2)
        // Withdrawn after it was applied, amid the rest.
        const at = withdrawn.length === 0 ? half : mixed.indexOf(withdrawn[0]!) + 1
        const told = [...mixed.slice(0, at), ...withdrawn.map(withdrawalOf), ...mixed.slice(at)]
        for (const size of [1, 5, 1_000]) expect(await rowsAfter(told, size)).toEqual(expected)
        await Promise.all(opened.splice(0).map((side) => side.close()))
      },
    ),
    { seed: SEED, numRuns: RUNS, endOnFailure: true },
  )
}, 300_000)
