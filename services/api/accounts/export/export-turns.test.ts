import { expect, test } from 'vitest'
import type { Refusal } from '@app/contracts/refusals.ts'
import { createExportTurns } from './export-turns.ts'

const SECOND = 1_000

/** Readers who take nothing until they are ended, and a clock that is advanced. */
function withReaders() {
  let ms = 1_000_000
  const turns = createExportTurns({ monotonicMs: () => ms })
  /** @returns whether its export began, and after how many seconds to try again otherwise */
  async function ask(accountId: string): Promise<'began' | number> {
    let began = false
    const running = turns.run(accountId, (ending) => {
      began = true
      return new Promise((done) => {
        ending.addEventListener('abort', () => done(), { once: true })
      })
    })
    const refused = running.then(
      () => undefined,
      (error: unknown) => error,
    )
    if (began) return 'began'
    return ((await refused) as Refusal).retryAfterSeconds!
  }
  /** Each asks once in so many seconds. @returns when each was first served, in seconds */
  async function tryOften(
    seconds: number,
    ...accounts: readonly { id: string; every: number; from?: number }[]
  ) {
    const firstServed = new Map<string, number>()
    for (let second = 0; second < seconds; second += 1, ms += SECOND)
      for (const { id, every, from = 0 } of accounts)
        if (second >= from && (second - from) % every === 0 && (await ask(id)) === 'began')
          if (!firstServed.has(id)) firstServed.set(id, second)
    return firstServed
  }
  return { ask, tryOften, advance: (seconds: number) => (ms += seconds * SECOND) }
}

test('an account that tries again and again delays another one for a minute at most', async () => {
  // Each row: how often the slow one tries, and how often the patient one, which came later.
  for (const [slow, patient, from] of [
    [1, 3, 2],
    [59, 15, 1],
    [20, 15, 59],
    [60, 15, 60],
    [7, 50, 5],
  ] as const) {
    const { tryOften } = withReaders()
    const served = await tryOften(240, { id: 'slow', every: slow }, { id: 'patient', every: patient, from })
    const waited = (served.get('patient') ?? Infinity) - from
    expect([slow, patient, waited <= 60 + patient]).toEqual([slow, patient, true])
  }
})

test('slow accounts have one turn each before a patient one, however often they try', async () => {
  const { tryOften } = withReaders()
  const slow = ['a', 'b', 'c'].map((id) => ({ id, every: 5 }))
  const first = await tryOften(400, ...slow, { id: 'patient', every: 15, from: 1 })
  expect(first.get('patient')).toBeLessThanOrEqual(3 * 60 + 15)
})

test('a try that replaces its own has what is left of the time', async () => {
  const { ask, advance } = withReaders()
  expect(await ask('ana')).toBe('began')
  advance(50)
  expect(await ask('ana')).toBe('began')
  expect(await ask('berta')).toBe(10)
  advance(10)
  expect(await ask('ana')).toBe(15)
  expect(await ask('berta')).toBe('began')
  expect(await ask('ana')).toBe(15)
})

test('a turn goes on while nobody waits, and a refused account that does not come back is not waited for', async () => {
  const { ask, advance } = withReaders()
  expect(await ask('ana')).toBe('began')
  advance(61)
  expect(await ask('ana')).toBe('began')
  expect(await ask('berta')).toBe(15)
  advance(59)
  expect(await ask('ana')).toBe('began')
  advance(1)
  expect([await ask('ana'), await ask('carla')]).toEqual(['began', 15])
})
