import { expect, test } from 'vitest'
import { createHashing } from './limits.ts'

/** Names what began and what was refused, and ends what runs in its order. */
function openHashing(waitingMax: number) {
  const hashing = createHashing(waitingMax)
  const [begun, refused]: [string[], string[]] = [[], []]
  const ends: (() => void)[] = []
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return {
    begun,
    refused,
    begin: async (name: string, isKnown = async () => false) => {
      const work = () =>
        new Promise<void>((resolve) => {
          begun.push(name)
          ends.push(resolve)
        })
      hashing(work, isKnown).catch(() => refused.push(name))
      await settled()
    },
    end: async () => {
      ends.shift()?.()
      await settled()
    },
  }
}

test('two hash at once, others wait in their order, and one more than may wait is refused', async () => {
  const { begin, end, begun, refused } = openHashing(2)
  for (const name of ['a', 'b', 'c', 'd', 'e']) await begin(name)
  expect([begun, refused]).toEqual([['a', 'b'], ['e']])
  for (let n = 0; n < 4; n += 1) await end()
  await begin('f')
  expect([begun, refused]).toEqual([['a', 'b', 'c', 'd', 'f'], ['e']])
})

test('a known network has a line of its own, which a flood of others does not fill [ACC-7]', async () => {
  const { begin, begun, refused } = openHashing(2)
  for (const name of ['a', 'b', 'c', 'd', 'e']) await begin(name)
  await begin('known', async () => true)
  expect([begun, refused]).toEqual([['a', 'b', 'known'], ['e']])
  await begin('unread', () => Promise.reject(new Error('no database')))
  expect(refused).toEqual(['e', 'unread'])
})
