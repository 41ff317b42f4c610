import { expect, test } from 'vitest'
import { generatePassword } from './first-password.ts'

test('a new password has four readable groups, uses the whole range of chance, and is one of more than 2^66', () => {
  const ranges: number[] = []
  const lowest = generatePassword((n) => {
    ranges.push(n)
    return 0
  })
  expect([lowest, generatePassword((n) => n - 1)]).toEqual(['Aaa2-Aaa2-Aaa2-Aaa2', 'Zzz9-Zzz9-Zzz9-Zzz9'])
  expect(generatePassword((n) => Math.floor(n / 2))).not.toMatch(/[IO01l]/)
  expect(ranges.reduce((bits, choices) => bits + Math.log2(choices), 0)).toBeGreaterThan(66)
})
