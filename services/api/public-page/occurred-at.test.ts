import fc from 'fast-check'
import { z } from 'zod'
import { eventFields } from '@app/contracts/api/call-parts.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { expect, test } from 'vitest'
import { occurredAtOf } from './traffic-commands.ts'
import { testTable } from '../../../tests/support/every.ts'

const seed = Number(process.env['TEST_SEED'])
const NOW = new Date('2026-03-09T12:00:00.000Z')
type Said = Parameters<typeof occurredAtOf>[0]
const instantOf = (said: Said): string => {
  try {
    return occurredAtOf(said, NOW)
  } catch (error) {
    if (error instanceof Refusal) return `${error.code}: ${error.message}`
    throw error
  }
}
const AHEAD = '2026-03-17T12:00:00Z'
const TOO_OLD = 'invalid: occurred_at: puede ser de hasta 7 días atrás.'

testTable<[said: Said, instant: string]>([
  [{}, '2026-03-09T12:00:00.000Z'],
  [{ occurredAt: '2026-03-09T11:59:59.999Z' }, '2026-03-09T11:59:59.999Z'],
  [{ occurredAt: '2026-03-09T08:00:00-03:00' }, '2026-03-09T11:00:00.000Z'],
  [{ occurredAt: '2026-03-02T12:00:00Z' }, '2026-03-02T12:00:00.000Z'],
  [{ occurredAt: '2026-03-02T11:59:59.999Z' }, TOO_OLD],
  // A clock that is ahead, and one that was set back since.
  [{ occurredAt: '2026-03-09T12:00:00.001Z' }, '2026-03-09T12:00:00.000Z'],
  [{ ageMs: -8 * 86_400_000 }, '2026-03-09T12:00:00.000Z'],
  [{ ageMs: 1 }, '2026-03-09T11:59:59.999Z'],
  [{ ageMs: 7 * 86_400_000, occurredAt: AHEAD }, '2026-03-02T12:00:00.000Z'],
  [{ ageMs: 0, occurredAt: '1970-01-01T00:00:00Z' }, '2026-03-09T12:00:00.000Z'],
  [{ ageMs: 7 * 86_400_000 + 1 }, TOO_OLD],
])(
  'a fact happened at its age before now, or at its instant, and at most seven days ago [FIG-9]',
  (said, instant) => expect(instantOf(said)).toBe(instant),
)

test('any accepted text becomes an instant of the last seven days, or is refused', () => {
  const schema = z.object({ at: eventFields.occurred_at })
  const digits = (max: number) => fc.integer({ min: 0, max }).map((n) => String(n).padStart(2, '0'))
  const said = fc
    .tuple(
      fc.constantFrom(
        '2026-02-28',
        '2026-02-29',
        '2026-02-30',
        '2026-03-0',
        '2026-03-08',
        '2026-03-09',
        '9999-12-31',
      ),
      digits(24),
      digits(60),
      fc.constantFrom('', ':00', ':59.9', ':60', ':00.123456789012345678'),
      fc.constantFrom('Z', '+00:00', '-03:00', '+23:59', '-23:59', '+24:00', ''),
    )
    .map(([day, hour, minute, seconds, zone]) => `${day}T${hour}:${minute}${seconds}${zone}`)
  let taken = 0
  fc.assert(
    fc.property(said, (at) => {
      if (!schema.safeParse({ at }).success) return
      taken += 1
      const kept = instantOf({ occurredAt: at })
      if (kept.startsWith('invalid: ')) return
      expect(kept).toBe(new Date(kept).toISOString())
      expect(Date.parse(kept)).toBeLessThanOrEqual(NOW.getTime())
      const daysBack = (NOW.getTime() - Date.parse(kept)) / 86_400_000
      expect(daysBack).toBeLessThanOrEqual(LIMITS.occurredDaysBackMax)
    }),
    { seed, numRuns: 2_000 },
  )
  expect(taken).toBeGreaterThan(200)
})
