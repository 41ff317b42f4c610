import { StoreError } from '@app/contracts/event-store.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { expect, test } from 'vitest'
import { createRecorder, UNDER_WAY_MAX } from './recorder.ts'

/** Long where the test decides the moment; short where the test waits for it. */
const NEVER_MS = 60_000
const SOON_MS = 1
const AWAY = new StoreError('Unavailable', 'down')
const TAKEN = new Refusal('event-id-taken')

/** A recorder with what it has lost, and attempts that end as the test says. */
function recording(options: { readonly laterMs?: number; readonly waitMs?: number } = {}) {
  const lost: unknown[] = []
  const recorder = createRecorder({ onLost: (error) => lost.push(error), ...options })
  const begun: { resolve(): void; reject(error: Error): void }[] = []
  const hangs = () => new Promise<void>((resolve, reject) => begun.push({ resolve, reject }))
  return { recorder, lost, begun, hangs }
}

test('a fact is recorded at once, lost where it cannot be written, and refused under the id of another', async () => {
  const { recorder, lost } = recording()
  expect(await recorder.record(async () => undefined)).toBe('recorded')
  expect([await recorder.record(() => Promise.reject(AWAY)), lost]).toEqual(['dropped', [AWAY]])
  await expect(recorder.record(() => Promise.reject(TAKEN))).rejects.toThrow(Refusal)
})

test('a fact that takes longer than the wait is pending, goes on, and is waited for by a stop', async () => {
  const { recorder, lost, begun, hangs } = recording({ waitMs: 0 })
  for (let n = 0; n < 3; n += 1) expect(await recorder.record(hangs)).toBe('pending')
  expect(await recorder.stop(SOON_MS)).toBe(3)
  const stopped = recorder.stop(NEVER_MS)
  begun[0]!.resolve()
  begun[1]!.reject(AWAY)
  begun[2]!.reject(TAKEN)
  expect([await stopped, lost]).toEqual([0, [AWAY]])
})

test('facts are lost untried while too many are under way', async () => {
  const { recorder, lost, begun, hangs } = recording({ waitMs: 0 })
  await Promise.all(Array.from({ length: UNDER_WAY_MAX }, () => recorder.record(hangs)))
  expect([await recorder.record(hangs), begun.length, lost.length]).toEqual(['dropped', UNDER_WAY_MAX, 1])
})

test('a fact that waits for more data under its id is recorded after its time, or when the process stops, or at once when too many wait', async () => {
  const soon = recording({ laterMs: SOON_MS })
  expect([await soon.recorder.recordLater(soon.hangs), soon.begun.length]).toEqual(['pending', 0])
  await expect.poll(() => soon.begun.length).toBe(1)
  const { recorder, begun, hangs } = recording({ laterMs: NEVER_MS, waitMs: 0 })
  for (let n = 0; n < UNDER_WAY_MAX; n += 1) await recorder.recordLater(hangs)
  expect(begun).toEqual([])
  expect([await recorder.recordLater(async () => undefined), begun.length]).toEqual(['recorded', 0])
  expect([await recorder.stop(SOON_MS), begun.length]).toEqual([UNDER_WAY_MAX, UNDER_WAY_MAX])
})
