import fc from 'fast-check'
import { z } from 'zod'
import { eventFields } from '@app/contracts/api/call-parts.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { describe, expect, test } from 'vitest'
import { occurredAtOf } from './occurred-at.ts'
import { testTable } from '../../../tests/support/every.ts'

const seed = Number(process.env['TEST_SEED'])
const NOW = new Date('2026-03-09T12:00:00.000Z')
const fault = (occurredAt: string): string => {
  try {
    return occurredAtOf({ occurredAt }, NOW)
  } catch (error) {
    if (error instanceof Refusal) return `${error.code}: ${error.message}`
    throw error
  }
}

describe('when a fact happened', () => {
  test('is now when it is absent', () => {
    expect(occurredAtOf({}, NOW)).toBe('2026-03-09T12:00:00.000Z')
  })

  testTable([
    ['2026-03-09T11:59:59.999Z', '2026-03-09T11:59:59.999Z'],
    ['2026-03-09T08:00:00-03:00', '2026-03-09T11:00:00.000Z'],
    ['2026-03-09T11:00Z', '2026-03-09T11:00:00.000Z'],
    ['2026-03-02T12:00:00Z', '2026-03-02T12:00:00.000Z'],
  ])('is the given instant', (occurredAt, kept) => expect(occurredAtOf({ occurredAt }, NOW)).toBe(kept))

  testTable([
    '2026-03-09T12:00:00.001Z',
    '2026-03-09T12:05:00.001Z',
    '2026-03-17T12:00:00.000Z',
    '2027-01-01T00:00:00Z',
    '9999-12-31T23:59:59Z',
  ])('is now where a clock is ahead', (said) => expect(fault(said)).toBe(NOW.toISOString()))

  testTable([
    [0, '2026-03-09T12:00:00.000Z'],
    [1, '2026-03-09T11:59:59.999Z'],
    [86_400_000, '2026-03-08T12:00:00.000Z'],
    [7 * 86_400_000, '2026-03-02T12:00:00.000Z'],
    // Clocks that were set back since.
    [-1, '2026-03-09T12:00:00.000Z'],
    [-8 * 86_400_000, '2026-03-09T12:00:00.000Z'],
  ])('is its age before the server’s now, whatever instant the phone has', (ageMs, kept) => {
    expect(occurredAtOf({ ageMs }, NOW)).toBe(kept)
    expect(occurredAtOf({ ageMs, occurredAt: '2026-03-17T12:00:00Z' }, NOW)).toBe(kept)
  })

  testTable(['2026-03-02T11:59:59.999Z', '1970-01-01T00:00:00Z'])(
    'is at most seven days ago, to the millisecond [FIG-9]',
    (said) => expect(fault(said)).toBe('invalid: occurred_at: puede ser de hasta 7 días atrás.'),
  )
})

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
      const kept = fault(at)
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
