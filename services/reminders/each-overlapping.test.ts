import { expect, test } from 'vitest'
import { eachOverlapping } from './each-overlapping.ts'

async function* pages(count: number): AsyncGenerator<number> {
  for (let page = 0; page < count; page += 1) yield page
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('two pages are worked on at once, never more, and all are done at the end', async () => {
  let [underWay, most, done] = [0, 0, 0]
  await eachOverlapping(pages(7), async () => {
    underWay += 1
    most = Math.max(most, underWay)
    await turn()
    await turn()
    underWay -= 1
    done += 1
  })
  expect({ underWay, most, done }).toEqual({ underWay: 0, most: 2, done: 7 })
})

test.each([0, 3, 6])('an error on page %i is thrown once no page is being worked on', async (failing) => {
  let underWay = 0
  const begun: number[] = []
  const all = eachOverlapping(pages(7), async (page) => {
    begun.push(page)
    underWay += 1
    await turn()
    if (page !== failing) await turn()
    underWay -= 1
    if (page === failing) throw new Error('away')
  })
  await expect(all).rejects.toThrow('away')
  expect(underWay).toBe(0)
  expect(begun.length).toBeLessThanOrEqual(failing + 2)
})
