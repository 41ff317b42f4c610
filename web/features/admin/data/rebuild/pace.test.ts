import type { RebuildProgress } from '@app/contracts/api/admin/projection-calls.ts'
import { expect, test } from 'vitest'
import { paceOf, withSample, type Sample } from './pace.ts'

const BEGUN: RebuildProgress = {
  state: 'folding',
  position: '5000',
  events: 1_000,
  events_in_use: 8_000,
  differing: null,
  error: null,
}

const sampled = (...answers: readonly (readonly [atMs: number, changed: Partial<RebuildProgress>])[]) =>
  answers.reduce<readonly Sample[]>(
    (samples, [atMs, changed]) => withSample(samples, { ...BEGUN, ...changed }, '20000', atMs),
    [],
  )

test('the pace of a rebuild is that of its last answers, by events or else by positions', () => {
  expect(paceOf(sampled([0, {}]))).toBeUndefined()
  const counted = sampled([0, {}], [2_000, { events: 5_000 }])
  expect(paceOf(counted)).toEqual({ eventsPerSecond: 2_000, secondsLeft: 1.5 })
  const uncounted = { events_in_use: null }
  const placed = sampled([0, uncounted], [1_000, { ...uncounted, events: 1_900, position: '15000' }])
  expect(paceOf(placed)).toEqual({ eventsPerSecond: 900, secondsLeft: 0.5 })
  expect(paceOf(sampled([0, {}], [1_000, {}]))).toEqual({ eventsPerSecond: 0, secondsLeft: null })
  const failed = sampled([0, {}], [1_000, { state: 'failed', events: 1_500 }], [9_000, { events: 1_500 }])
  expect(paceOf(failed)).toBeUndefined()
  const anew = sampled([0, { events: 9_000 }], [1_000, { events: 10 }], [2_000, { events: 110 }])
  expect(paceOf(anew)).toMatchObject({ eventsPerSecond: 100 })
})
