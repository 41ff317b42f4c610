import { expect, test } from 'vitest'
import { personOf } from './people-names.ts'
import { createRandom } from './random.ts'

test('nine people who follow each other leave nine sentences, whatever is drawn', () => {
  for (let seed = 0; seed < 50; seed += 1) {
    const random = createRandom(seed)
    const said = Array.from({ length: 9 }, (_none, nth) => personOf(random, seed + nth).description)
    expect(new Set(said).size).toBe(9)
  }
})
