import { expect, test } from 'vitest'
import { createLeaseWatch } from './mail-leases.ts'

test('a lease is abandoned once it was watched for two minutes, however old it was before', () => {
  let nowMs = 1_000_000
  const abandonedOf = createLeaseWatch(() => nowMs)
  expect(abandonedOf(['a'])).toEqual([])
  nowMs += 119_999
  expect(abandonedOf(['a', 'b'])).toEqual([])
  nowMs += 1
  expect(abandonedOf(['a', 'b'])).toEqual(['a'])
})

test('a lease that was gone in between is watched again from zero', () => {
  let nowMs = 0
  const abandonedOf = createLeaseWatch(() => nowMs)
  abandonedOf(['a'])
  nowMs = 60_000
  abandonedOf([])
  nowMs = 120_000
  expect(abandonedOf(['a'])).toEqual([])
})
