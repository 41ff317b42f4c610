import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, wallHourInSantiago } from '@app/contracts/calendar.ts'
import { testTable } from '../../tests/support/every.ts'
import { REPEAT_SECONDS } from '../../tests/truth/facts.ts'
import type { Fact } from './tables.ts'
import { judge } from './judge.ts'

const PHONE = { network: null, app: null, source: 'nfc', referrer: 'none', device: 'iphone' } as const
const idOf = (n: number): string => `e0000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const factOf = (
  kind: 'tap' | 'click' | 'download',
  at: number,
  nth: number,
  more: Partial<Fact> = {},
): Fact => ({
  profile_id: 'p',
  visitor_id: 'ana',
  position: String(nth),
  event_id: idOf(nth),
  at,
  ...wallHourInSantiago(at),
  kind,
  ...PHONE,
  is_judged: true,
  reason: null,
  ...more,
})

/** Stores facts batch by batch, as the read model does. */
function folded(batches: readonly (readonly Fact[])[]): ReadonlyMap<string, Fact['reason']> {
  const rows = new Map<string, Fact>()
  for (const batch of batches) {
    for (const fact of batch) rows.set(fact.position, fact)
    const judged = batch.filter((fact) => fact.is_judged)
    const days = new Set(judged.flatMap(({ day }) => [addDays(day, -1), day, addDays(day, 1)]))
    const around = [...rows.values()].filter(({ is_judged: isJudged, day }) => isJudged && days.has(day))
    for (const { position, reason } of judge(judged, around))
      rows.set(position, { ...rows.get(position)!, reason })
  }
  return new Map([...rows.values()].map(({ event_id, reason }) => [event_id, reason]))
}

const NOON = Date.parse('2026-11-20T15:00:00Z')
const robot = { is_judged: false, reason: 'robot' } as const

testTable([
  ['tap', [0, 20, 40], [null, 'repeat', null]],
  ['tap', [0, 30], [null, 'repeat']],
  ['tap', [0, 30.001], [null, null]],
  ['download', [0, 60, 60.001], [null, 'repeat', null]],
  ['click', [0, 0, 1], [null, null, null]],
] as const)('a repeat is measured from the last fact that counts [FIG-5]', (kind, seconds, reasons) => {
  const facts = seconds.map((second, nth) => factOf(kind, NOON + second * 1_000, nth))
  expect([...folded([facts]).values()]).toEqual(reasons)
  expect([...folded(facts.toReversed().map((fact) => [fact])).values()].reverse()).toEqual(reasons)
})

/** The midnight that does not exist, and the one whose hour before it comes twice: repeats reach over both. */
const MIDNIGHTS = [Date.parse('2026-09-06T04:00:00Z'), Date.parse('2026-04-05T04:00:00Z')]
const drawn = fc.record({
  kind: fc.constantFrom('tap', 'tap', 'click', 'download'),
  midnight: fc.constantFrom(...MIDNIGHTS),
  day: fc.integer({ min: -1, max: 1 }),
  // A handful of instants on both sides of midnight, so that many are equal and many are repeats.
  seconds: fc.constantFrom(-50, -25, -1, 0, 10, 25, 45, 3_600, 40_000),
  isRobot: fc.integer({ min: 0, max: 7 }).map((n) => n === 0),
  arrivesAt: fc.nat(),
  isLastOfBatch: fc.boolean(),
})

/** By plain loops over all facts in the order of their time. */
function recount(facts: readonly Fact[]): ReadonlyMap<string, Fact['reason']> {
  const reasons = new Map<string, Fact['reason']>()
  for (const fact of facts.toSorted((a, b) => a.at - b.at || (a.event_id < b.event_id ? -1 : 1))) {
    const seconds = REPEAT_SECONDS[fact.kind as 'tap'] ?? -1
    const isRepeat = facts.some(
      (one) =>
        one.kind === fact.kind && reasons.get(one.event_id) === null && (fact.at - one.at) / 1_000 <= seconds,
    )
    reasons.set(fact.event_id, fact.is_judged ? (isRepeat ? 'repeat' : null) : fact.reason)
  }
  return reasons
}

test('in any order and any batches the same facts count, over both changes of the clock [PROJ-3]', () => {
  fc.assert(
    fc.property(fc.array(drawn, { maxLength: 40, size: 'max' }), (draws) => {
      const facts = draws.map(({ kind, midnight, day, seconds, isRobot, ...arrival }, nth) => {
        const at = midnight + (day * 86_400 + seconds) * 1_000
        return { fact: factOf(kind as 'tap', at, nth, isRobot ? robot : {}), ...arrival }
      })
      const batches: Fact[][] = [[]]
      for (const { fact, isLastOfBatch } of facts.toSorted((a, b) => a.arrivesAt - b.arrivesAt)) {
        batches.at(-1)!.push(fact)
        if (isLastOfBatch) batches.push([])
      }
      const all = facts.map(({ fact }) => fact)
      expect(Object.fromEntries(folded(batches))).toEqual(Object.fromEntries(recount(all)))
    }),
    { seed: Number(process.env['TEST_SEED']), numRuns: 300 },
  )
})
