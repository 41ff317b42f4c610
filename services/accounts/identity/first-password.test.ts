import fc from 'fast-check'
import { expect, test } from 'vitest'
import { generatePassword } from './first-password.ts'
import { runs } from '../../../tests/support/longer-runs.ts'

const seed = Number(process.env['TEST_SEED'])

/** A deterministic source of chance that records the requested ranges. */
function chanceOf(start: number) {
  let state = start
  const asked: number[] = []
  const below = (n: number): number => {
    asked.push(n)
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
  return { below, asked }
}

test('a new password has four groups of four characters without look-alikes', () => {
  fc.assert(
    fc.property(fc.integer(), (start) => {
      expect(generatePassword(chanceOf(start).below)).toMatch(
        /^(?:[A-HJ-NP-Z][a-hjkmnp-z]{2}[2-9])(?:-[A-HJ-NP-Z][a-hjkmnp-z]{2}[2-9]){3}$/,
      )
    }),
    { seed, numRuns: runs(2_000) },
  )
})

test('a new password is one of more than 2^66', () => {
  const { below, asked } = chanceOf(1)
  generatePassword(below)
  expect(asked.reduce((bits, choices) => bits + Math.log2(choices), 0)).toBeGreaterThan(66)
})

test('a new password uses the whole range of chance, and no more', () => {
  expect(generatePassword(() => 0)).toBe('Aaa2-Aaa2-Aaa2-Aaa2')
  expect(generatePassword((n) => n - 1)).toBe('Zzz9-Zzz9-Zzz9-Zzz9')
})
