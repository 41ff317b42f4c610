import { expect, test } from 'vitest'
import { createTurns } from './mail-turns.ts'

test('so many are at work at once, in the order in which they came, and a failure gives its place on', async () => {
  const inTurn = createTurns(2)
  const begun: number[] = []
  let atWork = 0
  let most = 0
  const work = (n: number) => async (): Promise<number> => {
    begun.push(n)
    most = Math.max(most, (atWork += 1))
    await new Promise((resolve) => setImmediate(resolve))
    atWork -= 1
    if (n % 3 === 0) throw new Error(`work ${n}`)
    return n
  }
  const numbers = [1, 2, 3, 4, 5, 6, 7]
  const results = await Promise.allSettled(numbers.map((n) => inTurn(work(n))))
  expect([begun, most]).toEqual([numbers, 2])
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(2)
})
