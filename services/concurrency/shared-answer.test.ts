import { expect, test } from 'vitest'
import { createSharedAnswer } from './shared-answer.ts'

/** Requests that the test answers; each answer is its number. */
function openRequests() {
  const open: { answer(): void; fail(error: Error): void }[] = []
  let requests = 0
  const request = createSharedAnswer(() => {
    requests += 1
    const nth = requests
    return new Promise<number>((resolve, reject) => {
      open.push({ answer: () => resolve(nth), fail: reject })
    })
  })
  const begun = async (): Promise<number> => {
    for (let turns = 0; turns < 10; turns += 1) await Promise.resolve()
    return requests
  }
  return { request, begun, open }
}

test('concurrent callers share one request', async () => {
  const { request, begun, open } = openRequests()
  const answers = Array.from({ length: 200 }, request)
  expect(await begun()).toBe(1)
  open[0]!.answer()
  expect(new Set(await Promise.all(answers))).toEqual(new Set([1]))
})

test('callers during a request share the next one, which begins later', async () => {
  const { request, begun, open } = openRequests()
  const early = request()
  expect(await begun()).toBe(1)
  const late = Array.from({ length: 200 }, request)
  expect(await begun()).toBe(1)
  open[0]!.answer()
  expect(await early).toBe(1)
  expect(await begun()).toBe(2)
  open[1]!.answer()
  expect(new Set(await Promise.all(late))).toEqual(new Set([2]))
})

test('a failure reaches the callers who shared it, and is not cached', async () => {
  const { request, begun, open } = openRequests()
  const both = [request(), request()]
  const outcomes = Promise.allSettled(both)
  expect(await begun()).toBe(1)
  open[0]!.fail(new Error('away'))
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const again = request()
  expect(await begun()).toBe(2)
  open[1]!.answer()
  expect(await again).toBe(2)
})
