import { expect, test } from 'vitest'
import { isAnswered } from './use-live-stream.ts'

test('figures of the position at which the stream opened, or a later one, need not be requested again', () => {
  expect(isAnswered({ log_position: '2400' }, '2400')).toBe(true)
  expect(isAnswered({ log_position: '10000' }, '2400')).toBe(true)
})

test('earlier figures, none, and a stream that has moved since ask for figures', () => {
  expect(isAnswered({ log_position: '2399' }, '2400')).toBe(false)
  expect(isAnswered(undefined, '2400')).toBe(false)
  expect(isAnswered({ log_position: '2400' }, undefined)).toBe(false)
})
