import { expect, test } from 'vitest'
import { createStateCache } from './state-cache.ts'

const LIMITS = { entriesMax: 3, bytesMax: 100 }

function filled(...entries: readonly (readonly [key: string, bytes: number])[]) {
  const cache = createStateCache<{ readonly bytes: number }>(LIMITS)
  for (const [key, bytes] of entries) cache.put(key, { bytes })
  const keys = () => ['a', 'b', 'c', 'd'].filter((key) => cache.get(key) !== undefined)
  return { cache, keys }
}

test('the oldest entry is evicted for the fourth', () => {
  expect(filled(['a', 1], ['b', 1], ['c', 1], ['d', 1]).keys()).toEqual(['b', 'c', 'd'])
})

test('a read entry counts as new', () => {
  const { cache, keys } = filled(['a', 1], ['b', 1], ['c', 1])
  cache.get('a')
  cache.put('d', { bytes: 1 })
  expect(keys()).toEqual(['a', 'c', 'd'])
})

test('large ones evict others, as many as it takes', () => {
  expect(filled(['a', 40], ['b', 40], ['c', 90]).keys()).toEqual(['c'])
})

test('one that is too large is not kept, nor the former entry of its key; all others stay', () => {
  expect(filled(['a', 40], ['b', 40], ['c', 101]).keys()).toEqual(['a', 'b'])
  expect(filled(['a', 40], ['b', 40], ['b', 101]).keys()).toEqual(['a'])
  expect(filled(['a', 40], ['b', 101], ['c', 60]).keys()).toEqual(['a', 'c'])
})

test('bytes are released: by the next one under the same key, by deleting, by clearing', () => {
  const { cache, keys } = filled(['a', 90], ['a', 10], ['b', 90])
  expect(keys()).toEqual(['a', 'b'])
  cache.delete('b')
  cache.delete('b')
  cache.put('c', { bytes: 90 })
  expect(keys()).toEqual(['a', 'c'])
  cache.clear()
  cache.put('d', { bytes: 100 })
  expect(keys()).toEqual(['d'])
})
