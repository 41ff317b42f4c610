import { expect, test } from 'vitest'
import { flood } from './flood.ts'

test('attackers go on until they are ended, and every answer is counted', async () => {
  const ending = new AbortController()
  const seen = new Set<number>()
  let calls = 0
  const counted = await flood({ attackers: 12, everyMs: 1, signal: ending.signal }, async (attacker) => {
    seen.add(attacker)
    calls += 1
    if (calls === 100) ending.abort()
    if (attacker === 0) throw new Error('no answer')
    return attacker === 1 ? 429 : 404
  })
  expect(seen.size).toBe(12)
  expect(Object.keys(counted)).toEqual(['0', '404', '429'])
  expect(Object.values(counted).reduce((sum, count) => sum + count, 0)).toBe(calls)
})
