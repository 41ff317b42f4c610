import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createBatchedLookup } from './batched-lookup.ts'

/** A lookup whose batches the test answers. */
function openLookup(max = 100) {
  const batches: (readonly string[])[] = []
  const answers: ((error?: Error) => void)[] = []
  const lookup = createBatchedLookup<number>(
    (keys) =>
      new Promise((resolve, reject) => {
        batches.push(keys)
        answers.push((error) =>
          error === undefined ? resolve(new Map(keys.map((key) => [key, Number(key)]))) : reject(error),
        )
      }),
    max,
  )
  return { lookup, batches, answer: (error?: Error) => answers.shift()!(error) }
}

test('calls during a batch share the next one, and never get the answer of the one before', async () => {
  const { lookup, batches, answer } = openLookup()
  const first = lookup('1')
  await nextTurn()
  const others = Promise.all([lookup('2'), lookup('3'), lookup('1')])
  expect(batches).toEqual([['1']])
  answer()
  expect(await first).toBe(1)
  expect(batches).toEqual([['1'], ['2', '3', '1']])
  answer()
  expect(await others).toEqual([2, 3, 1])
})

test('calls in one turn of the event loop share a batch', async () => {
  const { lookup, batches, answer } = openLookup()
  const both = Promise.all([lookup('1'), Promise.resolve().then(() => lookup('2'))])
  await nextTurn()
  expect(batches).toEqual([['1', '2']])
  answer()
  expect(await both).toEqual([1, 2])
})

test('a batch has a limited number of keys', async () => {
  const { lookup, batches, answer } = openLookup(2)
  const all = Promise.all(['1', '2', '3', '4'].map(lookup))
  for (let batch = 0; batch < 2; batch += 1) {
    await nextTurn()
    answer()
  }
  expect(await all).toEqual([1, 2, 3, 4])
  expect(batches).toEqual([
    ['1', '2'],
    ['3', '4'],
  ])
})

test('a failed batch fails its own callers only', async () => {
  const { lookup, answer } = openLookup()
  const first = lookup('1')
  await nextTurn()
  const second = lookup('2')
  answer(new Error('away'))
  await expect(first).rejects.toThrow('away')
  answer()
  expect(await second).toBe(2)
})
