import { expect, test } from 'vitest'
import { CALLS } from '@app/contracts/api/calls.ts'
import { LAST, OF_PEOPLE } from './requests-of-people.ts'
import { READS, WRITES } from './requests-of-administration.ts'
import { SEED } from './seed.ts'

const ROWS = [...OF_PEOPLE, ...READS, ...WRITES, ...LAST]

test('each call has a recorded request, of 400 in all', () => {
  const addresses = [...SEED, ...ROWS].map(({ ask }) => ask.replace(/\?.*/, ''))
  const unrecorded = CALLS.filter(({ method, path }) => {
    const pattern = new RegExp(`^${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
    return !addresses.some((address) => pattern.test(address))
  })
  expect(unrecorded.map(({ path }) => path)).toEqual([])
  expect(ROWS.reduce((count, { by }) => count + by.length, 0)).toBeGreaterThanOrEqual(400)
})
