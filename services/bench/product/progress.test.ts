import { expect, test } from 'vitest'
import { progressText } from './progress.ts'

test('progress shows its speed and the remaining time', () => {
  expect(progressText('events', 1_200_000, 30, 10_000_000)).toBe(
    '1,200,000 of 10,000,000 events, 40,000 a second, 3.7 min to go',
  )
  expect(progressText('events', 0, 1, 10)).toContain('? min to go')
  expect(progressText('events', 1_200_000, 30)).toBe('1,200,000 events, 40,000 a second')
})
