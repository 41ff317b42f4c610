import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { type ContractCases, type World } from './contract-fixture.ts'

export const followingCases: ContractCases = {
  '[31d] watch calls back after an append, with its type or without any, and no more once it is ended':
    watchFires,
}

async function watchFires({ store, open, stream, event }: World) {
  const other = await open()
  let calls = 0
  let callsOfEnded = 0
  let callsOfLast = 0
  const announced = new Set<string>()
  const endOwn = store.watch((types) => types?.forEach((type) => announced.add(type)))
  const counting = () => (calls += 1)
  const end = other.watch(counting)
  // The same callback once more: to end one of the two leaves the other.
  other.watch(counting)()
  const endAtOnce = other.watch(() => (callsOfEnded += 1))
  other.watch((types) => {
    callsOfLast += 1
    types?.forEach((type) => announced.add(type))
  })
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
  endOwn()
  expect([[], [event().type]]).toContainEqual([...announced])
}
