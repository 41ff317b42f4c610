import { expect, test } from 'vitest'
import { PARTS } from './parts.ts'
import { readBenchArguments, usageOf } from './bench-arguments.ts'

const names = (args: readonly string[]) => readBenchArguments(args, PARTS)?.parts.map(({ name }) => name)
const all = PARTS.map(({ name }) => name)

test('without a word everything is measured that needs nothing besides', () => {
  expect(names([])).toEqual(all.filter((name) => name !== 'paired'))
  expect(names(['paired'])).toEqual(['paired'])
})

test('parts that are named are measured, in the order of the report', () => {
  expect(names(['track'])).toEqual(['track'])
  expect(names([...all].reverse())).toEqual(all)
})

test('the number of rounds may be given', () => {
  expect(readBenchArguments(['track', '--rounds=2'], PARTS)?.rounds).toBe(2)
  expect(readBenchArguments([], PARTS)?.rounds).toBeGreaterThanOrEqual(5)
})

test('the number of events may be given for the parts that can be of any size', () => {
  const [part] = readBenchArguments(['dashboard', '--events=1000,20000', '--rounds=1'], PARTS)?.parts ?? []
  expect(part?.how).toContain('1,000 and 20,000 events')
  expect(readBenchArguments(['append', '--events=1000'], PARTS)).toBeUndefined()
})

test('what cannot be understood is not guessed', () => {
  for (const args of [
    ['speed'],
    ['--rounds=0'],
    ['--rounds=many'],
    ['--fast'],
    ['--rounds=2', '--rounds=3'],
    ['dashboard', '--events=0'],
    ['dashboard', '--events=1,,2'],
    ['dashboard', '--events='],
  ])
    expect(readBenchArguments(args, PARTS)).toBeUndefined()
})

test('the usage names every part', () => {
  for (const name of all) expect(usageOf(PARTS)).toContain(name)
})
