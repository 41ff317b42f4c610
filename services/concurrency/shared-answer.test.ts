import { expect, test } from 'vitest'
import { createSharedAnswer } from './shared-answer.ts'

/** Questions that are answered by hand; each answer is its number. */
function openQuestions() {
  const open: { answer(): void; fail(error: Error): void }[] = []
  let asked = 0
  const ask = createSharedAnswer(() => {
    asked += 1
    const nth = asked
    return new Promise<number>((resolve, reject) => {
      open.push({ answer: () => resolve(nth), fail: reject })
    })
  })
  const begun = async (): Promise<number> => {
    for (let turns = 0; turns < 10; turns += 1) await Promise.resolve()
    return asked
  }
  return { ask, begun, open }
}

test('many who ask at once ask once', async () => {
  const { ask, begun, open } = openQuestions()
  const answers = Array.from({ length: 200 }, ask)
  expect(await begun()).toBe(1)
  open[0]!.answer()
  expect(new Set(await Promise.all(answers))).toEqual(new Set([1]))
})

test('who asks while an answer is on its way gets one that was begun later, and all of them the same', async () => {
  const { ask, begun, open } = openQuestions()
  const early = ask()
  expect(await begun()).toBe(1)
  const late = Array.from({ length: 200 }, ask)
  expect(await begun()).toBe(1)
  open[0]!.answer()
  expect(await early).toBe(1)
  expect(await begun()).toBe(2)
  open[1]!.answer()
  expect(new Set(await Promise.all(late))).toEqual(new Set([2]))
})

test('a failure is told to those who shared it, and not kept', async () => {
  const { ask, begun, open } = openQuestions()
  const both = [ask(), ask()]
  const outcomes = Promise.allSettled(both)
  expect(await begun()).toBe(1)
  open[0]!.fail(new Error('away'))
  expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  const again = ask()
  expect(await begun()).toBe(2)
  open[1]!.answer()
  expect(await again).toBe(2)
})
