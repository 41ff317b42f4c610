import { Refusal } from '@app/contracts/refusals.ts'
import { expect } from 'vitest'
import { occurredAtOf } from './traffic-commands.ts'
import { testTable } from '../../tests/support/every.ts'

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
