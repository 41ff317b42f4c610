import { StoreError } from '@app/contracts/event-store.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { expect, test } from 'vitest'
import { testTable } from '../../tests/support/every.ts'
import { createRecorder, LATER_MAX, type RecordingAttempt, type RecorderOptions } from './recorder.ts'

/** Long where the test decides the moment; short where the test waits for the retry. */
const NEVER_MS = 60_000
const SOON_MS = 1
const unavailable = () => new StoreError('Unavailable', 'down')
const taken = () => new Refusal('event-id-taken')

/** A recorder and the calls of its listeners. */
function watched(options: Partial<RecorderOptions> = {}) {
  const told = { pending: [] as number[], dropped: 0, lost: [] as unknown[] }
  const recorder = createRecorder({
    retryMs: NEVER_MS,
    onPending: (pending) => told.pending.push(pending),
    onDropped: () => (told.dropped += 1),
    onLost: (error) => told.lost.push(error),
    ...options,
  })
  return { recorder, told }
}

/** An event log that answers each attempt with the next of the outcomes, and goes on with the last. */
function logAnswering(...outcomes: readonly ('ok' | Error)[]) {
  let attempts = 0
  const attempt: RecordingAttempt = async () => {
    const outcome = outcomes[Math.min(attempts, outcomes.length - 1)]
    attempts += 1
    if (outcome instanceof Error) throw outcome
  }
  return { attempt, attempts: () => attempts }
}
function hanging() {
  let [resolve, reject] = [(): void => undefined, (_error: Error): void => undefined]
  const promise = new Promise<void>((...settle) => ([resolve, reject] = settle))
  return { attempt: () => promise, resolve, reject }
}

testTable<readonly [outcome: 'ok' | Error, status: string, pending: readonly number[]]>([
  ['ok', 'recorded', []],
  [unavailable(), 'pending', [1]],
  [new StoreError('Timeout', 'late', { ambiguous: true }), 'pending', [1]],
])('a fact is recorded at once, or pending while it cannot be written', async (outcome, status, pending) => {
  const { recorder, told } = watched()
  expect(await recorder.record(logAnswering(outcome).attempt)).toBe(status)
  expect([recorder.pending, recorder.dropped, told.pending]).toEqual([pending.length, 0, pending])
})

test('a fact that takes longer than the wait is pending, and recorded all the same', async () => {
  const { recorder, told } = watched()
  const { attempt, resolve } = hanging()
  expect(await recorder.record(attempt, 0)).toBe('pending')
  resolve()
  expect(await recorder.stop(NEVER_MS)).toBe(0)
  expect(told.lost).toEqual([])
})

test('a fact that no later attempt can write is refused, or logged after the answer', async () => {
  const { recorder, told } = watched()
  await expect(recorder.record(logAnswering(taken()).attempt)).rejects.toThrow(Refusal)
  expect([recorder.pending, told.lost]).toEqual([0, []])
  const { attempt, reject } = hanging()
  expect(await recorder.record(attempt, 0)).toBe('pending')
  reject(taken())
  await expect.poll(() => told.lost).toEqual([taken()])
  expect(recorder.pending).toBe(0)
})

testTable<readonly [outcomes: readonly ('ok' | Error)[], lost: readonly Error[]]>([
  [[unavailable(), unavailable(), unavailable(), 'ok'], []],
  [[unavailable(), taken()], [taken()]],
])('a pending fact is tried again until it is written or refused', async (outcomes, lost) => {
  const { recorder, told } = watched({ retryMs: SOON_MS })
  const { attempt, attempts } = logAnswering(...outcomes)
  expect(await recorder.record(attempt)).toBe('pending')
  await expect.poll(() => recorder.pending).toBe(0)
  expect(await recorder.stop(NEVER_MS)).toBe(0)
  expect([told.pending, attempts(), told.lost]).toEqual([[1, 0], outcomes.length, lost])
})

test('a pending fact does not hammer a store that is away: after some that failed the others wait for the next round', async () => {
  const { recorder } = watched()
  const facts = Array.from({ length: 120 }, () => logAnswering(unavailable()))
  await Promise.all(facts.map(({ attempt }) => recorder.record(attempt)))
  expect(await recorder.stop(NEVER_MS)).toBe(120)
  expect(facts.filter(({ attempts }) => attempts() === 2)).toHaveLength(50)
})

test('too many facts are dropped and counted, the newest first', async () => {
  const { recorder, told } = watched({ pendingMax: 2 })
  const { attempt } = logAnswering(unavailable())
  const statuses = []
  for (let nth = 0; nth < 4; nth += 1) statuses.push(await recorder.record(() => attempt()))
  expect(statuses).toEqual(['pending', 'pending', 'dropped', 'dropped'])
  expect([recorder.pending, recorder.dropped, told.dropped, await recorder.stop(NEVER_MS)]).toEqual([
    2, 2, 2, 4,
  ])
})

test('too many facts are dropped before they are tried while a store that hangs holds as many', async () => {
  const { recorder } = watched({ pendingMax: 2 })
  const { attempt } = hanging()
  const { attempt: third, attempts } = logAnswering('ok')
  for (const status of ['pending', 'pending']) expect(await recorder.record(attempt, 0)).toBe(status)
  expect([await recorder.record(third, 0), attempts(), recorder.dropped]).toEqual(['dropped', 0, 1])
})

test('stopping waits no longer than it may for a store that hangs, at a first attempt or at a later one', async () => {
  const { recorder } = watched()
  let tries = 0
  await recorder.record(async () => {
    tries += 1
    if (tries === 1) throw unavailable()
    await hanging().attempt()
  })
  await recorder.record(hanging().attempt, 0)
  expect(await recorder.stop(SOON_MS)).toBe(2)
})

test('stopping waits for a first attempt that is still pending', async () => {
  const { recorder } = watched()
  const { attempt, reject } = hanging()
  expect(await recorder.record(attempt, 0)).toBe('pending')
  const stopped = recorder.stop(NEVER_MS)
  await new Promise(setImmediate)
  reject(unavailable())
  expect(await stopped).toBe(1)
})

test('a fact that waits for more data under its id is recorded after its time', async () => {
  const { recorder } = watched({ laterMs: SOON_MS })
  const { attempt, attempts } = logAnswering('ok')
  expect(await recorder.recordLater(attempt)).toBe('pending')
  expect(attempts()).toBe(0)
  await expect.poll(attempts).toBe(1)
  await recorder.stop(NEVER_MS)
  expect(attempts()).toBe(1)
})

testTable<[outcome: 'ok' | Error, left: number, tries: number, lost: readonly Error[]]>([
  ['ok', 0, 1, []],
  [unavailable(), 1, 2, []],
  [taken(), 0, 1, [taken()]],
])(
  'a fact that waits for more data under its id is tried at once when the process stops',
  async (outcome, left, tries, lost) => {
    const { recorder, told } = watched({ laterMs: NEVER_MS })
    const { attempt, attempts } = logAnswering(outcome)
    await recorder.recordLater(attempt)
    expect([await recorder.stop(NEVER_MS), attempts(), told.lost]).toEqual([left, tries, lost])
  },
)

test('a fact that waits for more data under its id is recorded at once when too many wait', async () => {
  const { recorder } = watched({ laterMs: NEVER_MS })
  const { attempt, attempts } = logAnswering('ok')
  for (let n = 0; n < LATER_MAX; n += 1) await recorder.recordLater(attempt)
  expect([await recorder.recordLater(attempt), attempts()]).toEqual(['recorded', 1])
  await recorder.stop(NEVER_MS)
})
