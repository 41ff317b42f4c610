import { expect, test } from 'vitest'
import { spreadAmong } from './longest-first.ts'

const files = (...seconds: readonly number[]) => seconds.map((one) => ({ seconds: one }))

test('files that may not run beside each other are spread among the others, by their durations', () => {
  const spread = spreadAmong(files(60, 20, 20), files(10, 10, 10, 1, 1, 8, 10), ({ seconds }) => seconds)
  expect(spread.map(({ seconds }) => seconds)).toEqual([60, 10, 10, 10, 20, 1, 1, 8, 20, 10])
})

test('there may be none of either', () => {
  const [heavy, rest] = [files(60, 20), files(1, 2)]
  expect(spreadAmong(heavy, [], ({ seconds }) => seconds)).toEqual(heavy)
  expect(spreadAmong([], rest, ({ seconds }) => seconds)).toEqual(rest)
})
