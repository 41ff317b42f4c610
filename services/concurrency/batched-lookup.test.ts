import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createBatchedLookup } from './batched-lookup.ts'

/** Answers when it is told to. */
function openLookup(max = 100) {
  const asked: (readonly string[])[] = []
  const answers: ((error?: Error) => void)[] = []
  const lookup = createBatchedLookup<number>(
    (keys) =>
      new Promise((resolve, reject) => {
        asked.push(keys)
        answers.push((error) =>
          error === undefined ? resolve(new Map(keys.map((key) => [key, Number(key)]))) : reject(error),
        )
      }),
    max,
  )
  return { lookup, asked, answer: (error?: Error) => answers.shift()!(error) }
}

test('who asks while a question is on its way shares the next one, and never gets the answer of the one before', async () => {
  const { lookup, asked, answer } = openLookup()
  const first = lookup('1')
  await nextTurn()
  const others = Promise.all([lookup('2'), lookup('3'), lookup('1')])
  expect(asked).toEqual([['1']])
  answer()
  expect(await first).toBe(1)
  expect(asked).toEqual([['1'], ['2', '3', '1']])
  answer()
  expect(await others).toEqual([2, 3, 1])
})

test('who asks in the same turn of the event loop shares a question', async () => {
  const { lookup, asked, answer } = openLookup()
  const both = Promise.all([lookup('1'), Promise.resolve().then(() => lookup('2'))])
  await nextTurn()
  expect(asked).toEqual([['1', '2']])
  answer()
  expect(await both).toEqual([1, 2])
})

test('a question has so many keys at most', async () => {
  const { lookup, asked, answer } = openLookup(2)
  const all = Promise.all(['1', '2', '3', '4'].map(lookup))
  for (let question = 0; question < 2; question += 1) {
    await nextTurn()
    answer()
  }
  expect(await all).toEqual([1, 2, 3, 4])
  expect(asked).toEqual([
    ['1', '2'],
    ['3', '4'],
  ])
})

test('a question that fails fails those who asked, and nobody else', async () => {
  const { lookup, answer } = openLookup()
  const first = lookup('1')
  await nextTurn()
  const second = lookup('2')
  answer(new Error('away'))
  await expect(first).rejects.toThrow('away')
  answer()
  expect(await second).toBe(2)
})
