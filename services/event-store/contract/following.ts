import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { type ContractCase, type World } from './contract-fixture.ts'

export const followingCases: readonly ContractCase[] = [
  {
    title: '[31d] watch calls back after an append elsewhere, and no more once it is ended',
    run: watchFires,
  },
  { title: '[31e] watch names the types of what came, or none at all', run: watchNamesTypes },
]

async function watchFires({ store, open, stream, event }: World) {
  const other = await open()
  let calls = 0
  let callsOfEnded = 0
  let callsOfLast = 0
  const counting = () => (calls += 1)
  const end = other.watch(counting)
  // The same callback once more: to end one of the two leaves the other.
  other.watch(counting)()
  const endAtOnce = other.watch(() => (callsOfEnded += 1))
  other.watch(() => (callsOfLast += 1))
  endAtOnce()
  // A hint may be lost, so one of many must come.
  for (let append = 0; append < 200 && calls === 0; append += 1) {
    await store.append(stream(), 'noStream', [event()])
    await delay(50)
  }
  expect(calls).toBeGreaterThan(0)
  end()
  end()
  const callsBefore = calls
  callsOfLast = 0
  for (let append = 0; append < 200 && callsOfLast < 5; append += 1) {
    await store.append(stream(), 'noStream', [event()])
    await delay(20)
  }
  expect(callsOfLast).toBeGreaterThanOrEqual(5)
  expect([calls, callsOfEnded]).toEqual([callsBefore, 0])
}

async function watchNamesTypes({ store, open, stream, event }: World) {
  for (const handle of [store, await open()]) {
    const announced: (ReadonlySet<string> | undefined)[] = []
    const end = handle.watch((types) => announced.push(types))
    // Once, without types, it announces what it may have missed before it listened: one round may end by that.
    for (const type of ['First', 'Second']) {
      announced.length = 0
      for (let append = 0; append < 100 && announced.length === 0; append += 1) {
        await store.append(stream(), 'noStream', [event({ type })])
        await delay(20)
      }
      expect(announced.length).toBeGreaterThan(0)
      expect(announced.some((types) => types === undefined || types.has(type))).toBe(true)
    }
    end()
  }
}
