import { expect, test } from 'vitest'
import { createHashingQueue } from './hashing.ts'

/** Names what began, what was refused, and ends what runs in its order. */
function openQueue(waitingMax: number) {
  const queue = createHashingQueue(waitingMax)
  const [begun, refused]: [string[], string[]] = [[], []]
  const ends: ((error?: Error) => void)[] = []
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return {
    begun,
    refused,
    ask: async (name: string, isKnown?: () => Promise<boolean>) => {
      const work = () =>
        new Promise<void>((resolve, reject) => {
          begun.push(name)
          ends.push((error) => (error === undefined ? resolve() : reject(error)))
        })
      queue.run(work, isKnown).catch(() => refused.push(name))
      await settled()
    },
    end: async (error?: Error) => {
      ends.shift()?.(error)
      await settled()
    },
  }
}
const isKnown = async () => true

test('two hash at once, others wait in their order, and one more than may wait is refused', async () => {
  const { ask, end, begun, refused } = openQueue(2)
  for (const name of ['a', 'b', 'c', 'd', 'e']) await ask(name)
  expect([begun, refused]).toEqual([['a', 'b'], ['e']])
  for (let n = 0; n < 4; n += 1) await end()
  await ask('f')
  expect([begun, refused]).toEqual([['a', 'b', 'c', 'd', 'f'], ['e']])
})

test('a known network goes first, and takes the place of the last unknown one of a full queue [ACC-7]', async () => {
  const { ask, end, begun, refused } = openQueue(2)
  for (const name of ['a', 'b', 'c', 'd']) await ask(name)
  await ask('known', isKnown)
  await ask('unread', () => Promise.reject(new Error('no database')))
  expect(refused).toEqual(['d', 'unread'])
  await end()
  expect(begun).toEqual(['a', 'b', 'known'])
  for (const name of ['second', 'third', 'too late']) await ask(name, isKnown)
  expect(refused).toEqual(['d', 'unread', 'c', 'too late'])
  for (let n = 0; n < 3; n += 1) await end()
  expect(begun).toEqual(['a', 'b', 'known', 'second', 'third'])
})

test('a fault of the database refuses all that wait, another error only its own call', async () => {
  const { ask, end, begun, refused } = openQueue(5)
  for (const name of ['a', 'b', 'c', 'd', 'e']) await ask(name)
  await end(new Error('a fault'))
  expect([begun, refused]).toEqual([['a', 'b', 'c'], ['a']])
  await end(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))
  expect(refused.toSorted()).toEqual(['a', 'b', 'd', 'e'])
  await ask('later')
  expect(begun).toEqual(['a', 'b', 'c', 'later'])
})
