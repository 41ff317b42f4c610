import { StoreError } from '@app/contracts/event-store.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { expect, test } from 'vitest'
import { testTable } from '../../tests/support/every.ts'
import { createRecorder, LATER_MAX, type RecorderOptions } from './recorder.ts'

/** Long where the test decides the moment; short where the test waits for the retry. */
const NEVER_MS = 60_000
const SOON_MS = 1
const unavailable = () => new StoreError('Unavailable', 'down')
const taken = () => new Refusal('event-id-taken')
type Outcome = 'ok' | 'hangs' | Error

/** A recorder, the calls of its listeners, and a store that answers with the next outcome, or again with the last. */
function recording(outcomes: readonly Outcome[], options: Partial<RecorderOptions> = {}) {
  const told = { pending: [] as number[], dropped: 0, lost: [] as unknown[] }
  const recorder = createRecorder({
    retryMs: NEVER_MS,
    onPending: (pending) => told.pending.push(pending),
    onDropped: () => (told.dropped += 1),
    onLost: (error) => told.lost.push(error),
    ...options,
  })
  const hanging: { resolve(): void; reject(error: Error): void }[] = []
  const store = { attempts: 0, hanging }
  const attempt = async (): Promise<void> => {
    const outcome = outcomes[Math.min(store.attempts, outcomes.length - 1)]
    store.attempts += 1
    if (outcome instanceof Error) throw outcome
    if (outcome === 'hangs') await new Promise<void>((resolve, reject) => hanging.push({ resolve, reject }))
  }
  return { recorder, told, store, attempt }
}

testTable<readonly [outcome: Outcome, status: string, pending: readonly number[]]>([
  ['ok', 'recorded', []],
  [unavailable(), 'pending', [1]],
  [new StoreError('Timeout', 'late', { ambiguous: true }), 'pending', [1]],
])('a fact is recorded at once, or pending while it cannot be written', async (outcome, status, pending) => {
  const { recorder, told, attempt } = recording([outcome])
  expect(await recorder.record(attempt)).toBe(status)
  expect([recorder.pending, recorder.dropped, told.pending]).toEqual([pending.length, 0, pending])
})

test('a fact that takes longer than the wait is pending, and recorded all the same, or lost with its error', async () => {
  const { recorder, told, store, attempt } = recording(['hangs'])
  for (const _of of ['one', 'two']) expect(await recorder.record(attempt, 0)).toBe('pending')
  store.hanging[0]!.resolve()
  store.hanging[1]!.reject(taken())
  await expect.poll(() => told.lost).toEqual([taken()])
  expect([recorder.pending, await recorder.stop(NEVER_MS)]).toEqual([0, 0])
})

test('a fact that no later attempt can write is refused', async () => {
  const { recorder, told, attempt } = recording([taken()])
  await expect(recorder.record(attempt)).rejects.toThrow(Refusal)
  expect([recorder.pending, told.lost]).toEqual([0, []])
})

testTable<readonly [outcomes: readonly Outcome[], lost: readonly Error[]]>([
  [[unavailable(), unavailable(), unavailable(), 'ok'], []],
  [[unavailable(), taken()], [taken()]],
])('a pending fact is tried again until it is written or refused', async (outcomes, lost) => {
  const { recorder, told, store, attempt } = recording(outcomes, { retryMs: SOON_MS })
  expect(await recorder.record(attempt)).toBe('pending')
  await expect.poll(() => recorder.pending).toBe(0)
  expect(await recorder.stop(NEVER_MS)).toBe(0)
  expect([told.pending, store.attempts, told.lost]).toEqual([[1, 0], outcomes.length, lost])
})

test('a pending fact does not hammer a store that is away: after some that failed the others wait for the next round', async () => {
  const { recorder, store, attempt } = recording([unavailable()])
  await Promise.all(Array.from({ length: 120 }, () => recorder.record(() => attempt())))
  expect(await recorder.stop(NEVER_MS)).toBe(120)
  expect(store.attempts).toBe(120 + 50)
})

test('too many facts are dropped and counted, the newest first, and untried while as many hang', async () => {
  const away = recording([unavailable()], { pendingMax: 2 })
  const statuses = []
  for (let nth = 0; nth < 4; nth += 1) statuses.push(await away.recorder.record(() => away.attempt()))
  expect(statuses).toEqual(['pending', 'pending', 'dropped', 'dropped'])
  const { pending, dropped } = away.recorder
  expect([pending, dropped, away.told.dropped, await away.recorder.stop(NEVER_MS)]).toEqual([2, 2, 2, 4])
  const slow = recording(['hangs'], { pendingMax: 2 })
  for (const status of ['pending', 'pending', 'dropped'])
    expect(await slow.recorder.record(slow.attempt, 0)).toBe(status)
  expect([slow.store.attempts, slow.recorder.dropped]).toEqual([2, 1])
})

test('stopping waits for a first attempt that hangs and tries it again, but no longer than it may', async () => {
  const { recorder, store, attempt } = recording(['hangs', unavailable()])
  expect(await recorder.record(attempt, 0)).toBe('pending')
  const stopped = recorder.stop(NEVER_MS)
  await new Promise(setImmediate)
  store.hanging[0]!.reject(unavailable())
  expect([await stopped, store.attempts]).toEqual([1, 2])
  const late = recording([unavailable(), 'hangs'])
  await late.recorder.record(late.attempt)
  await late.recorder.record(late.attempt, 0)
  expect(await late.recorder.stop(SOON_MS)).toBe(2)
})

testTable<[outcome: Outcome, left: number, tries: number, lost: readonly Error[]]>([
  ['ok', 0, 1, []],
  [unavailable(), 1, 2, []],
  [taken(), 0, 1, [taken()]],
])(
  'a fact that waits for more data under its id is tried at once when the process stops',
  async (outcome, left, tries, lost) => {
    const { recorder, told, store, attempt } = recording([outcome], { laterMs: NEVER_MS })
    await recorder.recordLater(attempt)
    expect([await recorder.stop(NEVER_MS), store.attempts, told.lost]).toEqual([left, tries, lost])
  },
)

test('a fact that waits for more data under its id is recorded after its time, or at once when too many wait', async () => {
  const soon = recording(['ok'], { laterMs: SOON_MS })
  expect([await soon.recorder.recordLater(soon.attempt), soon.store.attempts]).toEqual(['pending', 0])
  await expect.poll(() => soon.store.attempts).toBe(1)
  await soon.recorder.stop(NEVER_MS)
  expect(soon.store.attempts).toBe(1)
  const { recorder, store, attempt } = recording(['ok'], { laterMs: NEVER_MS })
  for (let n = 0; n < LATER_MAX; n += 1) await recorder.recordLater(attempt)
  expect([await recorder.recordLater(attempt), store.attempts]).toEqual(['recorded', 1])
  await recorder.stop(NEVER_MS)
})
